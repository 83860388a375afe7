internal import TaskFile

/// A member of memo's JSON documents.
///
/// Documents use only these names. ``type`` gives each name one type, the same everywhere.
enum Member: String, CaseIterable {
  case activity, added, address, adopted, ahead, at, author, autosync, before, behind, body, branch
  case cause, changes, checklist, client, clockBehind, code, column, columns, commit, conflict,
    conflicts, context, contexts, count, created, cutOff, cycleTime
  case date, dates, deadline, decisions, deleted, deletions, details, devices, done, dryRun
  case edits, efforts, end, entries, estimatedDone, estimatedOpen, exitCode
  case field, fields, filter, fixes, format, from, fromDays, gone, groups, guess
  case head, hint, hints, hundredths, id, incoming, kept, kind
  case label, lastSync, leadTime, left, leftInTodo, leftOut, line, lines, links
  case madeRepository, matches, median, merged, mergedTasks, message, monday
  case name, new, notes, notice, notices, obstacle, open, opened, operations, outgoing, overdue
  case part, parts, path, pending, percentile85, priority, problems, process
  case reason, reasons, recorded, remote, repeats, root, rule
  case schemaVersion, seen, sent, setsUpMerging, since, spent, start, status, subject
  case tags, taken, taskCount, tasks, text, time, title, to, toDays, tooLarge, total
  case unchanged, updated, upToDate, urgency, value, values, waiting, watcher, week, weeks, words
}

indirect enum MemberType {
  case text, integer, bool
  case word([String])
  case list(MemberType)
  case object(Shape)
  /// An object with the user's own keys.
  case table(MemberType)
  /// Any JSON value.
  case anything
  case either([MemberType])
  /// The type, or null.
  case optional(MemberType)
}

extension Member {
  var type: MemberType {
    switch self {
    case .added, .clockBehind, .conflicts, .count, .done, .estimatedDone, .estimatedOpen, .exitCode,
      .fromDays, .hundredths, .incoming, .leftInTodo, .merged, .outgoing, .process,
      .schemaVersion, .spent, .taskCount, .total, .unchanged, .updated, .waiting:
      .integer
    case .ahead, .behind, .column, .line, .median, .percentile85, .toDays: .optional(.integer)
    case .conflict, .cutOff, .dryRun, .guess, .madeRepository, .new, .overdue, .setsUpMerging,
      .upToDate:
      .bool
    case .address, .body, .branch, .client, .date, .format, .kind, .message, .monday, .path, .rule,
      .subject, .text, .title, .week, .words:
      .text
    case .author, .before, .cause, .code, .commit, .context, .created, .deadline, .field, .filter,
      .from, .head, .hint, .id, .label, .lastSync, .name, .notice, .obstacle, .reason, .remote,
      .root, .seen, .since, .time, .to:
      .optional(.text)
    case .activity: .word(["resting", "syncing", "waiting"])
    case .autosync: .optional(.bool)
    case .watcher: .optional(.object(.watcher))
    case .part: .word(["title", "tags", "body"])
    case .priority: .optional(.word(KnownField.priority.words))
    case .status: .word(KnownField.status.words)
    case .dates, .details, .hints, .notices, .parts, .tags, .tooLarge: .list(.text)
    case .value: .optional(.either([.text, .list(.text)]))
    case .fields: .table(.anything)
    case .reasons: .list(.object(.weight))
    case .adopted, .changes, .pending, .recorded, .sent: .list(.object(.change))
    case .at, .start: .object(.moment)
    case .end: .optional(.object(.moment))
    case .checklist: .object(.checklist)
    case .columns: .list(.object(.column))
    case .contexts: .list(.object(.namedFilter))
    case .cycleTime, .leadTime: .object(.spread)
    case .decisions: .list(.object(.decision))
    case .deleted: .object(.deletion)
    case .deletions: .list(.object(.deletedTask))
    case .devices: .list(.object(.device))
    case .edits: .list(.object(.edit))
    case .efforts: .list(.object(.effort))
    case .entries: .list(.object(.entry))
    case .fixes: .list(.object(.fix))
    case .gone: .list(.object(.lostLine))
    case .groups: .list(.object(.group))
    case .kept: .list(.object(.kept))
    case .left, .taken: .object(.side)
    case .lines: .list(.object(.lineOrigin))
    case .matches: .list(.object(.match))
    case .mergedTasks: .list(.object(.mergedTask))
    case .notes: .list(.object(.note))
    case .open: .list(.object(.ageGroup))
    case .operations: .list(.object(.operation))
    case .leftOut, .problems: .list(.object(.problem))
    case .tasks: .list(.object(.task))
    case .links, .opened: .list(.object(.link))
    case .repeats: .object(.repetition)
    case .urgency: .object(.urgency)
    case .values: .list(.object(.valueOrigin))
    case .weeks: .list(.object(.week))
    }
  }
}
