internal import Git
public import StoreFiles
internal import TaskFile
internal import TaskHistory

extension Store {
  /// What there is to say of a task of the last commit whose file is not here, to whoever names it:
  /// somebody deleted it by hand, which is not recorded yet, or it was never checked out.
  ///
  /// - Parameter snapshot: The tasks as they are now.
  /// - Returns: An error of kind `notFound`; nil where no such task is meant.
  /// - Throws: ``MemoError``
  public func absence(of name: String, _ snapshot: Snapshot) throws(MemoError) -> MemoError? {
    guard let task = try absentTask(named: name, snapshot) else { return nil }
    let git = try git()
    let edits = try findHandEdits(snapshot, git, since: git.head().commit, on: .preview)
    func isMeant(_ path: String) -> Bool { path.isSamePath(as: task.path) }
    // As it can be typed.
    let isWord = task.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    let word = isWord ? task.name : task.id?.text ?? "\"\(task.path)\""
    var hints = [
      "'memo show \(word.quotedForShell) --at HEAD' shows it as it was; 'memo log \(word.quotedForShell)' tells its past"
    ]
    let isDeleted = edits.tasks.contains { task in
      task.after == nil && task.before.map { isMeant($0.path) } == true
    }
    if isDeleted {
      hints.insert("'memo restore \(word.quotedForShell)' brings it back", at: 0)
    } else if edits.missing.contains(where: isMeant) {
      hints.append(FileDifferences.notice(ofMissing: edits.missing))
    } else if edits.leftOut.contains(where: isMeant),
      WorkTree.status(at: "\(git.repository.gitDirectory)/info/sparse-checkout") != nil
    {
      hints.append(
        "a sparse checkout leaves it out: 'git sparse-checkout add' widens that, "
          + "'git sparse-checkout disable' ends it")
    }
    return MemoError(
      .notFound, "'\(task.title)' is in the last commit, and its file is not here",
      details: [task.path], hints: hints)
  }
}
