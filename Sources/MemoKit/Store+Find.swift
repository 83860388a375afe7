internal import Git
public import Query
internal import Recording
public import StoreFiles
internal import TaskFile
internal import TaskHistory

extension Store {
  /// Opens the store that a command started in `directory` means.
  ///
  /// That is the nearest store at or above the directory, as git looks for its repository; at the
  /// top of a repository the one in a folder there, if it is the only one; else `$MEMO_DIR`; else `store:` in the user's `~/.config/memo/config.yml`.
  /// - Throws: ``MemoError`` of kind `noStore` when there is none.
  public static func find(from directory: String, environment: Environment) throws(MemoError)
    -> Store
  {
    if let root = try enclosingStore(of: directory, ceilings: environment.ceilings) {
      return try open(root, environment: environment)
    }
    if let root = try storeBelow(directory) {
      return try open(root, environment: environment)
    }
    if let path = environment.variables["MEMO_DIR"], !path.isEmpty {
      return try open(path, of: "MEMO_DIR", from: directory, environment: environment)
    }
    if let folder = environment.settingsFolder, let path = try usualStore(environment) {
      return try open(
        path, of: Paths.join(folder, "config.yml"), from: folder, environment: environment)
    }
    throw MemoError(
      .noStore, "there is no memo store here or in any folder above",
      hints: [
        "'memo init' makes one here, 'memo clone URL' brings one",
        "MEMO_DIR, or 'store: PATH' in ~/.config/memo/config.yml, names one for everywhere",
      ])
  }

  /// The nearest folder at or above this one that is marked as a store.
  ///
  /// - Parameter ceilings: Folders that are not looked into on the way up.
  /// - Throws: ``MemoError`` of kind `noStore` where one was here and its mark is gone: what is
  ///   further up is not meant.
  static func enclosingStore(
    of directory: String, ceilings: Set<String>
  ) throws(MemoError) -> String? {
    guard var folder = WorkTree.resolved(directory) else {
      // What can't be seen may well be there, and a store in it.
      _ = try isSomething(at: directory)
      return nil
    }
    var passed: [String] = []
    while true {
      if try isSomething(at: Paths.join(folder, marker)) { return folder }
      passed.append(folder)
      // The work tree of a repository ends here, and so would a store in it.
      if try isSomething(at: Paths.join(folder, ".git")) {
        try checkNoMarkIsGone(passed)
        passed = []
      }
      guard folder != "/" else { return nil }
      folder = Paths.parent(of: folder)
      if ceilings.contains(folder) { return nil }
    }
  }

  /// Says so where the last commit has the mark of a store that is not on the disk any more.
  ///
  /// git is asked only where a store has been: memo has a folder in `.git`, or what is left of
  /// its own in the work tree. And where a new clone leaves out most folders.
  /// - Parameter folders: On the way up to the top of a repository's work tree.
  private static func checkNoMarkIsGone(_ folders: [String]) throws(MemoError) {
    guard let top = folders.last else { return }
    var isKnown = try isSomething(at: Paths.join(top, ".git/memo"))
    if !isKnown { isKnown = try isSomething(at: Paths.join(top, ".git/info/sparse-checkout")) }
    for folder in folders where !isKnown {
      isKnown = try isSomething(at: Paths.join(folder, Paths.parent(of: marker)))
    }
    guard isKnown else { return }
    let doing = "see whether \(top) is a store"
    guard let repository = try MemoError.rethrowing(doing: doing, Repository.discover(from: top)),
      let commit = try MemoError.rethrowing(doing: doing, repository.head()).commit
    else { return }
    for folder in folders {
      guard let inside = Paths.relative(folder, to: top) else { continue }
      let mark = Paths.join(inside, marker)
      guard try MemoError.rethrowing(doing: doing, repository.entry(at: mark, in: commit)) != nil
      else { continue }
      if try MemoError.rethrowing(doing: doing, repository.isSparse(mark)) {
        let settings = Paths.parent(of: mark).quotedForShell
        throw MemoError(
          .noStore, "the mark of the store in \(folder) is not here",
          details: ["a sparse checkout leaves out \(mark)"],
          hints: ["'git -C \(top.quotedForShell) sparse-checkout add \(settings)' brings it"])
      }
      throw MemoError(
        .noStore, "the mark of the store in \(folder) is gone: somebody has deleted \(marker)",
        details: ["the last commit has it, and the tasks are where they were"],
        hints: [
          "'git -C \(folder.quotedForShell) checkout HEAD -- \(marker)' brings it back",
          "if this is to be no store any more, commit that with git",
        ])
    }
  }

