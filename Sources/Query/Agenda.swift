public import StoreFiles
internal import TaskFile

/// The tasks for today.
///
/// Each task is in the first group that fits.
public struct Agenda: Sendable {
  /// Why a task is listed, the most urgent reason first.
  public enum Group: String, CaseIterable, Sendable {
    case doing
    case overdue
    case today
    /// The deadline is after today, and at most ``Agenda/days`` ahead.
    case soon
    /// The task's `wait` ended within the last ``Agenda/days``.
    case ready
    /// One of the first ``Agenda/few`` other tasks in todo.
    case todo
    /// One of the ``Agenda/few`` tasks that were done last.
    case done
  }

  public struct Part: Sendable {
    public var group: Group
    public var tasks: [StoredTask]
  }

  /// In the order of ``Group``.
  public private(set) var parts: [Part] = []
  /// The number of tasks in todo that no group lists.
  public private(set) var leftInTodo = 0

  /// The number of days, from tomorrow, that count as soon.
  public static let days = 7
  /// The number of tasks in the groups `todo` and `done`.
  public static let few = 5

  /// - Parameters:
  ///   - tasks: Done tasks among them are ignored.
  ///   - done: The done tasks, the last one first.
  public init(_ tasks: [StoredTask], done: [StoredTask], at now: LocalTime) {
    var groups = Dictionary(grouping: tasks.lazy.filter { $0.status != .done }) {
      Self.group(of: $0, at: now)
    }
    leftInTodo = max(0, (groups[.todo]?.count ?? 0) - Self.few)
    for (group, found) in groups {
      groups[group] = SortOrder.standard.sorted(
        found, at: now, atMost: group == .todo ? Self.few : nil)
    }
    groups[.done] = Array(done.prefix(Self.few))
    parts = Group.allCases.compactMap { group in
      groups[group].flatMap { $0.isEmpty ? nil : Part(group: group, tasks: $0) }
    }
  }

  private static func group(of task: StoredTask, at now: LocalTime) -> Group {
    if task.status == .doing { return .doing }
    if let deadline = task.deadline {
      if deadline.isOverdue(at: now) { return .overdue }
      let distance = now.date.days(until: deadline.local(now).date)
      if distance <= days { return distance <= 0 ? .today : .soon }
    }
    guard let wait = task.wait, !task.isWaiting(at: now) else { return .todo }
    return wait.local(now).date.days(until: now.date) <= days ? .ready : .todo
  }
}
