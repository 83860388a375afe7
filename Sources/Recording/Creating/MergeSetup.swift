internal import Git
public import StoreFiles

/// The setup of git's merge driver.
///
/// The store's `.gitattributes` has an attribute for task files, and each clone's configuration has
/// a driver.
package enum MergeSetup {
  package static let attributesFile = ".gitattributes"
  fileprivate static let attribute = "merge=memo"
  fileprivate static let nameKey = "merge.memo.name"
  fileprivate static let driverKey = "merge.memo.driver"
  fileprivate static let name = "memo: tasks, field by field"

  /// The driver, for git's shell.
  ///
  /// `memo` is found in `PATH`, so that upgrades don't break it. If memo is missing or fails, `git
  /// merge-file` merges lines. Without that, git would keep our version without a marker.
  static let driver =
    "memo merge-file %O %A %B %P %L || "
    + "{ test $? -gt 1 && git merge-file -L HEAD -L base -L theirs %A %O %B; }"

  static let lines = ["todo", "doing", "done"].map { "\($0)/**/*.md \(attribute)" }

  /// A store's attributes with missing lines added; nil if none are missing.
  ///
  /// - Parameters:
  ///   - staged: The attributes in the index, which libgit2 reads, too.
  ///   - said: git's present merge attribute of a task.
  static func attributes(_ text: [UInt8]?, staged: [UInt8]?, said: String?) -> [UInt8]? {
    var text = text ?? []
    let wanted = Array(attribute.utf8)
    let isGone = said == "memo" && !text.contains(wanted) && staged?.contains(wanted) == true
    guard said == nil || isGone else { return nil }
    let newline = text.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
    if let last = text.last, last != UInt8(ascii: "\n") { text += Array(newline.utf8) }
    return text + Array(lines.map { $0 + newline }.joined().utf8)
  }
}

extension StoreGit {
  /// git's merge attribute of a task.
  func mergeAttribute() throws(MemoError) -> String? {
    try run(
      "read the attributes", repository.attribute("merge", of: repositoryPath("todo/memo/memo.md")))
  }

  /// Sets up the clone's merge driver.
  ///
  /// - Returns: Whether it was missing.
  package func setUpDriver() throws(MemoError) -> Bool {
    guard try MergeSetup.obstacle(driver()) != nil else { return false }
    try run("set up the merge driver") { repository throws(GitError) in
      // In this order, since git fails for a driver without a command.
      try repository.set(MergeSetup.driverKey, to: MergeSetup.driver)
      try repository.set(MergeSetup.nameKey, to: MergeSetup.name)
    }
    return true
  }

  fileprivate func driver() throws(MemoError) -> String? {
    try run("read the configuration", repository.string(MergeSetup.driverKey))
  }
}

extension MergeSetup {
  /// The reason why the configured driver doesn't merge tasks with memo; nil if it does.
  ///
  /// Another command is accepted if its program exists.
  fileprivate static func obstacle(_ driver: String?) -> String? {
    guard let driver, !driver.isEmpty else { return "this clone has no merge driver for tasks" }
    let words = driver.split(separator: " ").map { $0.filter { !"'\"".contains($0) } }
    if let program = words.first, program.hasPrefix("/"), !Store.isProgram(program) {
      return "this clone's merge driver is \(program), which is not there"
    }
    guard words.contains("merge-file"), words.contains("%A") else {
      return "this clone's merge driver is '\(driver)'"
    }
    return nil
  }
}

extension Store {
  /// A notice if git merges tasks as text in this clone, though the store has the attribute; nil
  /// otherwise.
  ///
  /// Usually it only reads the configuration file, without libgit2.
  public func mergeNotice() -> String? {
    mergeObstacle().map { "\($0), so git merges tasks as plain text; 'memo init' sets it up" }
  }

  private func mergeObstacle() -> String? {
    let wanted = Array(MergeSetup.attribute.utf8)
    guard let attributes = WorkTree.content(at: "\(root)/\(MergeSetup.attributesFile)"),
      attributes.contains(wanted)
    else { return nil }
    if let folder = gitFolder?.common, let config = WorkTree.content(at: "\(folder)/config"),
      config.contains(Array("driver = \"\(MergeSetup.driver)\"".utf8))
    {
      return nil
    }
    // Without a repository nothing can be merged; others report that.
    guard let git = try? git(), let driver = try? git.driver() ?? "" else { return nil }
    // A detached checkout, as in CI, is only read. Others report a HEAD that can't be read.
    if case .detached? = try? git.repository.head(), git.repository.operationInProgress == nil {
      return nil
    }
    return MergeSetup.obstacle(driver)
  }
}
