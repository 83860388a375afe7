internal import Git
public import Query
public import StoreFiles
public import TaskFile
internal import TaskHistory

extension Store {
  /// Tells how work went, from the whole history and the files as they are now.
  ///
  /// What counts is when somebody made a commit, git's author date, and the day that it was
  /// there. A task that was done counts also if it was deleted later; one that was reopened
  /// counts by the last time that it was done.
  /// - Parameters:
  ///   - filter: Only tasks that it holds of, as they are now or last were.
  ///   - since: What counts begins then, on the clock of whoever did it; nil for the last twelve
  ///     weeks.
  ///   - snapshot: The tasks as they are now; nil where they are to be read.
  /// - Throws: ``MemoError``
  public func stats(
    of filter: Filter = .all, since: PastMoment? = nil, in snapshot: Snapshot? = nil
  ) throws(MemoError) -> StatsReport {
    // Not with `??`: its right-hand side loses the typed error.
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
        last.standing.status == .done, let since = last.standing.since,
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
  /// A deleted task as it last was.
  fileprivate func task(_ state: FileState) throws(MemoError) -> StoredTask? {
    StoredTask(path: state.path, bytes: try version(of: state).bytes, file: nil, aliases)
  }
}

extension History {
  /// A task as it was before it was deleted; nil where it wasn't.
  fileprivate func lastBeforeDeletion(of task: TaskRef) throws(MemoError) -> RecordedTask? {
    guard let deletion = try changes(of: task).lastOfLife(isLiving: false), deletion.after == nil,
      let state = try lastState(before: deletion)
    else { return nil }
    return try change(making: state.name)?.recorded
  }
}

/// When the turning points of one task's life were.
private struct TaskTimes {
  /// When it came into the store first, in seconds since 1970; nil where nobody knows.
  private(set) var added: Int64?
  /// When it was first being done, in seconds since 1970.
  private var started: Int64?
  /// Whether it was done already when it came into the store.
  private var cameDone = false
  /// When it was there already, at the beginning of a history that was cut off, in seconds
  /// since 1970.
  private(set) var cutOff: Int64?

  init() {}

  /// - Parameter started: When tasks were first being done.
  init(
    _ recorded: RecordedTask, _ started: [TaskRef: Int64], _ history: History
  ) throws(MemoError) {
    let standing = recorded.standing
    if let position = standing.added {
      added = try history.time(at: position)?.secondsSince1970
    }
    self.started = started[recorded.task]
    cameDone = standing.status == .done && standing.since == standing.added
    if added == nil { cutOff = try history.beginningOfCut()?.secondsSince1970 }
  }

  /// Seconds from its beginning to its end; nil for a task that came as done, or of which the
  /// beginning is not known.
  ///
  /// - Parameter done: When it was done, in seconds since 1970.
  func leadTime(until done: Int64) -> Int64? {
    guard let added, !cameDone else { return nil }
    return max(0, done - added)
  }

  /// Seconds that were needed once it was begun; nil for a task that never was seen so.
  func cycleTime(until done: Int64) -> Int64? {
    added == nil ? nil : started.map { max(0, done - $0) }
  }
}

/// Adds up what is asked for, task by task.
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
  /// Days from which on a task is of the next group.
  private static let ageLimits = [0, 7, 28, 91, 365]

  init(now: Timestamp, today: LocalTime, since: PastMoment?) {
    (self.now, self.today) = (now, today)
    first =
      since.map { $0.days?.lowerBound ?? today.at($0.first).date }
      ?? Self.lastWeeks(until: today.date.monday)
    self.since = since
  }

  /// A task that is there.
  mutating func count(_ task: StoredTask, _ times: TaskTimes, _ completion: Completion) {
    guard task.status == .done else {
      count(open: times.added ?? times.cutOff, task)
      return
    }
    switch completion {
    // That was before the history begins.
    case .before: break
    case .at(let time): count(times, done: time, task)
    // Moved by hand, and not recorded yet: it is done now.
    case .now: count(times, done: now, task)
    }
  }

