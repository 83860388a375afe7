internal import Git
public import StoreFiles
public import TaskFile

extension Store {
  /// Understands the words of a filter, with the names that the store's settings give.
  ///
  /// - Throws: ``FilterError`` that points at the word.
  public func filter(_ words: [String], at now: LocalTime) throws(FilterError) -> Filter {
    try Filter.parse(
      words, now: now, names: settings.filters, FilterVocabulary(settings.aliases))
  }

  /// The same where also values of other tools are compared, if some task has them: `In Progress`
  /// as a status, `critical` as a priority.
  public func filter(
    _ words: [String], at now: LocalTime, among tasks: () -> [StoredTask]
  ) throws(FilterError) -> Filter {
    do throws(FilterError) {
      return try filter(words, at: now)
    } catch {
      let vocabulary = FilterVocabulary(settings.aliases, in: tasks())
      guard !vocabulary.isEmpty else { throw error }
      return try Filter.parse(words, now: now, names: settings.filters, vocabulary)
    }
  }

  /// The key of git's configuration that holds a clone's own filter for bare lists.
  public static let defaultFilterKey = "memo.filter"

  /// The filter that lists and boards of this clone have when no other is given; nil when
  /// git's configuration names none.
  ///
  /// - Throws: ``MemoError`` when git's configuration can't be read.
  public func defaultFilter() throws(MemoError) -> String? {
    try configured(Self.defaultFilterKey)
  }

  /// What git's configuration says of memo; nil where it is nothing.
  func configured(_ key: String) throws(MemoError) -> String? {
    guard !gitConfigs(mentioning: "[memo]", "[include").isEmpty else { return nil }
    let text = try git().run("read \(key)") { repository throws(GitError) in
      try repository.string(key)
    }
    return text.flatMap { $0.trimmingSpaces.isEmpty ? nil : $0 }
  }

  /// Understands a clone's own filter.
  ///
  /// - Throws: ``FilterError`` that points at the word.
  public func filter(default text: String, at now: LocalTime) throws(FilterError) -> Filter {
    try Filter.parse(
      text: text, from: "git's configuration, \(Self.defaultFilterKey)", now: now,
      names: settings.filters, FilterVocabulary(settings.aliases))
  }
}

/// What the conditions of a filter ask for that no task says by itself.
public struct FilterFacts: Sendable {
  /// When done tasks came to be done, on the clock of whoever did them, by their paths.
  public var completed = PathMap<Timestamp>()
  /// When something happened to a task last, on the clock of whoever did it, by the paths.
  public var changed = PathMap<Timestamp>()
  /// Which tasks come after which.
  public var links = TaskLinks([])
  /// What the user is called.
  public var names: [String] = []

  public init() {}
}

extension Filter {
  /// What has to be looked up before tasks are asked.
  public enum Question: Sendable { case completed, changed, links, names }

  /// What it asks for that no task says by itself; nothing for most filters.
  public var questions: Set<Question> {
    switch self {
    case .date(.done, _, _): [.completed]
    case .date(.changed, _, _): [.changed]
    case .blocked, .ready, .field("after", .equal, _): [.links]
    case .field("assignee", _, let operand): operand.text == "me" ? [.names] : []
    case .not(let filter): filter.questions
    case .and(let filters), .or(let filters):
      filters.reduce(into: []) { $0.formUnion($1.questions) }
    default: []
    }
  }

