public import StoreFiles
internal import TaskFile

/// What is to be looked at now, of all tasks: each in the first group that it belongs to.
public struct Agenda: Sendable {
  /// Why a task is in it, the most urgent reason first.
  public enum Group: String, CaseIterable, Sendable {
    /// It is in doing.
    case doing
    /// Its deadline has passed.
    case overdue
    /// It is due today.
    case today
    /// It is due within ``Agenda/days``.
    case soon
    /// It was waiting until lately: its `wait` ended within as many days.
    case ready
    /// One of the first in todo for which there is no better reason.
    case todo
    /// One of the last that were done.
    case done
  }

  /// A group that has tasks.
  public struct Part: Sendable {
    public var group: Group
    public var tasks: [StoredTask]
  }

  /// In the order of ``Group``.
  public private(set) var parts: [Part] = []
  /// How many more there are in todo.
  public private(set) var leftInTodo = 0

  /// So many days from tomorrow on are soon.
  public static let days = 7
  /// So many tasks are shown of those that nothing makes urgent, and of those that are done.
  public static let few = 5

  /// - Parameters:
  ///   - tasks: Among them, done ones are passed over.
  ///   - done: Those that are done, the last one first.
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
