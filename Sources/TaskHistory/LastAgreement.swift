internal import Git
public import StoreFiles
internal import TaskFile

extension Store {
  /// Reads every task from its file; nothing is written.
  ///
  /// A file that can't be read or understood is a task all the same, with a problem.
  /// - Throws: ``MemoError`` when a folder can't be listed.
  public func read() throws(MemoError) -> Snapshot {
    try readFiles { (snapshot) throws(MemoError) in
      try reconcileStatuses(of: &snapshot) { (snapshot) throws(MemoError) in
        // Where nothing is recorded, as in a copy without git, they never agreed.
        try gitFolder == nil ? nil : recordedPast(comparing: snapshot)
      }
    }
  }

  /// Finds the status of tasks whose folder and text disagree; the files stay as they are.
  ///
  /// - Parameter recorded: What is known of these files' past; asked only where it is needed.
  func reconcileStatuses(
    of snapshot: inout Snapshot, by recorded: (Snapshot) throws(MemoError) -> RecordedPast?
  ) throws(MemoError) {
    guard snapshot.tasks.contains(where: \.disagrees) else { return }
    let past = try recorded(snapshot)
    for index in snapshot.tasks.indices where snapshot.tasks[index].disagrees {
      let task = snapshot.tasks[index]
      snapshot.tasks[index].status =
        Reconciliation(
          folder: task.folderStatus, text: task.statusInText,
          agreed: try past?.lastAgreement(on: task) ?? nil
        ).status
    }
  }

  private func recordedPast(comparing snapshot: Snapshot) throws(MemoError) -> RecordedPast {
    let git = try git()
    let head = try git.head()
    return RecordedPast(self, git, of: head.commit, comparing: snapshot)
  }
}

extension StoredTask {
  /// Whether the front matter names another status than the folder does.
  package var disagrees: Bool { statusInText.map { $0 != folderStatus } ?? false }
}
