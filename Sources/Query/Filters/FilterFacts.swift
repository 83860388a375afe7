internal import Git
public import StoreFiles
public import TaskFile

extension Store {
  /// Parses a filter, with the named filters of the store's settings.
  ///
  /// - Parameter tasks: The tasks with values of other tools that the filter may contain:
  ///   `In Progress` as a status. Not called for an empty filter.
  /// - Throws: ``FilterError`` with the position of the word.
  public func filter(
    _ words: [String], at now: LocalTime, among tasks: () -> [StoredTask] = { [] }
  ) throws(FilterError) -> Filter {
    // The tasks may include deleted ones, which take long to find.
    let vocabulary =
      words.isEmpty ? FilterVocabulary() : FilterVocabulary(settings.aliases, in: tasks())
    var parser = FilterParser(
      words, now: now, names: settings.filters, vocabulary: vocabulary)
    return try parser.parse()
  }

  /// The key in git's configuration for the clone's default filter.
  public static let defaultFilterKey = "memo.filter"

  /// The clone's default filter for lists and boards; nil if git's configuration has none.
  ///
  /// - Throws: ``MemoError`` if git's configuration can't be read.
  public func defaultFilter() throws(MemoError) -> String? {
    try configured(Self.defaultFilterKey)
  }

  /// A value in git's configuration; nil if empty.
  package func configured(_ key: String) throws(MemoError) -> String? {
    guard
      gitFolder != nil,
      Configuration.isInVariables({ environment.variables[$0] })
        || !gitConfigs(mentioning: "[memo]", "[include").isEmpty
    else { return nil }
    let text = try git().run("read \(key)") { repository throws(GitError) in
      try repository.string(key)
    }
    return text.flatMap { $0.trimmingSpaces.isEmpty ? nil : $0 }
  }

  /// Parses the clone's default filter.
  ///
  /// - Throws: ``FilterError`` with the position of the word.
  public func filter(default text: String, at now: LocalTime) throws(FilterError) -> Filter {
    var parser = FilterParser(
      tokens: FilterWords.tokens(of: text, now: now), text: text, now: now,
      names: settings.filters, vocabulary: FilterVocabulary(settings.aliases),
      origin: "git's configuration, \(Self.defaultFilterKey)")
    return try parser.parse()
  }
}

/// Facts that a filter needs, but that one task alone doesn't contain.
public struct FilterFacts: Sendable {
  /// When done tasks were done, by path; times are in the author's time zone.
  public var completed = PathMap<Timestamp>()
  /// When tasks last changed, by path; times are in the author's time zone.
  public var changed = PathMap<Timestamp>()
  public var links = TaskLinks([])
  public var names: [String] = []

  public init() {}
}

extension Filter {
  /// A kind of fact that a filter needs before it can match tasks.
  public enum Question: Sendable { case completed, changed, links, names }

  /// The needed kinds of facts; empty for most filters.
  public var questions: Set<Question> {
    Set(
      conditions.compactMap { condition in
        switch condition {
        case .date(.done, _, _): .completed
        case .date(.changed, _, _): .changed
        case .state(.blocked), .state(.ready), .field("after", .equal, _): .links
        case .field("assignee", _, let operand): operand.text == "me" ? .names : nil
        default: nil
        }
      })
  }

  /// The filter with the facts inserted, so that matching needs only a task and a time.
  ///
  /// - Parameter tasks: All tasks to match.
  public func answered(
    _ facts: FilterFacts, among tasks: [StoredTask], at now: LocalTime
  ) -> Filter {
    func among(_ isMeant: (StoredTask) -> Bool) -> Filter {
      .among(Set(tasks.filter(isMeant).map(\.distinctName)))
    }
    func holds(_ comparison: Comparison, _ date: FilterDate, _ stamp: Timestamp?) -> Bool {
      guard let stamp else { return false }
      // Days are in the author's time zone, as in the log, the statistics and the archive. A time
      // of day is in the user's time zone.
      if date.time == nil, let day = stamp.date {
        return date.holds(comparison, for: day, stamp.time)
      }
      let there = now.at(stamp.secondsSince1970)
      return date.holds(comparison, for: there.date, there.time)
    }
    switch self {
    case .date(.done, let comparison, let date):
      // Keeps ``mentionsStatus`` true.
      return .and([
        .status(.equal, .done), among { holds(comparison, date, facts.completed[$0.path]) },
      ])
    case .date(.changed, let comparison, let date):
      return among { holds(comparison, date, facts.changed[$0.path]) }
    case .state(.blocked): return among(facts.links.isBlocked)
    case .state(.ready): return among { facts.links.isReady($0, at: now) }
    case .field("after", .equal, let operand):
      // Comparing all titles takes long.
      let earlier = tasks.filter { !facts.links.successors(of: $0).isEmpty }
      let later = earlier.named(operand.text).flatMap(facts.links.successors)
      guard !later.isEmpty else { return self }
      return .or([self, .among(Set(later.map(\.distinctName)))])
    case .field("assignee", let comparison, let operand) where operand.text == "me":
      return .or(
        [self]
          + facts.names.map { .field(key: "assignee", comparison, Operand($0, now: now)) })
    case .not(let filter): return .not(filter.answered(facts, among: tasks, at: now))
    case .and(let filters):
      return .and(filters.map { $0.answered(facts, among: tasks, at: now) })
    case .or(let filters): return .or(filters.map { $0.answered(facts, among: tasks, at: now) })
    default: return self
    }
  }

