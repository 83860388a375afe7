internal import MemoKit
internal import Terminal

/// The tasks of a command: named one by one, or found by a filter.
struct Bulk {
  /// Which tasks a filter without a status finds.
  enum Scope { case open, done, conflicts }

  let words: [String]
  var scope = Scope.open
  /// The question before many tasks change: "Move 12 tasks to done"; nil if nothing changes.
  var question: ((_ tasks: String) -> String)?
  /// Other changes to show with the question.
  var consequences: (_ tasks: [StoredTask], Snapshot) -> [String] = { _, _ in [] }
  /// Whether to ask about named tasks, too, and on a terminal about a single one.
  var asksAlways = false
  /// Whether the command changes tasks and refuses vague words.
  var isChange = true
  /// The commit that the tasks are from; nil for the present.
  var commit: String?

  /// Whether the words are a filter, not names of tasks.
  var isFilter: Bool { words.contains(where: Filter.isFilterWord) }

  /// The names of the tasks, for the store.
  ///
  /// - Throws: `MemoError` if a filter finds nothing, if a word could be a name or a filter, or if
  ///   the user refuses.
  func names(in store: Store, _ context: Context) throws -> [String] {
    let mayBeTitle = words.count > 1 && words.contains(where: Snapshot.mayBeOfTitle)
    guard isFilter || mayBeTitle || context.canAsk || asksAlways && !context.options.yes else {
      return words
    }
    return try names(of: store.read(), in: store, at: context.now, context)
  }

  /// - Parameter now: The time for words such as `today`.
  func names(
    of snapshot: Snapshot, in store: Store, at now: LocalTime, _ context: Context
  ) throws -> [String] {
    let folder = context.folder(in: store)
    guard isFilter else { return try named(snapshot, folder, context) }
    try context.checkTags(words, among: snapshot.tasks)
    try checkClear(snapshot, folder)
    let filter = try Selection.filter(words, store, at: now, among: snapshot.tasks, commit: commit)
    if isChange {
      try Selection.checkComplete(words, at: now)
      if !filter.selectsTasks { throw everythingBut }
    }
    let matching = snapshot.tasks.filter { filter.matches($0, at: now) }
    let isOfAnyStatus = filter.mentionsStatus && scope != .conflicts
    let tasks = SortOrder.standard.sorted(
      matching.filter { task in
        (isOfAnyStatus || isMeant(task)) && (scope != .open || !filter.hides(task, at: now))
      }, at: now)
    guard !tasks.isEmpty else {
      throw nothing(
        matching.count, waits: matching.contains { filter.hides($0, at: now) },
        Suggestions.strangers(in: filter, of: snapshot.tasks))
    }
    if isChange { try checkSaid(of: tasks) }
    let on = isChange ? try store.context() : nil
    let beyond = try Self.note(of: tasks, beyond: on, store, at: now, snapshot)
    let isSaid = context.options.yes ? false : try confirm(tasks, snapshot, context, on, beyond)
    if !isSaid { context.notify(beyond.map { "\($0.sanitized)\n" }.joined()) }
    let doubles = Dictionary(grouping: tasks.compactMap(\.id), by: { $0 }).filter { $1.count > 1 }
    return tasks.map { task in
      task.id.flatMap { doubles[$0] == nil ? $0.text : nil } ?? task.path
    }
  }

  /// Reads words without a filter: each is a name, or all are words of one title.
  private func named(
    _ snapshot: Snapshot, _ folder: String?, _ context: Context
  ) throws -> [String] {
    let use: NameUse = !isChange ? .reading : scope == .done ? .reopening : .changing
    let choice = TaskChoice(snapshot: snapshot, folder: folder, use: use, context: context)
    let meaning = snapshot.meaning(of: words, from: folder, for: use)
    let names =
      switch meaning {
      case .each, .parts: try words.map(choice.name)
      case .title(let task): [snapshot.ownName(of: task)]
      case .unclear(let tasks): [try choice.name(words.joined(separator: " "), among: tasks)]
      }
    guard !context.options.yes else { return names }
    if asksAlways {
      try confirm(
        try snapshot.tasks(named: names, from: folder, for: use), snapshot, context)
    } else if case .parts(let tasks) = meaning {
      try confirm(tasks, snapshot, context, isChance: true)
    }
    return names
  }

  private func isMeant(_ task: StoredTask) -> Bool {
    switch scope {
    case .open: task.status != .done
    case .done: task.status == .done
    case .conflicts: task.conflictNotes > 0
    }
  }

  /// Refuses a word that could be a name or a filter, and a mix of both.
  private func checkClear(_ snapshot: Snapshot, _ folder: String?) throws(MemoError) {
    for word in words {
      guard let task = snapshot.task(called: word, from: folder) else { continue }
      if Filter.isFilterWord(word) {
        throw MemoError(
          .refused, "'\(word)' is a filter, and also the name of a task",
          details: ["\(task.id?.text ?? "-")  \(task.title)  (\(task.path))"],
          hints: ["name the task by its id or path; '(\(word))' is the filter"])
      }
      let other = words.first(where: Filter.isFilterWord) ?? ""
      throw MemoError(
        .refused, "'\(word)' names a task and '\(other)' is a filter; use one or the other",
        hints: [
          task.id?.text.hasPrefix(word) == true
            ? "id:\(word) is the task as a filter, title:\(word) searches titles"
            : "path:\(task.path) is the task as a filter, title:\(word) searches titles"
        ])
    }
  }

