/// What stands around the cards: columns, counts, how it stands with the other side.
public protocol FrameWords {
  /// Of the three statuses, as they are said of one task.
  var todo: String { get }
  var doing: String { get }
  var done: String { get }
  /// Of all statuses together.
  var tasks: String { get }

  var windowIsTooSmall: String { get }
  var reading: String { get }
  var cantBeRead: String { get }
  var goesOnByItself: String { get }
  var readOnly: String { get }
  func filtered(by filter: String) -> String
  func asOf(_ moment: String) -> String
  func asOfReadOnly(_ moment: String) -> String
  func conflicts(_ count: Int) -> String
  func problems(_ count: Int) -> String
  func marked(_ count: Int) -> String

  var syncing: String { get }
  /// - Parameter count: Changes that wait to be sent; 0 for none.
  func offline(waiting count: Int) -> String
  /// Of the process that is to send them, and is stopped.
  func suspended(process: Int32, waiting count: Int) -> String
  func toSend(_ count: Int) -> String
  /// That are in no commit yet.
  func handEdits(_ count: Int) -> String
  /// - Parameter time: A time of day, or a date.
  func synced(_ time: String) -> String

  func nothingMatches(_ filter: String, showingAll key: String) -> String
  func noTasksYet(adding key: String) -> String
  func nothingInDoing(starting key: String) -> String
  var nothingHere: String { get }

  // Behind a key, in a few letters.
  var add: String { get }
  var moveMenu: String { get }
  var filter: String { get }
  var allKeys: String { get }
  var undoes: String { get }
  var redoes: String { get }
}