  /// Whether it has a condition on waiting, so that lists include waiting tasks.
  public var mentionsWaiting: Bool {
    conditions.contains { condition in
      switch condition {
      case .state(.waiting), .field("wait", _, _), .missing("wait"): true
      default: false
      }
    }
  }

  public func hides(_ task: StoredTask, at now: LocalTime) -> Bool {
    task.isWaiting(at: now) && !mentionsWaiting
  }
}

extension [StoredTask] {
  /// The tasks with a name: by the beginning of an id, by file name, else by words of the title.
  fileprivate func named(_ text: String) -> [StoredTask] {
    let called = filter {
      $0.id?.text.hasPrefix(text) == true || CaseFolding.plain($0.name) == text
    }
    return called.isEmpty ? TitleWords(text)?.best(of: self, for: .reading) ?? [] : called
  }
}

extension StoredTask {
  /// Unique even among deleted tasks at the same path.
  var distinctName: String { "\(id?.text ?? "-") \(path)" }
}

/// A named filter that is active in a clone or a shell.
///
/// Lists show only its tasks, and new tasks get its tags and fields.
public struct TaskContext: Hashable, Sendable {
  public let name: String
  /// Nil if the value in the settings is not text.
  public let filter: String?
  /// Whether it is from `MEMO_CONTEXT`, not from `memo.context` in git's configuration.
  public let isOfShell: Bool
}

extension Store {
  /// The key in git's configuration for the clone's context.
  public static let contextKey = "memo.context"
  /// The environment variable for a shell's context; `none` turns the context off.
  public static let contextVariable = "MEMO_CONTEXT"

  /// The named filters of the settings, in their order; each can be a context.
  public var contexts: [(name: String, filter: String?)] {
    settings.filters.names.map { ($0, settings.filters[$0]?.text) }
  }

  /// The active context.
  ///
  /// - Throws: ``MemoError`` of kind `refused` if the settings lack the filter. ``MemoError`` also
  ///   if git's configuration can't be read.
  public func context() throws(MemoError) -> TaskContext? {
    let shell = environment.variables[Self.contextVariable].flatMap { $0.isEmpty ? nil : $0 }
    var name = shell
    if name == nil { name = try configured(Self.contextKey) }
    guard let name, name.lowercased() != "none" else { return nil }
    guard let entry = settings.filters[name] else {
      throw .noContext(
        name, among: settings.filters.names,
        hint: shell == nil
          ? "'memo context none' turns the context off"
          : "'unset \(Self.contextVariable)' turns the context off")
    }
    return TaskContext(name: name, filter: entry.text, isOfShell: shell != nil)
  }

  /// Sets the context of this clone.
  ///
  /// - Parameter name: Nil to turn the context off.
  /// - Throws: ``MemoError`` of kind `refused` if the settings lack the filter.
  public func setContext(_ name: String?) throws(MemoError) {
    if let name, settings.filters[name] == nil {
      // The user may have typed a filter instead of a name.
      let isFilter = Filter.isFilterWord(name)
      let key = isFilter ? String(name.filter { $0.isLetter || $0.isNumber }) : name
      throw .noContext(
        name, among: settings.filters.names,
        hint: "name one under 'filters:' in \(Self.marker), such as "
          + "'\(key): \(isFilter ? name : "+\(name)")'")
    }
    let git = try git()
    try git.run("write \(Self.contextKey)") { repository throws(GitError) in
      if let name {
        try repository.set(Self.contextKey, to: name)
      } else {
        try repository.unset(Self.contextKey)
      }
    }
  }
}

extension MemoError {
  fileprivate static func noContext(
    _ name: String, among names: [String], hint: String
  ) -> MemoError {
    MemoError(
      .refused, "no filter is called '\(name)'",
      hints: (names.isEmpty ? [] : ["there are: \(names.joined(separator: ", "))"]) + [hint])
  }
}

extension Filter {
  /// The tags and fields that a new task needs to match.
  ///
  /// Exclusions, alternatives and ranges of days add nothing.
  /// - Throws: ``MemoError`` if a value is invalid for its key.
  package func demands(_ grammar: FieldGrammar) throws(MemoError) -> [FieldEdit] {
    switch self {
    case .and(let filters):
      var demands: [FieldEdit] = []
      for filter in filters { demands += try filter.demands(grammar) }
      return demands
    case .tag(let tag): return [.addTag(try FieldGrammar.tag(tag))]
    case .priority(.equal, let priority):
      return [.set(key: "priority", .text(priority.rawValue))]
    case .date(.due, .equal, let date) where date.first == date.last:
      let deadline = Deadline(date: date.first, time: date.time)
      return [.set(key: "deadline", .text(deadline.description))]
    case .field(let key, .equal, let operand):
      let isDay = operand.date.map { $0.first == $0.last } ?? false
      guard !["every", "after", "series"].contains(key),
        isDay || KnownField(rawValue: key)?.kind != .date
      else { return [] }
      return [try grammar.edit(key, operand.typed)]
    default: return []
    }
  }
}
