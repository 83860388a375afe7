internal import Git
public import Query
internal import Recording
public import StoreFiles
internal import TaskFile
internal import TaskHistory

extension Store {
  /// Opens the store for a command in `directory`.
  ///
  /// It is the first of: the nearest store in or above the directory; at the top of a repository,
  /// the only store in it; `$MEMO_DIR`; `store:` in `~/.config/memo/config.yml`.
  /// - Throws: ``MemoError`` of kind `noStore` if none exists.
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

  /// The nearest store in this folder or above.
  ///
  /// - Parameter ceilings: Folders at which the search stops.
  /// - Throws: ``MemoError`` of kind `noStore` if a store in the last commit lacks its marker file
  ///   on disk. memo then doesn't search further up.
  static func enclosingStore(
    of directory: String, ceilings: Set<String>
  ) throws(MemoError) -> String? {
    guard var folder = WorkTree.resolved(directory) else {
      // The folder is unreadable, so it could be a store.
      _ = try isSomething(at: directory)
      return nil
    }
    var passed: [String] = []
    while true {
      if try isSomething(at: Paths.join(folder, marker)) { return folder }
      passed.append(folder)
      // A store lies in one work tree, so only this one's commit can have its marker file.
      if try isSomething(at: Paths.join(folder, ".git")) {
        try checkNoMarkIsGone(passed)
        passed = []
      }
      guard folder != "/" else { return nil }
      folder = Paths.parent(of: folder)
      if ceilings.contains(folder) { return nil }
    }
  }

  /// Throws if HEAD has the marker file of a store, but the disk doesn't.
  ///
  /// To save time, git is asked only if `.git/memo` or `.memo` exists, or the checkout is sparse.
  /// - Parameter folders: The folders from the start of the search up to the top of the work tree.
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
        .noStore, "the mark of the store in \(folder) is absent: somebody deleted \(marker)",
        details: ["the last commit has it, and the tasks are where they were"],
        hints: [
          "'git -C \(folder.quotedForShell) checkout HEAD -- \(marker)' brings it back",
          "if this is to be no store any more, commit that with git",
        ])
    }
  }

  /// The only store in a direct subfolder of a repository's top folder.
  ///
  /// - Throws: ``MemoError`` of kind `ambiguous` for several stores. Also ``MemoError`` if the
  ///   only candidates are unreadable.
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
    // A readable store wins over unreadable folders.
    if stores.isEmpty, let hidden { throw hidden }
    guard stores.count > 1 else { return stores.first }
    throw MemoError(
      .ambiguous, "this repository has several stores", details: stores,
      hints: ["'memo -C FOLDER …' takes one of them"])
  }

  /// - Throws: ``MemoError`` if the path is unreadable. If it counted as absent, memo could use a
  ///   store further up by mistake.
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
  /// The filter with the facts from the history, the store and git's configuration inserted.
  ///
  /// The result needs only a task and a time. Only facts that the filter uses are looked up.
  /// - Parameters:
  ///   - tasks: The tasks to match.
  ///   - commit: The full name of the tasks' commit; nil for the present.
  /// - Throws: ``MemoError`` if a fact can't be read.
  public func lookedUp(
    _ filter: Filter, among tasks: [StoredTask], at now: LocalTime, commit: String? = nil
  ) throws(MemoError) -> Filter {
    let questions = filter.questions
    guard !questions.isEmpty else { return filter }
    return filter.answered(
      try facts(for: questions, among: tasks, commit: commit), among: tasks, at: now)
  }

  /// The facts that a filter needs.
  ///
  /// - Parameters:
  ///   - tasks: The tasks to match.
  ///   - commit: The full name of the tasks' commit; nil for the present.
  /// - Throws: ``MemoError`` if a fact can't be read.
  public func facts(
    for questions: Set<Filter.Question>, among tasks: [StoredTask], commit: String? = nil
  ) throws(MemoError) -> FilterFacts {
    var facts = FilterFacts()
    if questions.contains(.completed) {
      facts.completed = try completionTimes(of: tasks, at: commit)
    }
    if questions.contains(.changed) {
      let changes = try changeCounts(of: tasks, at: commit)
      for (path, change) in changes.all { facts.changed[path] = change.last }
    }
    if questions.contains(.links) {
      // `tasks` may be former tasks, which block nothing.
      facts.links = TaskLinks(commit == nil ? try read().tasks : tasks)
    }
    if questions.contains(.names) { facts.names = try userNames() }
    return facts
  }
}

extension Store {
  /// The shell command for long output: `GIT_PAGER`, git's `core.pager`, `PAGER`, or `less`.
  ///
  /// - Returns: Nil if the command is empty or `cat`.
  public func pager() throws(MemoError) -> String? {
    var command = environment.variables["GIT_PAGER"]
    if command == nil {
      command = try git().run("read core.pager") { repository throws(GitError) in
        try repository.string("core.pager")
      }
    }
    let found = command ?? environment.variables["PAGER"] ?? "less"
    return found.isEmpty || found == "cat" ? nil : found
  }
}
