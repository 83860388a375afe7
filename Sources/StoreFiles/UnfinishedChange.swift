package import Git
internal import TaskFile

/// What a transition was about to do when its process ended, or is about to do now, and what is
/// left of it.
///
/// If every file is as it was before or as it shall be, the work goes on. Otherwise somebody has
/// edited since: what was begun is taken back, file by file, and the edited files stay as they
/// are. Where that would lose what no commit has, as a hand edit that was just being recorded,
/// the work goes on around the edited files instead.
package struct UnfinishedChange {
  package let note: RecoveryNote
  let head: Head
  /// What is left to do to finish it.
  private(set) var forward: [FileEdit] = []
  /// What there is to do to take it back.
  package private(set) var back: [FileEdit] = []
  /// What the files that nobody has edited since were to hold, and held; nil for no file.
  private var contents: [(path: String, before: [UInt8]?, after: [UInt8]?)] = []
  /// Whether somebody has edited one of the files since.
  private(set) var isEdited = false
  /// Whether all that would be replaced by taking it back is in a commit.
  package private(set) var canGoBack = true

  /// - Returns: Nil where nothing is to be done about a note: the branch has gone elsewhere, or
  ///   the commit is not in the repository.
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

  /// Whether the branch is where it was to go.
  package var hasMoved: Bool { head.commit == note.new }
  /// Whether it is to be taken back.
  package var goesBack: Bool { isEdited && canGoBack }
  /// What has to happen to the files, so that they are all of one state.
  package var edits: [FileEdit] { goesBack ? back : forward }

  /// What the files that nobody has edited since hold in the end; nil for no file.
  var outcome: [(path: String, content: [UInt8]?)] {
    contents.map { ($0.path, goesBack ? $0.before : $0.after) }
  }

  private mutating func compareFiles(_ git: StoreGit) throws(MemoError) {
    let (old, new) = (note.old, note.new)
    let entries = try git.run("read the unfinished change") { repository throws(GitError) in
      let files = try CommitFiles(repository, new)
      let oldFiles = try old.map { commit throws(GitError) in
        try CommitFiles(repository, commit)
      }
      return try note.before.map { path, _ throws(GitError) in
        (try oldFiles?.file(at: path), try files.file(at: path))
      }
    }
    for ((path, noted), (oldEntry, newEntry)) in zip(note.before, entries) {
      let found = try git.fileContent(path)
      if found == nil, try git.status(of: path) != nil {
        isEdited = true
        continue
      }
      // An undo writes the line ends that a file had, and git perhaps others.
      let after = try git.presentContent(newEntry)
      if found == after {
        var before = try git.workTreeContent(oldEntry)
        if let noted, try before.map(RecoveryNote.hash) != noted {
          before = try git.kept(noted) ?? before
        }
        contents.append((path, before, after))
        if try before.map(RecoveryNote.hash) != noted { canGoBack = false }
        // Where only the permissions change, the content doesn't tell whether they have.
        let isModeOnly = found != nil && before == after
        if before != after || isModeOnly {
          back.append(
            FileEdit(
              path: path, before: after, after: before,
              isExecutable: oldEntry.map { $0.mode == .executable }))
        }
        if isModeOnly {
          forward.append(
            FileEdit(
              path: path, before: after, after: after,
              isExecutable: newEntry.map { $0.mode == .executable }))
        }
      } else if try found.map(RecoveryNote.hash) == noted {
        contents.append((path, found, after))
        forward.append(
          FileEdit(
            path: path, before: found, after: after,
            isExecutable: newEntry.map { $0.mode == .executable }))
      } else {
        isEdited = true
      }
    }
  }
}

extension StoreGit {
  /// What a file held before a change that was begun, which is in no commit; nil where it wasn't kept.
  fileprivate func kept(_ id: ObjectID) throws(MemoError) -> [UInt8]? {
    try run("read the unfinished change") { repository throws(GitError) in
      try repository.contains(id) ? repository.blob(id, atMost: Limits.fileBytes) : nil
    }
  }

  /// What a regular file holds; nil where none is.
  ///
  /// - Throws: ``MemoError`` when it can't be told: what can't be read is not gone.
  fileprivate func fileContent(_ path: String) throws(MemoError) -> [UInt8]? {
    do throws(FileError) {
      return try files.read(path).bytes
    } catch {
      if error.isMissing { return nil }
      if let status = try status(of: path), status.kind != .regular { return nil }
      throw MemoError(error)
    }
  }

