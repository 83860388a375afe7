internal import Git
public import Query
public import StoreFiles
public import TaskFile
internal import TaskHistory

extension Store {
  /// Counts finished tasks per week, and how long they took.
  ///
  /// A task counts on the author date of the commit that moved it to done, even if it was deleted
  /// later. For a reopened task, the last of these commits counts.
  /// - Parameters:
  ///   - filter: Selects tasks in their current version, or in the last one before deletion.
  ///   - since: The first counted day, in the author's time zone; nil for twelve weeks ago.
  ///   - snapshot: The current tasks; nil to read them.
  /// - Throws: ``MemoError`` if the store or its history can't be read.
  public func stats(
    of filter: Filter = .all, since: PastMoment? = nil, in snapshot: Snapshot? = nil
  ) throws(MemoError) -> StatsReport {
    // `??` would lose the typed error of its right-hand side.
    let snapshot = if let snapshot { snapshot } else { try read() }
    let git = try git()
    let history = try history(git)
    var tally = Tally(now: environment.timestamp, today: environment.localTime, since: since)
    try history?.expect(snapshot.tasks.count)
    // In a shallow clone, a task from the cut is at least so old.
    let cut = try history?.beginningOfCut()
    var gone = try history?.deletedTasks() ?? []
    for task in snapshot.tasks {
      if !gone.isEmpty, let ref = try history?.task(of: task) { gone.remove(ref) }
      guard filter.matches(task, at: tally.today) else { continue }
      guard let history, let recorded = try history.present(of: task) else {
        tally.count(task, nil, added: nil, .now)
        continue
      }
      let added = try history.added(recorded)
      if task.status == .done {
        let completion = try history.completion(of: task, as: recorded)
        tally.count(task, recorded, added: added, completion)
      } else {
        tally.count(task, recorded, added: added ?? cut, .now)
      }
    }
    for ref in gone {
      guard let history, let last = try history.lastBeforeDeletion(of: ref),
        last.facts.status == .done, let since = last.facts.since,
        let done = try history.time(at: since),
        var task = StoredTask(try git.version(of: last.state))
      else { continue }
      task.status = .done
      guard filter.matches(task, at: tally.today) else { continue }
      tally.count(task, last, added: try history.added(last), .at(done))
    }
    let started = tally.finished.isEmpty ? [:] : try history?.arrivals(at: .doing) ?? [:]
    return tally.report(
      started, isCutOff: git.repository.isShallow, isEmptyStore: snapshot.tasks.isEmpty)
  }
}

extension History {
  fileprivate func lastBeforeDeletion(of task: TaskRef) throws(MemoError) -> RecordedTask? {
    guard let deletion = try changes(of: task).lastOfLife(isLiving: false), deletion.after == nil,
      let state = try lastState(before: deletion)
    else { return nil }
    return try change(making: state.name)?.recorded
  }

  /// When a task was added; nil before the cut of a shallow history.
  fileprivate func added(_ recorded: RecordedTask) throws(MemoError) -> Timestamp? {
    guard let position = recorded.facts.added else { return nil }
    return try time(at: position)
  }
}

private struct Tally {
  private let now: Timestamp
  let today: LocalTime
  private let first: CalendarDate
  private let since: PastMoment?
  /// The counted tasks by week.
  private var done: [CalendarDate: Int] = [:]
  private var leadTimes: [Int64] = []
  /// The counted tasks with a known start, and when they were done, in seconds since 1970.
  private(set) var finished: [(task: TaskRef, time: Int64)] = []
  private var efforts: [String?: StatsReport.Effort] = [:]
  /// The open tasks by age; the last group is unbounded.
  private var open = zip([0, 7, 28, 91, 365], [7, 28, 91, 365, nil]).map {
    StatsReport.AgeGroup(from: $0, to: $1, tasks: 0)
  }

  private static let weeks = 12

  init(now: Timestamp, today: LocalTime, since: PastMoment?) {
    (self.now, self.today) = (now, today)
    first =
      since.map { $0.days?.lowerBound ?? today.at($0.first).date }
      ?? Self.lastWeeks(until: today.date.monday)
    self.since = since
  }

  /// - Parameters:
  ///   - recorded: Nil for an uncommitted task.
  ///   - added: Nil if unknown.
  mutating func count(
    _ task: StoredTask, _ recorded: RecordedTask?, added: Timestamp?, _ completion: Completion
  ) {
    guard task.status == .done else {
      add(task, isDone: false)
      let age = today.secondsSince1970 - (added?.secondsSince1970 ?? today.secondsSince1970)
      let group = open.firstIndex { $0.to.map { age < Int64($0) * 86_400 } ?? true }
      return open[group ?? 0].tasks += 1
    }
    switch completion {
    // The task was done before the history begins.
    case .before: break
    case .at(let time): count(task, recorded, added: added, done: time)
    // An uncommitted move to done by hand counts as done now.
    case .now: count(task, recorded, added: added, done: now)
    }
  }

