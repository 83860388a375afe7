/// What a card tells of its task, and how near moments are called.
public protocol CardWords {
  var high: String { get }
  var medium: String { get }
  var low: String { get }
  /// No priority, no deadline.
  var none: String { get }
  var overdue: String { get }
  var conflict: String { get }
  var problem: String { get }
  func problem(inLine line: Int) -> String

  // Deadlines. A clock is a time of day, as `18:00`; nil where only the day is known.
  func today(_ clock: String?) -> String
  func todayOverdue(_ clock: String?) -> String
  func tomorrow(_ clock: String?) -> String
  func inDays(_ count: Int, _ clock: String?) -> String
  func daysOverdue(_ count: Int) -> String

  // When something happened.
  var justNow: String { get }
  func minutesAgo(_ count: Int) -> String
  func hoursAgo(_ count: Int) -> String
  func yesterday(_ clock: String) -> String
}