  /// A blob as its file in the work tree holds it; nil for no entry.
  package func workTreeContent(_ entry: TreeEntry?) throws(MemoError) -> [UInt8]? {
    guard let entry else { return nil }
    return try run("read \(entry.path)") { repository throws(GitError) in
      guard let bytes = try repository.blob(entry.id, atMost: Limits.fileBytes) else {
        throw GitError(
          code: .tooLarge, operation: "git_blob_lookup",
          message: "\(entry.path) is larger than \(Limits.fileBytes >> 20) MB")
      }
      return try repository.workTreeContent(of: bytes, at: entry.path)
    }
  }

  /// What an entry's file holds now, where git would record the very same of it; else how git
  /// would write it.
  ///
  /// The two differ where line ends are git's to choose: a file that was written with others
  /// than a checkout would give it is no edit.
  package func presentContent(_ entry: TreeEntry?) throws(MemoError) -> [UInt8]? {
    let written = try workTreeContent(entry)
    guard let entry, let found = try content(of: entry.path), found != written else {
      return written
    }
    return try run("read \(entry.path)") { repository throws(GitError) in
      let recorded = try repository.blobContent(of: found, at: entry.path)
      return try ObjectID.blob(recorded) == entry.id ? found : written
    }
  }
}

/// Readers take no lock, and still see one state: while a change is at work, and when it was
/// killed, its note tells which files may be of two states.
extension Store {
  /// The lock of those who write, which is the file with the note; nil outside of a repository.
  package var noteFile: String? { gitFolder.map { "\($0.own)/\(Self.lockFile)" } }

  /// What was begun and is not finished; nil for nothing.
  ///
  /// git is asked only where there is a note. One that may not be read is somebody else's, and can
  /// only be finished by whoever can take the lock, which is the same file.
  func unfinishedChange(_ noteFile: String) -> UnfinishedChange? {
    guard let bytes = WorkTree.content(at: noteFile),
      let note = RecoveryNote(String(decoding: bytes, as: UTF8.self))
    else { return nil }
    // Who can't ask git, as in somebody else's repository, sees the files as they are.
    return try? UnfinishedChange(note, git())
  }

  /// Shows the tasks as they are when what was begun is finished, or taken back.
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
        // Without its status, it counts as a file that can't be read.
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
  /// memo's lock, which has the note.
  package var lockFile: String { "\(repository.gitDirectory)/\(Store.lockFile)" }
}

/// What a transition is about to do, as it stands in memo's lock file while it is at work.
///
/// `refs/heads/main OLD NEW REASON`, with `-` for a branch that has no commit yet; then, for each file
/// that is changed, its path behind the hash of the bytes that it holds until then, or `-`; then,
/// for each that goes elsewhere as it is, its path behind `<` and the new one behind `>`. What
/// a commit records of an edit that somebody made by hand is not among them: there is nothing
/// to do for it, and nothing to take back.
package struct RecoveryNote {
  package var reference: String
  package var old: ObjectID?
  package var new: ObjectID
  /// Why, for the reflog.
  package var reason: String
  /// What the files hold before they are changed; nil for one that is made.
  package var before: [(path: String, content: ObjectID?)]
  /// What goes elsewhere when the branch has moved.
  package var moves: [PathMove] = []

  /// - Throws: ``MemoError`` when libgit2 can't hash a content.
  package init(
    _ reference: String, from old: ObjectID?, to new: ObjectID, _ edits: [FileEdit],
    moves: [PathMove] = [], reason: String = ""
  ) throws(MemoError) {
    self.reference = reference
    self.old = old
    self.new = new
    self.reason = reason
    self.moves = moves
    before = try edits.map { edit throws(MemoError) in
      (edit.path, try edit.before.map { bytes throws(MemoError) in try Self.hash(bytes) })
    }
  }

  /// Nil for an empty note and for one that was cut off while it was written.
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

  /// The note of who writes to the repository's configuration.
  package static let configuring = "configuring\n"

  static func hash(_ bytes: [UInt8]) throws(MemoError) -> ObjectID {
    try MemoError.rethrowing(doing: "note what is about to change", ObjectID.blob(bytes))
  }

  /// No path has a NUL in it.
  private static let end = "\0\n"

  private static func id(_ hex: Substring) -> ObjectID? {
    hex == "-" ? nil : ObjectID(hex: String(hex))
  }
}