  /// The store in a folder of a repository's top.
  ///
  /// - Throws: ``MemoError`` of kind `ambiguous` where there are several, and where there may be one
  ///   that can't be seen.
  private static func storeBelow(_ directory: String) throws(MemoError) -> String? {
    guard let top = WorkTree.resolved(directory), try isSomething(at: Paths.join(top, ".git"))
    else { return nil }
    var stores: [String] = []
    var hidden: MemoError?
    for name in try MemoError.rethrowing(WorkTree.knownNames(in: top)) where !name.hasPrefix(".") {
      let folder = Paths.join(top, name)
      do throws(MemoError) {
        if try isSomething(at: Paths.join(folder, marker)) { stores.append(folder) }
      } catch {
        hidden = hidden ?? error
      }
    }
    // One that is seen is meant, as if the others weren't there.
    if stores.isEmpty, let hidden { throw hidden }
    guard stores.count > 1 else { return stores.first }
    throw MemoError(
      .ambiguous, "this repository has several stores", details: stores,
      hints: ["'memo -C FOLDER …' takes one of them"])
  }

  /// - Throws: ``MemoError`` where nobody can tell: what can't be seen is not taken for missing, since
  ///   something else further up would be taken in its place.
  private static func isSomething(at path: String) throws(MemoError) -> Bool {
    try MemoError.rethrowing(WorkTree.knownStatus(at: path)) != nil
  }

  private static func open(
    _ path: String, of source: String, from directory: String, environment: Environment
  ) throws(MemoError) -> Store {
    do throws(MemoError) {
      return try open(
        Paths.absolute(path, from: directory, home: environment.home), environment: environment)
    } catch {
      var error = error
      error.details.append("\(source) names \(path)")
      throw error
    }
  }

  /// - Throws: ``MemoError`` where nobody can tell which one it is.
  private static func usualStore(_ environment: Environment) throws(MemoError) -> String? {
    do throws(MemoError) {
      return try UserSettings(environment).store
    } catch {
      throw MemoError(
        .noStore, error.message, details: ["no store is here, and that file may name one"],
        hints: error.hints)
    }
  }
}

extension Store {
  /// A filter with what only the history, the store as a whole or git's configuration know put
  /// in; afterwards it needs only a task and a moment.
  ///
  /// Only what it asks for is looked up, and for most filters that is nothing.
  /// - Parameters:
  ///   - tasks: All that it will be asked about.
  ///   - commit: The commit's full name as of which they are; nil for the present.
  /// - Throws: ``MemoError``
  public func lookedUp(
    _ filter: Filter, among tasks: [StoredTask], at now: LocalTime, commit: String? = nil
  ) throws(MemoError) -> Filter {
    let questions = filter.questions
    guard !questions.isEmpty else { return filter }
    return filter.answered(
      try facts(for: questions, among: tasks, commit: commit), among: tasks, at: now)
  }

  /// What some questions are answered with.
  ///
  /// - Parameters:
  ///   - tasks: About which is asked.
  ///   - commit: The commit's full name as of which they are; nil for the present.
  /// - Throws: ``MemoError``
  public func facts(
    for questions: Set<Filter.Question>, among tasks: [StoredTask], commit: String? = nil
  ) throws(MemoError) -> FilterFacts {
    var facts = FilterFacts()
    if questions.contains(.completed) {
      facts.completed = try completionTimes(of: tasks, at: commit)
    }
    if questions.contains(.changed) { facts.changed = try changeTimes(of: tasks, at: commit) }
    if questions.contains(.links) {
      // Tasks of the past may be among those that are asked about, and block nothing.
      facts.links = TaskLinks(commit == nil ? try read().tasks : tasks)
    }
    if questions.contains(.names) { facts.names = try userNames() }
    return facts
  }
}

/// What git's configuration and variables say about output on a terminal.
extension Store {
  /// The command that shows long output, for a shell, found as git finds it.
  ///
  /// `GIT_PAGER`, git's `core.pager`, `PAGER`, and `less`.
  /// - Returns: Nil where nothing is to be shown page by page: for an empty one, and `cat`.
  public func pager() throws(MemoError) -> String? {
    var command = environment.variables["GIT_PAGER"]
    if command == nil { command = try setting("core.pager") }
    let found = command ?? environment.variables["PAGER"] ?? "less"
    return found.isEmpty || found == "cat" ? nil : found
  }

  /// Whether git's `color.ui` wants colors always (true) or never (false); nil when a terminal
  /// gets them.
  public func wantsColor() throws(MemoError) -> Bool? {
    switch try setting("color.ui")?.lowercased() {
    case "always": true
    case "never", "false", "no", "off", "0": false
    default: nil
    }
  }

  private func setting(_ key: String) throws(MemoError) -> String? {
    try git().run("read \(key)") { repository throws(GitError) in try repository.string(key) }
  }
}
