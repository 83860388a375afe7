package import Git
internal import TaskFile

/// A change in progress, or one whose process was killed, with the edits to finish it or roll it
/// back.
///
/// If every file is in its old or new state, memo finishes the change. If somebody has edited a
/// file since, memo rolls back the other files. If a rollback would lose content that no commit
/// has, such as a hand edit being committed, memo finishes the change without the edited files.
package struct UnfinishedChange {
  package let note: RecoveryNote
  let head: Head
  private(set) var forward: [FileEdit] = []
  package private(set) var back: [FileEdit] = []
  /// The old and new content of files that nobody has edited since; nil for no file.
  private var contents: [(path: String, before: [UInt8]?, after: [UInt8]?)] = []
  /// Whether somebody has edited one of the files since.
  private(set) var isEdited = false
  /// Whether commits have all content that a rollback replaces.
  package private(set) var canGoBack = true

  /// - Returns: Nil if the note needs no action: HEAD is at another branch or commit, or the
  ///   repository lacks the commits.
  package init?(_ note: RecoveryNote, _ git: StoreGit) throws(MemoError) {
    self.note = note
    head = try git.head()
    let isWhole = try git.run("read the unfinished change") { repository throws(GitError) in
      guard try repository.contains(note.new) else { return false }
      guard let old = note.old else { return true }
      return try repository.contains(old)
    }
    guard isWhole, head.reference == note.reference,
      head.commit == note.old || head.commit == note.new
    else { return nil }
    // Once the branch has moved, all files have been changed.
    if !hasMoved || note.old == note.new { try compareFiles(git) }
  }

  /// Whether the branch is at its new commit.
  package var hasMoved: Bool { head.commit == note.new }
  package var goesBack: Bool { isEdited && canGoBack }
  package var edits: [FileEdit] { goesBack ? back : forward }

  /// The content of unedited files after ``edits``; nil for no file.
  var outcome: [(path: String, content: [UInt8]?)] {
    contents.map { ($0.path, goesBack ? $0.before : $0.after) }
  }

  private mutating func compareFiles(_ git: StoreGit) throws(MemoError) {
    let (old, new) = (note.old, note.new)
    let entries = try git.run("read the unfinished change") { repository throws(GitError) in
      try note.before.map { path, _ throws(GitError) in
        let former = try old.flatMap { old throws(GitError) in
          try repository.entry(at: path, in: old)
        }
        return (former, try repository.entry(at: path, in: new))
      }
    }
    for ((path, noted), (oldEntry, newEntry)) in zip(note.before, entries) {
      let kind = try git.status(of: path)?.kind
      guard kind == nil || kind == .regular else {
        isEdited = true
        continue
      }
      let found = kind == nil ? nil : try git.content(of: path)
      // An undo restores a file's line endings, which may differ from those that git writes.
      let after = try git.presentContent(newEntry)
      let isDone = found == after
      var before = isDone ? try git.workTreeContent(oldEntry) : found
      if isDone, let noted, try before.map(RecoveryNote.hash) != noted {
        before = try git.kept(noted) ?? before
      }
      if try before.map(RecoveryNote.hash) != noted {
        guard isDone else {
          isEdited = true
          continue
        }
        canGoBack = false
      }
      contents.append((path, before, after))
      // The content doesn't show whether a change of permissions happened, so set them in any case.
      let isModeOnly = isDone && found != nil && before == after
      if !isDone || isModeOnly {
        forward.append(
          FileEdit(
            path: path, before: before, after: after,
            isExecutable: newEntry.map { $0.mode == .executable }))
      }
      if isDone, before != after || isModeOnly {
        back.append(
          FileEdit(
            path: path, before: after, after: before,
            isExecutable: oldEntry.map { $0.mode == .executable }))
      }
    }
  }
}

extension StoreGit {
  /// The saved content from before the change; nil if the repository doesn't have it.
  fileprivate func kept(_ id: ObjectID) throws(MemoError) -> [UInt8]? {
    try run("read the unfinished change") { repository throws(GitError) in
      try repository.contains(id) ? repository.blob(id, atMost: Limits.fileBytes) : nil
    }
  }

  /// The content that git would write for an entry; nil for no entry.
  package func workTreeContent(_ entry: TreeEntry?) throws(MemoError) -> [UInt8]? {
    guard let entry else { return nil }
    return try run("read \(entry.path)") { repository throws(GitError) in
      guard let bytes = try repository.blob(entry.id, atMost: Limits.fileBytes) else {
        throw GitError(
          code: .tooLarge, operation: "git_odb_read",
          message: "\(entry.path) is larger than \(Limits.fileBytes >> 20) MB")
      }
      return try repository.workTreeContent(of: bytes, at: entry.path)
    }
  }

  /// The file's present content if it would become the same blob, otherwise the content that git
  /// would write.
  ///
  /// The two may differ in line endings. A file with other line endings is not edited.
  package func presentContent(_ entry: TreeEntry?) throws(MemoError) -> [UInt8]? {
    let written = try workTreeContent(entry)
    guard let entry, let found = try content(of: entry.path), found != written else {
      return written
    }
    return try run("read \(entry.path)") { repository throws(GitError) in
      try repository.blobID(of: found, at: entry.path) == entry.id ? found : written
    }
  }
}

