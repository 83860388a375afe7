public import StoreFiles
public import TaskFile

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
