internal import Git
public import StoreFiles

/// What makes git merge tasks with memo: an attribute of the task files, which is recorded in
/// the store, and a driver of that name in each clone's configuration.
package enum MergeSetup {
  package static let attributesFile = ".gitattributes"
  fileprivate static let attribute = "merge=memo"
  fileprivate static let nameKey = "merge.memo.name"
  fileprivate static let driverKey = "merge.memo.driver"
  fileprivate static let name = "memo: tasks, field by field"

  /// For git's shell.
  ///
  /// Found on `PATH`, so that it outlives every upgrade; where there is no memo, or one that
  /// can't do it, git's own merge of the lines takes its place. Without that git would leave
  /// our version as it is, and not show the other one.
  static let driver = driver("%O %A %B %P %L")

  /// What memo wrote before, and is as good but for branches that were merged crosswise.
  fileprivate static let formerDriver = driver("%O %A %B %P")

  /// A command that memo wrote, or the like, that isn't told when git merges ancestors.
  fileprivate static func isFormer(_ driver: String) -> Bool {
    driver == formerDriver || driver == "memo merge-file %O %A %B %P"
  }

  private static func driver(_ arguments: String) -> String {
    "memo merge-file \(arguments) || "
      + "{ test $? -gt 1 && git merge-file -L HEAD -L base -L theirs %A %O %B; }"
  }

  /// The lines that say which files are merged by memo.
  static let lines = ["todo", "doing", "done"].map { "\($0)/**/*.md \(attribute)" }

  /// A store's attributes with what they lack; nil where nothing is to be done.
  ///
  /// - Parameters:
  ///   - staged: As the index has them; libgit2 looks there, too, when lines are gone.
  ///   - said: What git says of a task's merging now.
  static func attributes(_ text: [UInt8]?, staged: [UInt8]?, said: String?) -> [UInt8]? {
    var text = text ?? []
    let wanted = Array(attribute.utf8)
    let isGone = said == "memo" && !text.holds(wanted) && staged?.holds(wanted) == true
    guard said == nil || isGone else { return nil }
    let newline = text.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
    if let last = text.last, last != UInt8(ascii: "\n") { text += Array(newline.utf8) }
    return text + Array(lines.map { $0 + newline }.joined().utf8)
  }
}

extension StoreGit {
  /// What git says of the merging of a task: `memo`, or what else somebody wants.
  func mergeAttribute() throws(MemoError) -> String? {
    try run(
      "read the attributes", repository.attribute("merge", of: repositoryPath("todo/memo/memo.md")))
  }

  /// Sets up the clone's merge driver.
  ///
  /// - Returns: Whether there was anything to do.
  package func setUpDriver() throws(MemoError) -> Bool {
    let driver = try driver()
    if MergeSetup.obstacle(driver) == nil, driver.map(MergeSetup.isFormer) != true { return false }
    try run("set up the merge driver") { repository throws(GitError) in
      // In this order: a driver without a command makes git give up.
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
  /// Why git would not merge tasks with memo, by the driver that the configuration names.
  ///
  /// A command of the user's own is as good, if its program is there.
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
  /// Says that git would merge the store's tasks as mere text in this clone, though the store
  /// asks for better; nil when it doesn't.
  ///
  /// libgit2 is not started where the configuration has what memo wrote.
  public func mergeNotice() -> String? {
    mergeObstacle().map { "\($0), so git merges tasks as mere text; 'memo init' sets it up" }
  }

  private func mergeObstacle() -> String? {
    let wanted = Array(MergeSetup.attribute.utf8)
    guard let attributes = WorkTree.content(at: "\(root)/\(MergeSetup.attributesFile)"),
      attributes.holds(wanted)
    else { return nil }
    if let folder = gitFolder?.common, let config = WorkTree.content(at: "\(folder)/config"),
      [MergeSetup.driver, MergeSetup.formerDriver].contains(where: {
        config.holds(Array("driver = \"\($0)\"".utf8))
      })
    {
      return nil
    }
    // Without a repository there is nothing to merge, and others say so.
    guard let git = try? git(), let driver = try? git.driver() ?? "" else { return nil }
    // A checkout that is on no branch, as for CI, is there to be read.
    if case .detached? = try? git.repository.head(), git.repository.operationInProgress == nil {
      return nil
    }
    return MergeSetup.obstacle(driver)
  }
}

extension [UInt8] {
  /// Whether these bytes stand somewhere in it.
  fileprivate func holds(_ part: [UInt8]) -> Bool {
    guard count >= part.count else { return false }
    return (0...(count - part.count)).contains { self[$0...].starts(with: part) }
  }
}
