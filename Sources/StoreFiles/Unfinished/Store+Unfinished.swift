internal import Git

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
