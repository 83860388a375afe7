public import TaskFile

/// How work went, told by a store's history.
public struct StatsReport: Sendable {
  /// The first day that is counted.
  public var since: CalendarDate
  /// The weeks since then, oldest first, up to the present one.
  public var weeks: [Week]
  /// Tasks that were done since then.
  public var done: Int
  /// From when a task was added to when it was done.
  public var leadTime: Spread?
  /// From when a task was first being done to when it was done.
  public var cycleTime: Spread?
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
public struct Spread: Hashable, Sendable {
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
