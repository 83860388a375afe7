internal import Git
package import StoreFiles
internal import TaskFile
package import TaskHistory

/// The hand edits of files other than tasks since the last commit.
package struct StoreFileEdits {
  struct Edit {
    var kind: TaskChange.Kind
    /// Relative to the store.
    var path: String
    /// In the commit; nil for a new file.
    var before: TreeEntry?
    /// Its present path, if it was moved with a task by hand; nil for the same.
    var source: String?
  }

  /// Sorted by path.
  var edits: [Edit] = []
  /// New and changed files that are too large to be committed automatically.
  var tooLarge: [String] = []
  /// New and changed files with a git filter, which can't be committed.
  var filtered: [String] = []
  /// Notices for the user.
  package var notices: [String] = []
  /// Whether every new and changed file can be committed.
  var isAllRecorded = true
  /// Absent files of the last commit without proof of a deletion.
  var missing: [String] = []
  /// Those of them that a sparse checkout leaves out.
  var leftOut: [String] = []
  /// Whether every file of the last commit was here.
  var isWhole: Bool { missing.isEmpty && leftOut.isEmpty }

  /// The number of files in the last commit.
  var total = 0

  var isEmpty: Bool { edits.isEmpty }

  var arrivals: [String] { edits.filter { $0.before == nil }.map(\.path) }
  var departures: [String] { edits.filter { $0.kind == .delete }.map(\.path) }

  /// Removes and returns the edits of the store's settings.
  mutating func takeSettings() -> [Edit] {
    defer { edits.removeAll { $0.path == Store.marker } }
    return edits.filter { $0.path == Store.marker }
  }

  /// As changes.
  ///
  /// The title of a file is its path.
  package var changes: [TaskChange] {
    edits.map { TaskChange(kind: $0.kind, id: nil, title: $0.path, path: $0.path, fields: []) }
  }
}

extension Store {
  /// Finds the edits.
  ///
  /// Writes nothing.
  ///
  /// - Parameter moves: The folders of moved tasks. Files that were moved by hand are in the task's
  ///   commit.
  func fileEdits(
    _ observation: Observation, _ git: StoreGit, since head: ObjectID?, following moves: [PathMove]
  ) throws(MemoError) -> StoreFileEdits {
    let present = observation.others
    var found = StoreFileEdits()
    var seen: Set<PathKey>?
    var followed: [StoreFileEdits.Edit] = []
    let changes = observation.changes.filter { !git.isTask($0.path) }
    found.notices += observation.notices
    found.isAllRecorded = observation.notices.isEmpty
    let ignored = try ignored(
      changes.filter { $0.before == nil }.compactMap { git.storePath($0.path) })
    let isNew = Set(changes.filter { $0.before == nil }.map { PathKey($0.path) })
    let folders = PathMoves(moves)
    for change in changes {
      guard let path = git.storePath(change.path), NonTaskFiles.contains(path), path.isCheckoutPath
      else { continue }
      switch change.kind {
      case .added, .modified:
        let isLarge = (present[PathKey(path)]?.size ?? 0) > NonTaskFiles.mostBytes
        let kind: TaskChange.Kind = change.before == nil ? .add : .edit
        if recording.unfinishedSaves?.containsFile(path) == true { continue }
        if ignored.contains(PathKey(path)) { continue }
        if try git.isFiltered(change.path) {
          found.filtered.append(path)
          found.isAllRecorded = false
        } else if isLarge {
          found.tooLarge.append(path)
        } else if let error = FileError.obstacle(toReading: path, in: root) {
          found.notices.append("\(path) is not committed: \(error)")
          found.isAllRecorded = false
        } else {
          found.edits.append(StoreFileEdits.Edit(kind: kind, path: path, before: change.before))
        }
      case .leftOut: found.leftOut.append(path)
      case .deleted, .missing:
        if let before = change.before,
          let target = folders.around(path).first?.target(of: path),
          isNew.contains(PathKey(git.repositoryPath(target)))
        {
          followed.append(
            StoreFileEdits.Edit(kind: .edit, path: path, before: before, source: target))
          continue
        }
        let isFile = change.before?.mode.isFile == true
        // As for tasks: an unreadable file may be an absent one.
        guard isFile, observation.isRead, try isGone(path, git) else { continue }
        if change.kind == .missing {
          if seen == nil { seen = try filesSeen(git, since: head) }
          if seen?.contains(PathKey(path)) != true {
            found.missing.append(path)
            continue
          }
        }
        found.edits.append(
          StoreFileEdits.Edit(kind: .delete, path: path, before: change.before))
      }
    }
    for edit in followed { try found.follow(edit, git) }
    found.total =
      present.count - changes.filter { $0.before == nil }.count
      + found.edits.filter { $0.kind == .delete }.count + found.missing.count
    found.edits.sort { $0.path.precedes(path: $1.path) }
    if !found.missing.isEmpty {
      found.isAllRecorded = false
      found.missing.sort { $0.precedes(path: $1) }
      found.notices.append(FileDifferences.notice(ofMissing: found.missing, called: "file"))
    }
    found.tooLarge.sort { $0.precedes(path: $1) }
    if let problem = settings.problem, found.edits.contains(where: { $0.path == Self.marker }) {
      let place = problem.place.map { ":\($0.line):\($0.column)" } ?? ""
      found.notices.append("\(problem.path)\(place): \(problem.message); it is committed unchanged")
    }
    return found
  }

