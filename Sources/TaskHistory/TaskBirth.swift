package import Git
package import StoreFiles
package import TaskFile

/// The commit and the path with which a file began.
///
/// Whatever each clone has made of it since, all that have the commit find the same.
package struct TaskBirth: Hashable {
  private let commit: ObjectID
  /// Relative to the store.
  private let path: String

  /// - Returns: Nil where the history doesn't tell.
  init?(of version: PlacedState, _ history: History) throws(MemoError) {
    guard let place = try history.birth(of: version), let state = history[place].after else {
      return nil
    }
    commit = history.index.nodes[place.node].commit
    path = state.path
  }

  /// The id that every clone gives to the file: random ones would have to be merged.
  package var id: TaskID { .derived(from: Array("\(commit.hex) \(path)".utf8)) }
}

/// What the history says of the files in a folder where another program keeps its tasks.
package struct OtherPast {
  private let git: StoreGit
  private let head: ObjectID?
  private let history: History?

  /// - Parameters:
  ///   - folder: Relative to the store.
  ///   - head: The commit; nil before the first.
  package init(_ folder: String, _ git: StoreGit, of head: ObjectID?) throws(MemoError) {
    (self.git, self.head) = (git, head)
    history = try head.flatMap { head throws(MemoError) in
      try git.history(ofOther: folder, until: head)
    }
  }

  /// Where the commit's file at a path began; nil where it has none there.
  package func birth(at path: String) throws(MemoError) -> TaskBirth? {
    guard let head, let history, let state = try git.state(at: path, in: head) else { return nil }
    return try TaskBirth(of: PlacedState(state: state, node: history.last), history)
  }
}
