package import Git
public import StoreFiles
package import TaskFile

/// The history of a commit's files, for comparing other files with them.
///
/// Read when first needed.
package struct CommittedHistory {
  private let store: Store
  private let git: StoreGit
  private let head: ObjectID?
  private let undone = UndoneAdoptions()

  /// - Parameter head: The commit; nil before the first one.
  package init(_ store: Store, _ git: StoreGit, of head: ObjectID?) {
    (self.store, self.git, self.head) = (store, git, head)
  }

  /// Finds paths that are free on the disk and in the commit.
  ///
  /// - Parameter absent: Tasks of the commit that are neither here nor deleted.
  package func freePaths(besides tasks: [StoredTask], absent: Set<PathKey>) -> FreePaths {
    git.freePaths(besides: tasks, in: head, absent: absent)
  }

  /// The folders of the store that can't be written.
  package var closedFolders: ClosedFolders { ClosedFolders(git) }

  /// Whether a git filter applies to a path, so that it can't be committed.
  package func isFiltered(_ path: String) throws(MemoError) -> Bool {
    try git.run("read the attributes", git.repository.isFiltered(git.repositoryPath(path)))
  }

  /// The id that a file without one had before: in the commit, or earlier.
  package func lostID(at path: String) throws(MemoError) -> TaskID? {
    guard let change = try history()?.present(at: path), case .id(let id) = change.task else {
      return nil
    }
    return id
  }

  /// Whether a task ever had this id.
  package func has(_ id: TaskID) throws(MemoError) -> Bool { try history()?.has(id) ?? false }

  /// The commit that wrote the present version of a file, equal in all clones.
  package func origin(at path: String) throws(MemoError) -> ObjectID? {
    guard let history = try history(), let recorded = try history.present(at: path) else {
      return nil
    }
    return try history.commit(at: recorded.position)?.id
  }

  /// The id that every clone gives to a file of the commit.
  ///
  /// It is computed from the commit and path in which the file began, so that clones agree.
  ///
  /// - Returns: Nil if the history doesn't reach so far.
  package func sharedID(at path: String) throws(MemoError) -> TaskID? {
    try history()?.present(at: path)?.standing.birth
  }

  /// Whether an undo or a redo wrote the present version of a file.
  ///
  /// Normalizing it at once would revert what somebody has just decided.
  package func isBroughtBack(at path: String) throws(MemoError) -> Bool {
    guard let origin = try origin(at: path) else { return false }
    return UndoMark(try git.commit(origin).message) != nil
  }

  /// Whether an undo removed the new id of a copy, so that two files have one id again.
  ///
  /// A file that was restored otherwise is an ordinary copy.
  package func isDoubledByUndo(at path: String) throws(MemoError) -> Bool {
    guard let head, let origin = try origin(at: path),
      let mark = UndoMark(try git.commit(origin).message), mark.kind == .undo
    else { return false }
    for name in mark.names where try git.operation(name, behind: head)?.kind == .fix {
      return true
    }
    return false
  }

  /// Whether an undo of an adoption wrote the present version of a file, so that it has no id on
  /// purpose.
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

  /// The status of the newest version of a task in which folder and text agreed.
  package func lastAgreement(on task: StoredTask) throws(MemoError) -> Status? {
    guard let change = try history()?.present(of: task) else { return try agreement(onNew: task) }
    return change.standing.agreed
  }

  /// The same for a file that was never committed: the folder's status, if an alias for the text's
  /// status is new; for a copy, the status of its original.
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

  /// Whether the aliases differ from those of the commit.
  package func hasNewWords() throws(MemoError) -> Bool {
    try head.map { commit throws(MemoError) in try git.otherWords(in: commit) != nil } ?? false
  }

  /// Of several files with one id, the one that had it first, equal in all clones.
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
        // If a merge kept two paths, the one where the file was before.
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

/// The undos of adoptions.
///
/// Each is looked up once, for thousands of files.
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

/// The history of the files in another program's folder.
package struct ForeignHistory {
  private let history: History?

  /// - Parameters:
  ///   - folder: Relative to the store.
  ///   - head: The commit; nil before the first one.
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

/// The aliases in the settings of a commit.
package struct CommittedSettings {
  /// Nil for none.
  let aliases: FieldAliases?

  /// Whether a task's text agreed with its folder at that time.
  ///
  /// An unknown word counts as no status.
  package func agreed(_ document: TaskDocument, with folder: Status) -> Bool {
    let status = TaskDocument(document.bytes, aliases).itemOfFields.status
    return status.map { $0 == folder } ?? true
  }
}

extension StoreGit {
  /// The aliases at the time of a commit.
  ///
  /// - Returns: Nil if they are the present ones, or if there was no store.
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

/// Decides between a task's folder and its `status` if they disagree.
///
/// Either can be edited by hand. The one that changed since they last agreed wins.
package struct Reconciliation: Hashable {
  /// The status of the task.
  package var status: Status
  /// Whether both changed.
  ///
  /// Then the user is notified.
  package var isContested: Bool

  /// - Parameters:
  ///   - folder: The folder of the file.
  ///   - text: The status in the front matter; nil if there is none.
  ///   - agreed: The status when both last agreed; nil if they never did.
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
  /// Reads all tasks.
  ///
  /// Writes nothing.
  ///
  /// A broken or unreadable file is a task with a problem.
  /// - Throws: ``MemoError`` if a folder can't be listed.
  public func read() throws(MemoError) -> Snapshot {
    try readFiles { (snapshot) throws(MemoError) in
      try reconcileStatuses(of: &snapshot) { () throws(MemoError) in
        // Without git, they never agreed.
        try gitFolder == nil ? nil : recordedPast()
      }
    }
  }

  /// Sets the status of tasks whose folder and text disagree.
  ///
  /// Files stay unchanged.
  ///
  /// - Parameter recorded: The history of these files, read only if needed.
  func reconcileStatuses(
    of snapshot: inout Snapshot, by recorded: () throws(MemoError) -> CommittedHistory?
  ) throws(MemoError) {
    guard snapshot.tasks.contains(where: \.disagrees) else { return }
    let past = try recorded()
    // Assigned once, since changing elements in place would copy the array each time.
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
  /// Whether the front matter has another status than the folder.
  package var disagrees: Bool { statusInText.map { $0 != folderStatus } ?? false }
}