  private mutating func count(
    _ task: StoredTask, _ recorded: RecordedTask?, added: Timestamp?, done time: Timestamp
  ) {
    // The date is in the future if the author's clock was wrong.
    let time = time.secondsSince1970 > today.secondsSince1970 ? today.timestamp : time
    let (end, day) = (time.secondsSince1970, time.date ?? today.date)
    guard since?.isReached(by: time) ?? (day >= first) else { return }
    done[day.monday, default: 0] += 1
    add(task, isDone: true)
    guard let recorded, let added else { return }
    finished.append((recorded.task, end))
    let facts = recorded.facts
    // The work on a task that was done when it was added is unknown.
    if facts.status == .done, facts.since == facts.added { return }
    leadTimes.append(max(0, end - added.secondsSince1970))
  }

  private mutating func add(_ task: StoredTask, isDone: Bool) {
    // Most of possibly thousands of tasks have neither field.
    guard task.hasOtherFields || !task.problems.isEmpty else { return }
    func seconds(_ key: String) -> Int64 {
      guard case .text(let text)? = task.value(of: key),
        let seconds = Measure.duration(text), seconds.magnitude < 1e15
      else { return 0 }
      return Int64(seconds.rounded())
    }
    let (estimate, spent) = (seconds("estimate"), seconds("spent"))
    guard estimate != 0 || spent != 0 else { return }
    var project: String?
    if case .text(let text)? = task.value(of: "project"), !text.isEmpty { project = text }
    var effort = efforts[project] ?? StatsReport.Effort(project: project)
    if isDone { effort.done &+= estimate } else { effort.open &+= estimate }
    effort.spent &+= spent
    efforts[project] = effort
  }

  /// - Parameter started: When each task first came to doing, in seconds since 1970.
  func report(
    _ started: [TaskRef: Int64], isCutOff: Bool, isEmptyStore: Bool
  ) -> StatsReport {
    let cycleTimes = finished.compactMap { task, end in started[task].map { max(0, end - $0) } }
    return StatsReport(
      since: first, weeks: weeks, done: done.values.reduce(0, +),
      leadTime: Distribution(leadTimes), cycleTime: Distribution(cycleTimes), open: open,
      efforts: efforts.values.sorted { a, b in
        guard let first = a.project, let second = b.project else { return a.project != nil }
        return first < second
      }, isCutOff: isCutOff,
      isEmptyStore: isEmptyStore)
  }

  private var weeks: [StatsReport.Week] {
    let last = today.date.monday
    // Omits weeks before the first finished task.
    let start = max(first.monday, min(done.keys.min() ?? last, Self.lastWeeks(until: last)))
    guard start <= last else { return [] }
    return (0...start.days(until: last) / 7).compactMap { start.adding(days: 7 * $0) }
      .map { StatsReport.Week(monday: $0, done: done[$0] ?? 0) }
  }

  /// The first day of the weeks in a default report.
  private static func lastWeeks(until monday: CalendarDate) -> CalendarDate {
    monday.adding(days: 7 * (1 - weeks)) ?? monday
  }
}

public struct StatsReport: Sendable {
  public var since: CalendarDate
  /// The weeks since then, the oldest first, including the present one.
  public var weeks: [Week]
  /// The number of tasks that were done since then.
  public var done: Int
  /// The time from adding to done.
  public var leadTime: Distribution?
  /// The time from doing to done.
  public var cycleTime: Distribution?
  public var open: [AgeGroup]
  /// Estimated and spent time by project; tasks without a project come last.
  public var efforts: [Effort]
  /// Whether the clone is shallow.
  ///
  /// Then earlier tasks don't count, tasks from the cut have no times, and their age is a lower
  /// bound.
  public var isCutOff: Bool
  public var isEmptyStore: Bool

  /// An ISO 8601 week.
  public struct Week: Hashable, Sendable {
    public var monday: CalendarDate
    /// The number of tasks that were finished in this week.
    public var done: Int
  }

  /// The sums for a project, in seconds.
  ///
  /// Values of `estimate` and `spent` count only if they are durations, for example `3h`.
  public struct Effort: Hashable, Sendable {
    /// Nil for tasks without a project.
    public var project: String?
    public var open: Int64 = 0
    public var done: Int64 = 0
    /// The time spent on open and done tasks.
    public var spent: Int64 = 0
  }

  /// Open tasks with an age in a range.
  public struct AgeGroup: Hashable, Sendable {
    /// In days.
    public var from: Int
    /// In days, exclusive; nil if unbounded.
    public var to: Int?
    public var tasks: Int
  }
}

/// The median and the 85th percentile of several durations.
///
/// Percentiles are by nearest rank, so each is one of the values.
public struct Distribution: Hashable, Sendable {
  public var count: Int
  /// In seconds.
  public var median: Int64
  /// In seconds.
  public var percentile85: Int64

  /// - Returns: Nil without values.
  public init?(_ values: [Int64]) {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    func percentile(_ percent: Int) -> Int64 { sorted[(sorted.count * percent + 99) / 100 - 1] }
    count = sorted.count
    median = percentile(50)
    percentile85 = percentile(85)
  }
}

extension StatsReport.Week {
  /// The ISO 8601 name: `2026-W47`; a week belongs to the year of its Thursday.
  public var name: String {
    let thursday = monday.adding(days: 3) ?? monday
    let first = CalendarDate(year: thursday.year, month: 1, day: 1) ?? thursday
    let number = first.days(until: thursday) / 7 + 1
    return "\(thursday.year)-W\(number < 10 ? "0" : "")\(number)"
  }
}

extension CalendarDate {
  var monday: CalendarDate { adding(days: 1 - weekday.rawValue) ?? self }
}
