internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// A hand edit of a non-task file: an image, the settings, a theme.
struct OtherFileEdit {
  var kind: TaskChange.Kind
  /// The path relative to the store.
  var path: String
  /// Nil for a new file.
  var before: TreeEntry?
  /// The present path, if the file was moved by hand with a task; nil if it wasn't.
  var source: String?

  /// The change, with the path as title.
  var change: TaskChange {
    TaskChange(kind: kind, id: nil, title: path, path: path, fields: [])
  }
}

extension Store {
  /// Adds the edits of other files to a plan that has the edits of tasks.
  ///
  /// Files moved by hand with their task's folder are in the task's commit.
  func addOthers(
    _ observation: Observation, _ snapshot: Snapshot, _ git: StoreGit,
    to plan: inout RecordingPlan
  ) throws(MemoError) {
    plan.notices += observation.notices
    if !observation.notices.isEmpty { plan.hasUnreadable = true }
    let changes = observation.changes.filter { change in
      guard !git.isTask(change.path), let path = git.storePath(change.path) else { return false }
      return NonTaskFiles.contains(path) && path.isCheckoutPath
    }
    let new = changes.filter { $0.before == nil }
    let ignored = try ignored(new.compactMap { git.storePath($0.path) })
    for change in changes where [.added, .modified].contains(change.kind) {
      guard let path = git.storePath(change.path), !ignored.contains(PathKey(path)) else {
        continue
      }
      if try git.isFiltered(change.path) {
        plan.filtered.append(path)
      } else if (observation.others[PathKey(path)]?.size ?? 0) > NonTaskFiles.mostBytes {
        plan.tooLarge.append(path)
      } else if let error = FileError.obstacle(toReading: path, in: root) {
        plan.notices.append("\(path) is not committed: \(error)")
        plan.hasUnreadable = true
      } else {
        plan.others.append(
          OtherFileEdit(
            kind: change.before == nil ? .add : .edit, path: path, before: change.before))
      }
    }
    let missing = try addAbsent(changes, observation, snapshot, git, to: &plan)
    plan.missing += missing
    plan.recordedOthers =
      observation.others.count - new.count + plan.others.count { $0.kind == .delete }
      + missing.count
    plan.others.sort { $0.path.precedes(path: $1.path) }
    if !missing.isEmpty {
      plan.notices.append(FileDifferences.notice(ofMissing: missing, called: "file"))
    }
    plan.tooLarge.sort { $0.precedes(path: $1) }
    if let problem = settings.problem, plan.others.contains(where: { $0.path == Self.marker }) {
      let place = problem.place.map { ":\($0.line):\($0.column)" } ?? ""
      plan.notices.append("\(problem.path)\(place): \(problem.message); it is committed unchanged")
    }
  }

  /// Adds the files of the last commit that are not here.
  ///
  /// - Returns: Those without a proven deletion.
  private func addAbsent(
    _ changes: [WorkTreeChange], _ observation: Observation, _ snapshot: Snapshot,
    _ git: StoreGit, to plan: inout RecordingPlan
  ) throws(MemoError) -> [String] {
    var missing: [String] = []
    let isNew = Set(changes.filter { $0.before == nil }.map { PathKey($0.path) })
    let folders = PathMoves(plan.tasks.folderMoves(besides: plan.places))
    for change in changes {
      guard let path = git.storePath(change.path), let before = change.before else { continue }
      switch change.kind {
      case .added, .modified: continue
      case .leftOut: plan.leftOut.append(path)
      case .deleted, .missing:
        let target = folders.around(path).first?.target(of: path)
        if let target, isNew.contains(PathKey(git.repositoryPath(target))) {
          try plan.follow(
            OtherFileEdit(kind: .edit, path: path, before: before, source: target), git)
          continue
        }
        // An unreadable file may be an absent one that was moved.
        guard before.mode.isFile, observation.isRead,
          try whereabouts(of: path, snapshot) == .gone
        else { continue }
        if change.kind == .missing, !observation.seen.contains(PathKey(path)) {
          missing.append(path)
        } else {
          plan.others.append(OtherFileEdit(kind: .delete, path: path, before: before))
        }
      }
    }
    return missing.sorted { $0.precedes(path: $1) }
  }
}

extension RecordingPlan {
  /// Treats a new file as the one that was moved by hand with its task's folder.
  ///
  /// - Parameter edit: The edit to add if the content changed, too.
  fileprivate mutating func follow(_ edit: OtherFileEdit, _ git: StoreGit) throws(MemoError) {
    guard let source = edit.source,
      // A too large or ignored file only moves.
      let index = others.firstIndex(where: { $0.kind == .add && $0.path.isSamePath(as: source) })
    else { return }
    others.remove(at: index)
    let path = git.repositoryPath(source)
    guard let bytes = try git.content(of: path), let status = try git.status(of: path) else {
      return
    }
    let blob = try git.run(
      "compare \(source) with the last commit", git.repository.blobID(of: bytes, at: path))
    let mode = try git.recordedMode(status.gitMode, before: edit.before?.mode)
    if blob != edit.before?.id || mode != edit.before?.mode { others.append(edit) }
  }
}

extension CommitChain {
  mutating func add(_ others: [OtherFileEdit]) throws(MemoError) {
    let changes = try changes(of: others)
    guard !changes.isEmpty else { return }
    try commit(changes, Self.entry(others), .edit)
  }

  /// The changes, read one file at a time, since together they may not fit into memory.
  func changes(of others: [OtherFileEdit]) throws(MemoError) -> [FileChange] {
    var changes: [FileChange] = []
    for edit in others {
      let path = git.repositoryPath(try place(of: edit.path))
      if edit.kind == .delete {
        changes.append(.remove(path: path))
        continue
      }
      let source = edit.source.map(git.repositoryPath) ?? path
      // Absent, replaced or unreadable since it was listed; the next command reports it.
      guard let (bytes, status) = try? git.files.read(source) else { continue }
      let mode = try git.recordedMode(status.gitMode, before: edit.before?.mode)
      changes += try store([(path, bytes, mode)])
    }
    return changes
  }

  /// The message: `store: todo/trip/map.png`, or `store: 3 files` with a list.
  private static func entry(_ others: [OtherFileEdit]) -> JournalEntry {
    guard others.count > 1 else { return JournalEntry("store: \(others.map(\.words).joined())") }
    return JournalEntry("store: \(others.count) files", others.map { "- \($0.words)" })
  }
}

extension OtherFileEdit {
  fileprivate var words: String {
    let path = path.journalTitle
    return switch kind {
    case .add: "\(path) (new)"
    case .delete: "\(path) (deleted)"
    default: path
    }
  }
}
