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
    var present: Set<TaskRef> = []
    let deleted = try history?.deletedTasks() ?? []
    let started = try history?.arrivals(at: .doing) ?? [:]
    for task in snapshot.tasks {
      if !deleted.isEmpty, let ref = try history?.task(of: task) { present.insert(ref) }
      guard filter.matches(task, at: tally.today) else { continue }
      guard let history, let recorded = try history.present(of: task) else {
        tally.count(task, TaskTimes(), .now)
        continue
      }
      let completion =
        task.status == .done ? try history.completion(of: task, as: recorded) : .now
      tally.count(task, try TaskTimes(recorded, started, history), completion)
    }
    for ref in deleted.subtracting(present) {
      guard let history, let last = try history.lastBeforeDeletion(of: ref),
        last.facts.status == .done, let since = last.facts.since,
        let done = try history.time(at: since), var task = try git.task(last.state)
      else { continue }
      task.status = .done
      guard filter.matches(task, at: tally.today) else { continue }
      tally.count(try TaskTimes(last, started, history), done: done, task)
    }
    return tally.report(
      isCutOff: git.repository.isShallow, isEmptyStore: snapshot.tasks.isEmpty)
  }
}

extension StoreGit {
  fileprivate func task(_ state: FileState) throws(MemoError) -> StoredTask? {
    StoredTask(path: state.path, bytes: try version(of: state).bytes, file: nil, aliases)
  }
}

extension History {
  fileprivate func lastBeforeDeletion(of task: TaskRef) throws(MemoError) -> RecordedTask? {
    guard let deletion = try changes(of: task).lastOfLife(isLiving: false), deletion.after == nil,
      let state = try lastState(before: deletion)
    else { return nil }
    return try change(making: state.name)?.recorded
  }
}

private struct TaskTimes {
  /// In seconds since 1970; nil if unknown.
  private(set) var added: Int64?
  /// The first arrival in doing, in seconds since 1970.
  private var started: Int64?
  /// Whether the task was already done when it was added.
  private var cameDone = false
  /// The start of a shallow history, for a task that is older; in seconds since 1970.
  private(set) var cutOff: Int64?

  init() {}

  /// - Parameter started: When each task first came to doing, in seconds since 1970.
  init(
    _ recorded: RecordedTask, _ started: [TaskRef: Int64], _ history: History
  ) throws(MemoError) {
    let facts = recorded.facts
    if let position = facts.added {
      added = try history.time(at: position)?.secondsSince1970
    }
    self.started = started[recorded.task]
    cameDone = facts.status == .done && facts.since == facts.added
    if added == nil { cutOff = try history.beginningOfCut()?.secondsSince1970 }
  }

  /// Seconds from adding to done; nil if the start is unknown or the task was added as done.
  ///
  /// - Parameter done: In seconds since 1970.
  func leadTime(until done: Int64) -> Int64? {
    guard let added, !cameDone else { return nil }
    return max(0, done - added)
  }

  /// Seconds from doing to done; nil for a task that was never in doing.
  func cycleTime(until done: Int64) -> Int64? {
    added == nil ? nil : started.map { max(0, done - $0) }
  }
}

private struct Tally {
  private let now: Timestamp
  let today: LocalTime
  private let first: CalendarDate
  private let since: PastMoment?
  private var doneDays: [CalendarDate] = []
  private var leadTimes: [Int64] = []
  private var cycleTimes: [Int64] = []
  private var efforts: [String?: StatsReport.Effort] = [:]
  /// In seconds.
  private var ages: [Int64] = []

  private static let weeks = 12
  /// The lower bounds of the age groups, in days.
  private static let ageLimits = [0, 7, 28, 91, 365]

  init(now: Timestamp, today: LocalTime, since: PastMoment?) {
    (self.now, self.today) = (now, today)
    first =
      since.map { $0.days?.lowerBound ?? today.at($0.first).date }
      ?? Self.lastWeeks(until: today.date.monday)
    self.since = since
  }

  mutating func count(_ task: StoredTask, _ times: TaskTimes, _ completion: Completion) {
    guard task.status == .done else {
      count(open: times.added ?? times.cutOff, task)
      return
    }
    switch completion {
    // The task was done before the history begins.
    case .before: break
    case .at(let time): count(times, done: time, task)
    // An uncommitted move to done by hand counts as done now.
    case .now: count(times, done: now, task)
    }
  }

  /// - Parameter added: Nil for an uncommitted task.
  private mutating func count(open added: Int64?, _ task: StoredTask) {
    add(task, isDone: false)
    ages.append(max(0, today.secondsSince1970 - (added ?? today.secondsSince1970)))
  }

  mutating func count(_ times: TaskTimes, done time: Timestamp, _ task: StoredTask) {
    // The date is in the future if the author's clock was wrong.
    let time = time.secondsSince1970 > today.secondsSince1970 ? today.timestamp : time
    let (done, day) = (time.secondsSince1970, time.date ?? today.date)
    guard since?.isReached(by: time) ?? (day >= first) else { return }
    doneDays.append(day)
    add(task, isDone: true)
    if let time = times.leadTime(until: done) { leadTimes.append(time) }
    if let time = times.cycleTime(until: done) { cycleTimes.append(time) }
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

  func report(isCutOff: Bool, isEmptyStore: Bool) -> StatsReport {
    StatsReport(
      since: first, weeks: weeks, done: doneDays.count, leadTime: Distribution(leadTimes),
      cycleTime: Distribution(cycleTimes), open: openByAge,
      efforts: efforts.values.sorted { a, b in
        guard let first = a.project, let second = b.project else { return a.project != nil }
        return first < second
      }, isCutOff: isCutOff,
      isEmptyStore: isEmptyStore)
  }

  private var weeks: [StatsReport.Week] {
    let counts = doneDays.reduce(into: [:]) { $0[$1.monday, default: 0] += 1 }
    let last = today.date.monday
    // Omits weeks before the first finished task.
    let start = max(first.monday, min(counts.keys.min() ?? last, Self.lastWeeks(until: last)))
    guard start <= last else { return [] }
    return (0...start.days(until: last) / 7).compactMap { start.adding(days: 7 * $0) }
      .map { StatsReport.Week(monday: $0, done: counts[$0] ?? 0) }
  }

  /// The first day of the weeks in a default report.
  private static func lastWeeks(until monday: CalendarDate) -> CalendarDate {
    monday.adding(days: 7 * (1 - weeks)) ?? monday
  }

  private var openByAge: [StatsReport.AgeGroup] {
    let ends = Self.ageLimits.dropFirst().map { Int?($0) } + [nil]
    return zip(Self.ageLimits, ends).map { from, to in
      let tasks = ages.filter { age in
        age >= Int64(from) * 86_400 && to.map { age < Int64($0) * 86_400 } ?? true
      }
      return StatsReport.AgeGroup(from: from, to: to, tasks: tasks.count)
    }
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

    public init(monday: CalendarDate, done: Int) {
      self.monday = monday
      self.done = done
    }
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
