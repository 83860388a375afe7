internal import Git
public import StoreFiles
internal import TaskFile

extension Store {
  /// Reads all tasks without writing anything.
  ///
  /// A broken or unreadable file is a task with a problem.
  /// - Throws: ``MemoError`` if a folder can't be listed.
  public func read() throws(MemoError) -> Snapshot {
    try readFiles { (snapshot) throws(MemoError) in
      try reconcileStatuses(of: &snapshot) { () throws(MemoError) in
        // Without git, folder and text never agreed.
        guard gitFolder != nil else { return nil }
        let git = try git()
        return CommittedHistory(self, git, of: try git.head().commit)
      }
    }
  }

  /// Sets the status of tasks whose folder and text disagree, but not in their files.
  ///
  /// - Parameter recorded: The history of these files, read only if needed.
  func reconcileStatuses(
    of snapshot: inout Snapshot, by recorded: () throws(MemoError) -> CommittedHistory?
  ) throws(MemoError) {
    guard snapshot.tasks.contains(where: \.disagrees) else { return }
    let past = try recorded()
    // Changing elements of the property in place would copy the array each time.
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
}

extension StoredTask {
  package var disagrees: Bool { statusInText.map { $0 != folderStatus } ?? false }
}