  /// The same filter with what was looked up put in, so that it needs only a task and a moment.
  ///
  /// - Parameter tasks: All that it will be asked about.
  public func answered(
    _ facts: FilterFacts, among tasks: [StoredTask], at now: LocalTime
  ) -> Filter {
    func among(_ isMeant: (StoredTask) -> Bool) -> Filter {
      .among(Set(tasks.filter(isMeant).map(\.distinctName)))
    }
    func holds(_ comparison: Comparison, _ date: FilterDate, _ stamp: Timestamp?) -> Bool {
      guard let stamp else { return false }
      // The day is the doer's, as in the journal, the statistics and on the shelf; a time of day
      // is one of the reader's.
      if date.isOfDays, let day = stamp.date { return date.holds(comparison, for: day, stamp.time) }
      let there = now.at(stamp.secondsSince1970)
      return date.holds(comparison, for: there.date, there.time)
    }
    switch self {
    case .date(.done, let comparison, let date):
      // That it says something about the status stays so.
      return .and([
        .status(.equal, .done), among { holds(comparison, date, facts.completed[$0.path]) },
      ])
    case .date(.changed, let comparison, let date):
      return among { holds(comparison, date, facts.changed[$0.path]) }
    case .blocked: return among(facts.links.isBlocked)
    case .ready: return among { facts.links.isReady($0, at: now) }
    case .field("after", .equal, let operand):
      let named = Set(tasks.named(operand.text).compactMap(\.id))
      guard !named.isEmpty else { return self }
      return .or([
        self,
        among { task in
          facts.links.predecessors(of: task).contains { $0.id.map(named.contains) ?? false }
        },
      ])
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

  /// Whether it says anything about waiting, so that tasks that wait are meant when it says so.
  public var mentionsWaiting: Bool {
    switch self {
    case .waiting, .field("wait", _, _), .missing("wait"): true
    case .not(let filter): filter.mentionsWaiting
    case .and(let filters), .or(let filters): filters.contains(where: \.mentionsWaiting)
    default: false
    }
  }

  /// Whether a task is out of sight for now, and the filter doesn't ask for such.
  public func hides(_ task: StoredTask, at now: LocalTime) -> Bool {
    !mentionsWaiting && task.isWaiting(at: now)
  }
}

extension [StoredTask] {
  /// Those that a text may mean: by the beginning of an id or a file name, else by words of titles.
  fileprivate func named(_ text: String) -> [StoredTask] {
    let called = filter {
      $0.id?.text.hasPrefix(text) == true || CaseFolding.plain($0.name) == text
    }
    return called.isEmpty ? TitleWords(text)?.best(of: self, for: .reading) ?? [] : called
  }
}

extension StoredTask {
  /// No other task has it, not even one of the past that lay at the same path.
  var distinctName: String { "\(id?.text ?? "-") \(path)" }
}

/// A named filter of the store's settings that a clone, or one shell, works in: lists show what
/// it finds, and new tasks get what it demands.
public struct TaskContext: Hashable, Sendable {
  /// Who said that it is on.
  public enum Origin: Hashable, Sendable {
    /// `memo.context` in git's configuration.
    case clone
    /// `MEMO_CONTEXT` in the environment.
    case shell
  }

  public let name: String
  /// The filter's words; nil where the settings' value is no text.
  public let filter: String?
  public let origin: Origin
}

extension Store {
  /// The key of git's configuration that names a clone's context.
  public static let contextKey = "memo.context"
  /// The variable that names the context of one shell; `none` for none.
  public static let contextVariable = "MEMO_CONTEXT"

  /// The filters that the settings name, in their order, each of which may be a context.
  public var contexts: [(name: String, filter: String?)] {
    settings.filters.names.map { ($0, settings.filters[$0]?.text) }
  }

  /// The context that is on; nil for none.
  ///
  /// - Throws: ``MemoError`` of kind `refused` for a name that the settings don't have any more,
  ///   and when git's configuration can't be read.
  public func context() throws(MemoError) -> TaskContext? {
    let shell = environment.variables[Self.contextVariable].flatMap { $0.isEmpty ? nil : $0 }
    var name = shell
    if name == nil { name = try configured(Self.contextKey) }
    guard let name, name.lowercased() != "none" else { return nil }
    guard let entry = settings.filters[name] else {
      throw .noContext(
        name, among: settings.filters.names,
        hint: shell == nil
          ? "'memo context none' turns it off" : "unset \(Self.contextVariable) turns it off")
    }
    return TaskContext(name: name, filter: entry.text, origin: shell == nil ? .clone : .shell)
  }

  /// Makes a named filter this clone's context.
  ///
  /// - Parameter name: Nil for none.
  /// - Throws: ``MemoError`` of kind `refused` for a name that the settings don't have.
  public func setContext(_ name: String?) throws(MemoError) {
    if let name, settings.filters[name] == nil {
      // Words of a filter may stand where its name is asked for.
      let isFilter = Filter.isFilterWord(name)
      let key = isFilter ? String(name.filter { $0.isLetter || $0.isNumber }) : name
      throw .noContext(
        name, among: settings.filters.names,
        hint: "a filter below 'filters:' in \(Self.marker) is one: "
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
      .refused, "the store's settings have no filter '\(name)' that could be a context",
      hints: (names.isEmpty ? [] : ["there are: \(names.joined(separator: ", "))"]) + [hint])
  }
}

extension TaskContext {
  /// What a task needs to be found by it: tags and fields that must all hold; what is excluded,
  /// or one of several, or about more than one day, demands nothing.
  ///
  /// - Throws: ``FieldError`` for a value that its key can't hold.
  public func demands(_ grammar: FieldGrammar) throws(FieldError) -> [FieldEdit] {
    let words = grammar.joined(FieldGrammar.words(of: filter ?? ""))
    let isPlain = !words.contains { $0.contains("(") || $0.lowercased() == "or" }
    guard isPlain else { return [] }
    var demands: [FieldEdit] = []
    for (index, word) in words.enumerated() {
      if index > 0, words[index - 1].lowercased() == "not" { continue }
      if word.hasPrefix("+"), word.count > 1 {
        demands.append(.addTag(try FieldGrammar.tag(String(word.dropFirst()))))
      } else if let pair = FieldPair(word), Self.isDemand(pair, grammar.now),
        pair.value.lowercased() != "none"
      {
        demands.append(try grammar.edit(pair.key, pair.value))
      }
    }
    return demands
  }

  private static func isDemand(_ pair: FieldPair, _ now: LocalTime) -> Bool {
    let key = KnownField.fullName(pair.key)
    // One of several values, or a start of one, is no value to set.
    guard pair.isGlued, !notDemanded.contains(key), !pair.value.contains(","),
      !pair.value.contains("..")
    else { return false }
    return KnownField(rawValue: key)?.kind != .date
      || FilterDate(pair.value, now: now)?.isOneDay == true
  }

  private static let notDemanded: Set = [
    "status", "created", "done", "changed", "id", "path", "title", "every", "after", "series",
  ]
}
