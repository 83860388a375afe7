package import Git
public import StoreFiles
package import TaskFile

/// What the history says of a commit's files, for those who compare other files with them.
///
/// It is read when the first thing is asked.
package struct CommittedHistory {
  private let store: Store
  private let git: StoreGit
  private let head: ObjectID?
  private let undone = UndoneAdoptions()

  /// - Parameter head: The commit; nil before the first.
  package init(_ store: Store, _ git: StoreGit, of head: ObjectID?) {
    (self.store, self.git, self.head) = (store, git, head)
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

  /// The id that a file has lost which has none now: the commit's, or one that it had before.
  package func lostID(at path: String) throws(MemoError) -> TaskID? {
    guard let change = try history()?.present(at: path), case .id(let id) = change.task else {
      return nil
    }
    return id
  }

  /// Whether a task with this id was ever there.
  package func has(_ id: TaskID) throws(MemoError) -> Bool { try history()?.has(id) ?? false }

  /// The commit since which a file has been as it is, for everybody who has that commit.
  package func origin(at path: String) throws(MemoError) -> ObjectID? {
    guard let history = try history(), let recorded = try history.present(at: path) else {
      return nil
    }
    return try history.commit(at: recorded.position)?.id
  }

  /// The id that every clone gives to the commit's file: it follows from the commit and the path with
  /// which the file began, since random ones would have to be merged.
  ///
  /// - Returns: Nil where the history doesn't tell.
  package func sharedID(at path: String) throws(MemoError) -> TaskID? {
    try history()?.present(at: path)?.standing.birth
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
      let change = try history()?.present(at: recorded.path)
    else { return recorded.folderStatus }
    return change.standing.status
  }

  /// What a task's folder and text both said in the newest version in which they agreed.
  package func lastAgreement(on task: StoredTask) throws(MemoError) -> Status? {
    guard let change = try history()?.present(of: task) else { return try agreement(onNew: task) }
    return change.standing.agreed
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
    guard let id = task.id, let history = try history() else { return nil }
    return try history.changes(of: .id(id)).last { $0.standing != nil }?.standing?.agreed
  }

  /// Whether the settings say of other words what they didn't in the commit.
  package func hasNewWords() throws(MemoError) -> Bool {
    try head.map { commit throws(MemoError) in try git.otherWords(in: commit) != nil } ?? false
  }

  /// Of several files with one id, the one that had it first; the same to everybody who has
  /// these commits.
  package func eldest(_ paths: [String], of id: TaskID) throws(MemoError) -> String? {
    guard let history = try history() else { return nil }
    try history.expect(paths.count)
    var eldest: (path: String, since: IndexedCommit?, made: IndexedCommit)?
    for path in paths.sorted(by: { $0.precedes(path: $1) }) {
      guard let recorded = try history.present(at: path),
        let made = try history.commit(at: recorded.position)
      else { continue }
      let held = try recorded.standing.held.flatMap { held throws(MemoError) in
        try history.commit(at: held)
      }
      if let known = eldest {
        // Of two places that a merge has kept, the one where the file lay before.
        let isElder =
          known.since == held
          ? made.precedes(known.made)
          : known.since.map { known in held.map { $0.precedes(known) } ?? true } ?? false
        guard isElder else { continue }
      }
      eldest = (path, held, made)
    }
    return eldest?.path
  }

  private func history() throws(MemoError) -> History? { try store.history(git, of: head) }
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

/// What the history says of the files in a folder where another program keeps its tasks.
package struct ForeignHistory {
  private let history: History?

  /// - Parameters:
  ///   - folder: Relative to the store.
  ///   - head: The commit; nil before the first.
  package init(_ folder: String, _ git: StoreGit, of head: ObjectID?) throws(MemoError) {
    history = try head.flatMap { head throws(MemoError) in
      try History.ofOther(folder, git, until: head)
    }
  }

  /// As ``CommittedHistory/sharedID(at:)``.
  package func sharedID(at path: String) throws(MemoError) -> TaskID? {
    try history?.present(at: path)?.standing.birth
  }
}

/// What other words meant by the settings of a commit.
package struct CommittedSettings {
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
  package func otherWords(in commit: ObjectID) throws(MemoError) -> CommittedSettings? {
    let bytes = try run("read the settings of a commit") { repository throws(GitError) in
      try repository.entry(at: repositoryPath(Store.marker), in: commit).map {
        entry throws(GitError) in try repository.blob(entry.id)
      }
    }
    guard let bytes else { return nil }
    let former = StoreSettings(bytes).aliases
    return former == aliases ? nil : CommittedSettings(aliases: former)
  }
}

/// Which of the two wins when a task's folder and its `status` disagree.
///
/// Both say it, so that either may be edited by hand; what was changed since they last
/// agreed is what the person meant.
package struct Reconciliation: Hashable {
  /// The status that the task has.
  package var status: Status
  /// True when both were changed, so that somebody has to be told.
  package var isContested: Bool

  /// - Parameters:
  ///   - folder: The folder that the file is in.
  ///   - text: What the file's front matter says; nil when it says nothing.
  ///   - agreed: What both said when they last agreed; nil when they never did.
  package init(folder: Status, text: Status?, agreed: Status?) {
    guard let text, text != folder else {
      self.init(status: folder, isContested: false)
      return
    }
    let onlyTextChanged = agreed == folder
    let onlyFolderChanged = agreed == text
    self.init(
      status: onlyTextChanged ? text : folder,
      isContested: !onlyTextChanged && !onlyFolderChanged)
  }

  private init(status: Status, isContested: Bool) {
    self.status = status
    self.isContested = isContested
  }
}

extension Store {
  /// Reads every task from its file; nothing is written.
  ///
  /// A file that can't be read or understood is a task all the same, with a problem.
  /// - Throws: ``MemoError`` when a folder can't be listed.
  public func read() throws(MemoError) -> Snapshot {
    try readFiles { (snapshot) throws(MemoError) in
      try reconcileStatuses(of: &snapshot) { () throws(MemoError) in
        // Where nothing is recorded, as in a copy without git, they never agreed.
        try gitFolder == nil ? nil : recordedPast()
      }
    }
  }

  /// Finds the status of tasks whose folder and text disagree; the files stay as they are.
  ///
  /// - Parameter recorded: What is known of these files' past; asked only where it is needed.
  func reconcileStatuses(
    of snapshot: inout Snapshot, by recorded: () throws(MemoError) -> CommittedHistory?
  ) throws(MemoError) {
    guard snapshot.tasks.contains(where: \.disagrees) else { return }
    let past = try recorded()
    // Set once: an array that is set entry by entry in its place is copied at each.
    var tasks = snapshot.tasks
    for index in tasks.indices where tasks[index].disagrees {
      tasks[index].status =
        Reconciliation(
          folder: tasks[index].folderStatus, text: tasks[index].statusInText,
          agreed: try past?.lastAgreement(on: tasks[index]) ?? nil
        ).status
    }
    snapshot.tasks = tasks
  }

  private func recordedPast() throws(MemoError) -> CommittedHistory {
    let git = try git()
    let head = try git.head()
    return CommittedHistory(self, git, of: head.commit)
  }
}

extension StoredTask {
  /// Whether the front matter names another status than the folder does.
  package var disagrees: Bool { statusInText.map { $0 != folderStatus } ?? false }
}