  /// Words of titles must match as exactly beside a filter as without one: `low +home` must not
  /// change "Follow up".
  private func checkSaid(of tasks: [StoredTask]) throws(MemoError) {
    let isPlain = !words.contains { word in
      ["and", "or", "not"].contains(word.lowercased())
        || word.contains { "()\"'".contains($0) || $0.isWhitespace }
    }
    let bare = words.filter { !Filter.isFilterWord($0) }
    guard isPlain, let title = TitleWords(bare.joined(separator: " ")) else { return }
    let vague = tasks.filter { title.best(of: [$0], for: .changing).isEmpty }
    guard !vague.isEmpty else { return }
    let meant = words.map { Filter.isFilterWord($0) ? $0 : "title:\($0)" }
    var failure = MemoError.vague(bare.joined(separator: " "), vague.namedLines())
    failure.hints.append(
      "to find parts of words: " + meant.map(\.quotedForShell).joined(separator: " "))
    throw failure
  }

  private var everythingBut: MemoError {
    let text = words.joined(separator: " ")
    let isEither = text.lowercased().split(separator: " ").contains("or")
    return MemoError(
      .usage, "'\(text)' only excludes tasks",
      details: ["name tasks, or write a filter that finds some"],
      hints: [
        isEither
          ? "each part of an 'or' must find tasks by itself"
          : "'todo \(text)' changes only tasks in todo",
        "'memo list' with the same words shows them",
      ])
  }

  private func nothing(_ elsewhere: Int, waits: Bool, _ strangers: [String]) -> MemoError {
    let text = words.joined(separator: " ")
    var hints = strangers
    if elsewhere > 0 {
      switch scope {
      case .open where waits:
        hints += ["for waiting tasks, add 'waiting'"]
      case .open: hints += ["for done tasks, add 'done'"]
      case .done: hints += ["without a status, the filter finds only done tasks"]
      case .conflicts: hints += ["'memo conflicts' lists the tasks that have conflict notes"]
      }
    }
    return MemoError(
      .refused, "no task matches \(text)",
      hints: hints + ["'memo list' with the same words shows what a filter finds"])
  }
}

extension Bulk {
  /// Shows the tasks and asks.
  ///
  /// Without a terminal, `--yes` is needed.
  ///
  /// - Parameters:
  ///   - beyond: Lines about the context.
  ///   - isChance: Whether words meant as one title may be parts of several titles. Then it always
  ///     asks.
  /// - Returns: Whether it asked.
  @discardableResult
  private func confirm(
    _ tasks: [StoredTask], _ snapshot: Snapshot, _ context: Context,
    _ on: TaskContext? = nil, _ beyond: [String] = [], isChance: Bool = false
  ) throws(MemoError) -> Bool {
    let most = isChance || asksAlways && context.canAsk ? 0 : context.canAsk ? 3 : 1
    guard let question, tasks.count > most else { return false }
    let chance = "no title has '\(words.joined(separator: " "))', but each word is in another"
    let count = tasks.count.counted("task")
    let asked = question(tasks.count == 1 ? "'\(tasks[0].title)'" : count)
    let consequences = consequences(tasks, snapshot)
    guard context.canAsk else {
      let found = isFilter ? "the filter finds \(count)" : "these are \(count)"
      throw MemoError(
        .refused, isChance ? chance : "\(found), and memo can't ask without a terminal",
        details: [asked] + tasks.namedLines() + consequences + beyond,
        hints: (isChance ? ["ids, or paths, name several tasks"] : [])
          + ["--yes agrees"]
          + (isFilter
            ? ["'memo list\(on == nil ? "" : " --no-filter")' with the same words shows them"] : [])
      )
    }
    var page = Page(context)
    page.style = page.errorStyle
    let shown = tasks.prefix(Question.mostShown)
    var lines = isChance ? ["\(chance):".sanitizedLines] : []
    let prefixes = snapshot.shortestPrefixes(of: Array(shown))
    lines += TaskTable(Array(shown), prefixes, page).lines.joined()
    if shown.count < tasks.count { lines.append("… and \(tasks.count - shown.count) more") }
    lines += (consequences + beyond).map(\.sanitized)
    guard context.agrees(to: Question("\(asked.sanitized)?", above: lines)) else {
      throw MemoError.givenUp("nothing was changed")
    }
    return true
  }

  /// The note that tasks outside the context change; empty if there are none.
  private static func note(
    of tasks: [StoredTask], beyond on: TaskContext?, _ store: Store, at now: LocalTime,
    _ snapshot: Snapshot
  ) throws -> [String] {
    guard let on else { return [] }
    let filter = try Selection.filter(["@\(on.name)"], store, at: now, among: snapshot.tasks)
    let count = tasks.count { !filter.matches($0, at: now) }
    guard count > 0 else { return [] }
    return [
      "\(count.grouped) of \(tasks.count.counted("task")) not in the context \(on.name), "
        + "which applies to lists, not to changes"
    ]
  }
}