  /// Whether no file can be at a path: nothing or a folder is there, or a file is in the place of a
  /// folder above.
  private func isGone(_ path: String, _ git: StoreGit) throws(MemoError) -> Bool {
    var folder = git.repositoryPath("")
    for part in Paths.parent(of: path).split(separator: "/") {
      folder = Paths.join(folder, String(part))
      guard let status = try git.status(of: folder) else { return true }
      if status.kind == .regular { return true }
      guard status.kind == .folder, try git.status(of: "\(folder)/.git") == nil else {
        return false
      }
    }
    return try [nil, .folder].contains(git.status(of: git.repositoryPath(path))?.kind)
  }
}

extension StoreFileEdits {
  /// Treats a file as the one that was in a task's folder before both were moved.
  ///
  /// - Parameter edit: The edit if its content changed, too.
  fileprivate mutating func follow(_ edit: Edit, _ git: StoreGit) throws(MemoError) {
    guard let source = edit.source,
      // A too large or ignored file only moves, too.
      let index = edits.firstIndex(where: { $0.kind == .add && $0.path.isSamePath(as: source) })
    else { return }
    edits.remove(at: index)
    let path = git.repositoryPath(source)
    guard let bytes = try git.content(of: path), let status = try git.status(of: path) else {
      return
    }
    let isSame = try git.run("compare \(source) with the last commit") {
      repository throws(GitError) in
      try ObjectID.blob(repository.blobContent(of: bytes, at: path)) == edit.before?.id
    }
    let mode = try git.recordedMode(status, before: edit.before)
    if !isSame || mode != edit.before?.mode { edits.append(edit) }
  }
}

extension CommitChain {
  /// Adds one commit of them; none if there are no edits.
  package mutating func add(_ files: StoreFileEdits) throws(MemoError) {
    let changes = try changes(of: files)
    guard !changes.isEmpty else { return }
    try commit(changes, files.message, .edit)
  }

  /// One file after another, since together they may not fit into memory.
  func changes(of files: StoreFileEdits) throws(MemoError) -> [FileChange] {
    var changes: [FileChange] = []
    for edit in files.edits {
      let path = git.repositoryPath(try place(of: edit.path))
      if edit.kind == .delete {
        changes.append(.remove(path: path))
        continue
      }
      let source = edit.source.map(git.repositoryPath) ?? path
      // Absent, replaced or closed since it was listed: the next command reports it.
      guard let (bytes, status) = try? git.files.read(source) else { continue }
      let mode = try git.recordedMode(status, before: edit.before)
      changes += try store([(path, bytes, mode)])
    }
    return changes
  }
}

extension StoreGit {
  fileprivate func recordedMode(
    _ status: FileStatus, before: TreeEntry?
  ) throws(MemoError) -> FileMode {
    try run("read core.fileMode") { repository throws(GitError) in
      if try repository.bool("core.fileMode") == false { return before?.mode ?? .regular }
      return status.gitMode
    }
  }
}

extension StoreFileEdits {
  /// `store: todo/trip/map.png`, or `store: 3 files` with a list.
  fileprivate var message: String {
    guard edits.count > 1 else { return "store: \(edits.map(\.words).joined())\n" }
    let lines = edits.map { "- \($0.words)" }.joined(separator: "\n")
    return "store: \(edits.count) files\n\n\(lines)\n"
  }
}

extension StoreFileEdits.Edit {
  fileprivate var words: String {
    let path = path.journalTitle
    return switch kind {
    case .add: "\(path) (new)"
    case .delete: "\(path) (deleted)"
    default: path
    }
  }
}
