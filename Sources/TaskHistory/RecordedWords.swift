package import Git
package import StoreFiles
package import TaskFile

/// What other words meant by the settings of a commit.
package struct RecordedWords {
  /// Nil for none.
  let aliases: FieldAliases?

  /// Whether a task's text agreed with its folder by then: a word that meant nothing said nothing.
  package func agreed(_ document: TaskDocument, with folder: Status) -> Bool {
    let status = TaskDocument(document.bytes, aliases).itemOfFields.status
    return status.map { $0 == folder } ?? true
  }
}

extension StoreGit {
  /// What other words meant when a commit was made.
  ///
  /// - Returns: Nil where that is what they mean now, and where there was no store yet.
  package func otherWords(in commit: ObjectID) throws(MemoError) -> RecordedWords? {
    let bytes = try run("read the settings of a commit") { repository throws(GitError) in
      try repository.entry(at: repositoryPath(Store.marker), in: commit).map {
        entry throws(GitError) in try repository.blob(entry.id)
      }
    }
    guard let bytes else { return nil }
    let former = StoreSettings(bytes).aliases
    return former == aliases ? nil : RecordedWords(aliases: former)
  }
}
