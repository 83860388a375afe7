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
