enum DocumentKind: String, CaseIterable {
  case `init`, clone
  case tasks, today, next, board, matches, conflicts
  case add, edit, set, note, tick, rename, postpone, move, remove, restore, resolve, archive, undo
  case redo, claim, release, agents
  case open
  case undoList = "undo-list"
  case redoList = "redo-list"
  case log, deleted, blame, diff, stats
  case status, sync, check, context, devices, web, completions
  case `import`, export
  case mergeFile = "merge-file"
  case error
}

extension DocumentKind {
  /// The members after `schemaVersion` and `kind`; a `?` marks those that may be missing.
  var members: String {
    switch self {
    case .`init`:
      "root new madeRepository branch remote adopted recorded setsUpMerging notices details"
    case .clone: "path root branch taskCount new details"
    case .tasks: "filter tasks notices at? groups?"
    case .today: "filter groups leftInTodo waiting notices"
    case .next, .conflicts: "filter tasks notices"
    case .board: "filter columns notices at?"
    case .matches: "filter tasks gone notices"
    case .add, .edit, .note, .tick, .rename, .restore, .claim, .release:
      "tasks changes recorded notices details"
    case .set, .postpone, .move, .resolve, .remove:
      "tasks changes recorded notices details leftOut?"
    case .open: "tasks links opened"
    case .archive: "dryRun before tasks changes recorded notices details leftOut?"
    case .undo, .redo:
      "operations tasks changes conflicts mergedTasks kept recorded notices details"
    case .undoList, .redoList: "operations"
    case .log: "entries"
    case .deleted: "deletions"
    case .blame: "id path values lines deleted?"
    case .diff: "start end changes"
    case .stats: "since weeks done leadTime cycleTime open efforts cutOff"
    case .status:
      "root branch obstacle remote ahead behind lastSync autosync watcher pending tooLarge "
        + "conflicts problems notices"
    case .sync:
      "remote incoming outgoing merged conflicts head upToDate dryRun mergedTasks changes sent "
        + "recorded notices details"
    case .check: "taskCount problems fixes recorded dryRun notices details"
    case .context: "context contexts notices"
    case .devices: "devices"
    case .web: "address code"
    case .completions: "text"
    case .agents: "text path? new?"
    case .mergeFile: "path conflict notes notice"
    case .import:
      "format dryRun added updated unchanged tasks changes recorded problems notices details"
    case .export: "format path count"
    case .error: "message details hints exitCode"
    }
  }
}
