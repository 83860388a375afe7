internal import Git
internal import TaskFile

extension StoreGit {
  /// The id that the file at a path had before it got the one it has, or lost it.
  ///
  /// - Returns: Nil when the last hundred commits have no other.
  func formerID(of version: TaskVersion, since head: ObjectID?) throws(MemoError) -> TaskID? {
    try run("read the history of \(version.path)") { repository throws(GitError) in
      var next = head
      for _ in 0..<100 {
        guard let commit = next,
          let entry = try repository.entry(at: repositoryPath(version.path), in: commit),
          entry.mode == .regular || entry.mode == .executable
        else { return nil }
        let id = TaskDocument(try repository.taskText(entry.id)).item(fileName: "").id
        if let id, id != version.id { return id }
        next = try repository.commit(commit).parents.first
      }
      return nil
    }
  }

  /// The commit since which a file has been as HEAD has it, for everybody who has that commit.
  ///
  /// - Returns: Nil when the last thousand commits don't tell.
  func origin(of path: String, since head: ObjectID?) throws(MemoError) -> ObjectID? {
    let name = path
    let path = repositoryPath(path)
    return try run("read the history of \(name)") { repository throws(GitError) in
      guard let head, let entry = try repository.entry(at: path, in: head) else { return nil }
      var commit = head
      for _ in 0..<1000 {
        var older: ObjectID?
        for parent in try repository.commit(commit).parents where older == nil {
          if try repository.entry(at: path, in: parent) == entry { older = parent }
        }
        guard let parent = older else { return commit }
        commit = parent
      }
      return nil
    }
  }
}