/// Readers take no lock and still see one state: the note shows which files may be in either state.
extension Store {
  /// The lock file of writers, which contains the note; nil outside of a repository.
  package var noteFile: String? { gitFolder.map { "\($0.own)/\(Self.lockFile)" } }

  /// The unfinished change; nil if none, or another user's note is unreadable.
  ///
  /// Only a note requires the repository.
  func unfinishedChange(_ noteFile: String) -> UnfinishedChange? {
    guard let bytes = WorkTree.content(at: noteFile),
      let note = RecoveryNote(String(decoding: bytes, as: UTF8.self))
    else { return nil }
    // Without access to the repository, readers see the files unchanged.
    return try? UnfinishedChange(note, git())
  }

  /// Replaces the tasks by their state after the change is finished or rolled back.
  func seeThrough(_ change: UnfinishedChange, _ snapshot: inout Snapshot) throws(MemoError) {
    let git = try git()
    var outcome: [PathKey: [UInt8]?] = [:]
    for file in change.outcome {
      guard let path = git.storePath(file.path), StoredTask.isTaskName(path) else { continue }
      outcome[PathKey(path)] = file.content
    }
    snapshot.tasks.removeAll { outcome.keys.contains(PathKey($0.path)) }
    snapshot.tasks += outcome.compactMap { key, content in
      content.flatMap {
        // Without a status, the task counts as unreadable.
        StoredTask(
          path: key.path, bytes: $0, file: (try? files.status(of: key.path)) ?? nil,
          settings.aliases)
      }
    }
    snapshot.tasks.sort { $0.path.precedes(path: $1.path) }
    if !change.goesBack { snapshot.commit = change.note.new }
  }
}

extension StoreGit {
  /// The lock file of writers, which contains the note.
  package var lockFile: String { "\(repository.gitDirectory)/\(Store.lockFile)" }
}

/// The plan of a change.
///
/// The lock file of writers contains it while the change is in progress.
///
/// Fields are separated by NUL. The first is `refs/heads/main OLD NEW REASON`, with `-` for a
/// branch without commits. Then each changed file has the hash of its old content, or `-`, and its
/// path. Then each moved file has two fields: `<` with the old path and `>` with the new one.
///
/// Hand edits that are committed unchanged are not listed, since their files don't change.
package struct RecoveryNote {
  package var reference: String
  package var old: ObjectID?
  package var new: ObjectID
  /// The message for the reflog.
  package var reason: String
  /// The hash of each changed file's old content; nil for a new file.
  package var before: [(path: String, content: ObjectID?)]
  /// The moves to make after the branch has moved.
  package var moves: [PathMove] = []

  package init(
    _ reference: String, from old: ObjectID?, to new: ObjectID,
    before: [(path: String, content: ObjectID?)], moves: [PathMove] = [], reason: String = ""
  ) {
    (self.reference, self.old, self.new) = (reference, old, new)
    (self.before, self.moves, self.reason) = (before, moves, reason)
  }

  /// Nil for an empty or incomplete note.
  package init?(_ text: String) {
    guard text.hasSuffix(Self.end) else { return nil }
    let lines = text.dropLast(Self.end.count).split(separator: "\0")
    let parts = (lines.first ?? "").split(
      separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, let new = ObjectID(hex: String(parts[2])) else { return nil }
    reference = String(parts[0])
    self.new = new
    reason = parts.count > 3 ? String(parts[3]) : "finish"
    before = []
    guard parts[1] == "-" || Self.id(parts[1]) != nil else { return nil }
    old = Self.id(parts[1])
    for line in lines.dropFirst() {
      guard let space = line.firstIndex(of: " ") else { return nil }
      let path = String(line[line.index(after: space)...])
      switch line[..<space] {
      case "<": moves.append(PathMove(from: path, to: path))
      case ">" where !moves.isEmpty: moves[moves.count - 1].to = path
      case let id: before.append((path, Self.id(id)))
      }
    }
  }

  package var text: String {
    var lines = ["\(reference) \(old?.hex ?? "-") \(new.hex) \(reason)"]
    lines += before.map { "\($0.content?.hex ?? "-") \($0.path)" }
    lines += moves.flatMap { ["< \($0.from)", "> \($0.to)"] }
    return lines.joined(separator: "\0") + Self.end
  }

  /// The content of the lock file while memo changes git's configuration.
  package static let configuring = "configuring\n"

  static func hash(_ bytes: [UInt8]) throws(MemoError) -> ObjectID {
    try MemoError.rethrowing(doing: "note what is about to change", ObjectID.blob(bytes))
  }

  /// Paths contain no NUL, so this ends only a complete note.
  private static let end = "\0\n"

  private static func id(_ hex: Substring) -> ObjectID? {
    hex == "-" ? nil : ObjectID(hex: String(hex))
  }
}
