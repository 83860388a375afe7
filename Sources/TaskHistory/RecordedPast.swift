package import Git
package import StoreFiles
package import TaskFile

/// What the history says of a commit's files, for those who compare other files with them.
///
/// It is read when the first thing is asked.
package struct RecordedPast {
  private let store: Store
  private let git: StoreGit
  private let head: ObjectID?
  private let files: Snapshot?
  private let present = FoundPresent()
  private let undone = UndoneAdoptions()

  /// - Parameters:
  ///   - head: The commit; nil before the first.
  ///   - files: Those that are compared with it; nil for its own.
  package init(
    _ store: Store, _ git: StoreGit, of head: ObjectID?, comparing files: Snapshot? = nil
  ) {
    (self.store, self.git, self.head, self.files) = (store, git, head, files)
  }

  /// Finds paths that neither a task nor anything else has, on the disk or in the commit.
  ///
  /// - Parameter absent: Tasks of the commit that are neither here nor gone.
  package func freePaths(besides tasks: [StoredTask], absent: Set<PathKey>) -> FreePaths {
    git.freePaths(besides: tasks, in: head, absent: absent)
  }

  /// Which folders of the store can't be written.
  package var closedFolders: ClosedFolders { ClosedFolders(git) }

  /// Whether a filter of git's keeps what is to lie there from being recorded.
  package func isFiltered(_ path: String) throws(MemoError) -> Bool {
    try git.run("read the attributes", git.repository.isFiltered(git.repositoryPath(path)))
  }

  /// The id that the commit's file at a path had before it got the one it has, or lost it.
  package func formerID(at path: String) throws(MemoError) -> TaskID? {
    guard let (history, version) = try version(at: path) else { return nil }
    return try history.formerID(of: version)
  }

  /// The id that a file has lost which has none now: the commit's, or one that it had before.
  package func lostID(at path: String) throws(MemoError) -> TaskID? {
    guard let (history, version) = try version(at: path) else { return nil }
    if let id = version.state.id { return id }
    return try history.formerID(of: version)
  }

  /// The commit since which a file has been as it is, for everybody who has that commit.
  package func origin(at path: String) throws(MemoError) -> ObjectID? {
    guard let (history, version) = try version(at: path) else { return nil }
    return try history.origin(of: version).map { history.index.nodes[$0.node].commit }
  }

  /// Where the task of the commit's file began.
  package func birth(at path: String) throws(MemoError) -> TaskBirth? {
    try version(at: path).flatMap { history, version throws(MemoError) in
      try TaskBirth(of: version, history)
    }
  }

  /// Whether an undo or a redo left a file as it is.
  ///
  /// To put that right at once would take back what somebody has just decided.
  package func isBroughtBack(at path: String) throws(MemoError) -> Bool {
    guard let origin = try origin(at: path) else { return false }
    return UndoMark(try git.commit(origin).message) != nil
  }

  /// Whether somebody took back that an id was given to a copy, so that the file has that of
  /// another one again.
  ///
  /// A file that came back, beside which another did, or that got its line with the id again, is
  /// a copy as every other.
  package func isDoubledByUndo(at path: String) throws(MemoError) -> Bool {
    guard let head, let origin = try origin(at: path),
      let mark = UndoMark(try git.commit(origin).message), mark.kind == .undo
    else { return false }
    for name in mark.names where try git.operation(name, behind: head)?.kind == .fix {
      return true
    }
    return false
  }

  /// Whether an undo of an adoption left a file as it is, so that it has no id.
  package func isOfUndoneAdoption(at path: String) throws(MemoError) -> Bool {
    guard let origin = try origin(at: path), let head,
      let mark = UndoMark(try git.commit(origin).message)
    else { return false }
    return try undone.isAdoption(mark, git, behind: head)
  }

  /// The status of a file of the commit.
  package func status(of recorded: TaskVersion) throws(MemoError) -> Status? {
    guard recorded.item.status.map({ $0 != recorded.folderStatus }) ?? false,
      let (history, version) = try version(at: recorded.path)
    else { return recorded.folderStatus }
    return try history.status(of: version)
  }

  /// What a task's folder and text both said in the newest version in which they agreed.
  package func lastAgreement(on task: StoredTask) throws(MemoError) -> Status? {
    guard let (history, version) = try version(of: task) else {
      return try agreement(onNew: task)
    }
    return try history.lastAgreement(on: version)
  }

  /// The same of a file that is recorded nowhere: the folder, where the settings know its word for
  /// another status only since the commit; of a copy, what its model's both said.
  package func agreement(onNew task: StoredTask) throws(MemoError) -> Status? {
    guard let head else { return nil }
    if let words = try git.otherWords(in: head),
      words.agreed(task.document, with: task.folderStatus)
    {
      return task.folderStatus
    }
    guard let id = task.id, let history = try store.history(git, of: head),
      let model = try history.holder(of: id), let state = try history.living().firstOfTask[model]
    else { return nil }
    return try history.lastAgreement(on: PlacedState(state: state, node: history.last))
  }

  /// Whether the settings say of other words what they didn't in the commit.
  package func hasNewWords() throws(MemoError) -> Bool {
    try head.map { commit throws(MemoError) in try git.otherWords(in: commit) != nil } ?? false
  }

  /// Of several files with one id, the one that had it first; the same to everybody who has
  /// these commits.
  package func eldest(_ paths: [String], of id: TaskID) throws(MemoError) -> String? {
    var versions: [PlacedState] = []
    var history: History?
    for path in paths {
      guard let (found, version) = try version(at: path) else { continue }
      history = found
      versions.append(version)
    }
    return try history?.eldest(versions, of: id)?.state.path
  }

  private func version(at path: String) throws(MemoError) -> (History, PlacedState)? {
    guard let head, let state = try git.state(at: path, in: head),
      let history = try store.history(git, of: head)
    else { return nil }
    return (history, PlacedState(state: state, node: history.last))
  }

  /// The task's recorded file: where it is, or where it was before a change that is not recorded.
  private func version(of task: StoredTask) throws(MemoError) -> (History, PlacedState)? {
    if let (history, version) = try version(at: task.path), task.id != nil,
      version.state.id == task.id
    {
      return (history, version)
    }
    guard let history = try store.history(git, of: head) else { return nil }
    let present = self.present.files ?? PresentFiles(history, comparing: files)
    self.present.files = present
    guard let state = try present.recorded(task) else { return nil }
    return (history, PlacedState(state: state, node: history.last))
  }
}

/// Found once, for thousands of files.
private final class FoundPresent {
  var files: PresentFiles?
}

/// Which undos took adoptions back; each is looked for once, for thousands of files.
private final class UndoneAdoptions {
  private var known: [OperationName: Bool] = [:]

  func isAdoption(
    _ mark: UndoMark, _ git: StoreGit, behind head: ObjectID
  ) throws(MemoError) -> Bool {
    guard mark.kind == .undo else { return false }
    for name in mark.names {
      if known[name] == nil {
        known[name] = try git.operation(name, behind: head)?.kind == .adopt
      }
      if known[name] == true { return true }
    }
    return false
  }
}