  /// - Parameter added: Nil for a task that is not recorded yet.
  private mutating func count(open added: Int64?, _ task: StoredTask) {
    add(task, isDone: false)
    ages.append(max(0, today.secondsSince1970 - (added ?? today.secondsSince1970)))
  }

  mutating func count(_ times: TaskTimes, done time: Timestamp, _ task: StoredTask) {
    // A clock was wrong where a commit is dated in the future.
    let time = time.secondsSince1970 > today.secondsSince1970 ? today.timestamp : time
    let (done, day) = (time.secondsSince1970, time.date ?? today.date)
    guard since?.isReached(by: time) ?? (day >= first) else { return }
    doneDays.append(day)
    add(task, isDone: true)
    if let time = times.leadTime(until: done) { leadTimes.append(time) }
    if let time = times.cycleTime(until: done) { cycleTimes.append(time) }
  }

  private mutating func add(_ task: StoredTask, isDone: Bool) {
    // Of thousands, most have none of them.
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
    // A long time in which nothing was done yet is no news.
    let start = max(first.monday, min(counts.keys.min() ?? last, Self.lastWeeks(until: last)))
    guard start <= last else { return [] }
    return (0...start.days(until: last) / 7).compactMap { start.adding(days: 7 * $0) }
      .map { StatsReport.Week(monday: $0, done: counts[$0] ?? 0) }
  }

  /// The first day of as many weeks as are shown when nothing else is asked for.
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

/// How work went, told by a store's history.
public struct StatsReport: Sendable {
  /// The first day that is counted.
  public var since: CalendarDate
  /// The weeks since then, oldest first, up to the present one.
  public var weeks: [Week]
  /// Tasks that were done since then.
  public var done: Int
  /// From when a task was added to when it was done.
  public var leadTime: Distribution?
  /// From when a task was first being done to when it was done.
  public var cycleTime: Distribution?
  /// Tasks that are not done, by how long they have been there.
  public var open: [AgeGroup]
  /// What was estimated and spent, by project; those without one last.
  public var efforts: [Effort]
  /// Whether the history was cut off when it was cloned: what was done before is not counted,
  /// tasks that were there before have no times, and are at least as old as they seem.
  public var isCutOff: Bool
  /// Whether the store has no task at all.
  public var isEmptyStore: Bool

  /// A week of ISO 8601.
  public struct Week: Hashable, Sendable {
    public var monday: CalendarDate
    /// Tasks that were done in it.
    public var done: Int

    public init(monday: CalendarDate, done: Int) {
      self.monday = monday
      self.done = done
    }
  }

  /// The sums of the tasks of a project, in seconds; of `estimate` and `spent` only lengths of
  /// time, as `3h`, are added.
  public struct Effort: Hashable, Sendable {
    /// Nil for tasks without one.
    public var project: String?
    /// What open tasks are estimated at.
    public var open: Int64 = 0
    /// What tasks that were done were estimated at.
    public var done: Int64 = 0
    /// What was spent on either.
    public var spent: Int64 = 0
  }

  /// Open tasks that are at least so old, and younger than those of the next group.
  public struct AgeGroup: Hashable, Sendable {
    /// In days.
    public var from: Int
    /// In days; nil for no end.
    public var to: Int?
    public var tasks: Int
  }
}

/// How long something took, of several.
///
/// Percentiles are by nearest rank: the smallest of the values that at least so many percent
/// don't exceed. It is always one of them; the median is the 50th.
public struct Distribution: Hashable, Sendable {
  /// How many values there are.
  public var count: Int
  /// In seconds.
  public var median: Int64
  /// In seconds.
  public var percentile85: Int64

  /// - Returns: Nil for no values.
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
  /// As ISO 8601 writes it: `2026-W47`; the week belongs to the year of its Thursday.
  public var name: String {
    let thursday = monday.adding(days: 3) ?? monday
    let first = CalendarDate(year: thursday.year, month: 1, day: 1) ?? thursday
    let number = first.days(until: thursday) / 7 + 1
    return "\(thursday.year)-W\(number < 10 ? "0" : "")\(number)"
  }
}

extension CalendarDate {
  /// The Monday of the week that it is in.
  var monday: CalendarDate { adding(days: 1 - weekday.rawValue) ?? self }
}
