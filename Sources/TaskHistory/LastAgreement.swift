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
    of snapshot: inout Snapshot, by recorded: () throws(MemoError) -> RecordedPast?
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

  private func recordedPast() throws(MemoError) -> RecordedPast {
    let git = try git()
    let head = try git.head()
    return RecordedPast(self, git, of: head.commit)
  }
}

extension StoredTask {
  /// Whether the front matter names another status than the folder does.
  package var disagrees: Bool { statusInText.map { $0 != folderStatus } ?? false }
}
