/// The line of messages: what was done, what others did, and what can't be done.
public protocol NewsWords {
  func changedElsewhere(_ title: String) -> String
  func changedElsewhere(_ count: Int) -> String
  /// - Parameter process: Nil where it isn't known.
  func waitsForAnother(process: Int32?) -> String
  var undoing: String { get }
  var nothingToUndo: String { get }
  var nothingToRedo: String { get }
  var copied: String { get }
  /// Of a conflict that was to be ended here.
  var noteIsGone: String { get }
  /// Of a file that can't be understood, among conflicts.
  var isNoConflict: String { get }
  /// Of a task that was added and is not among those that are shown.
  func hiddenByFilter(showingAll key: String) -> String
  /// What was asked for has been done, and there is no more to say of it.
  var isDone: String { get }
  var hasFailed: String { get }
  /// Behind a line of an answer.
  func more(_ count: Int) -> String
  var nothingChanged: String { get }
  func ticked(_ item: String) -> String
  func unticked(_ item: String) -> String
  func saved(_ title: String) -> String
  func merged(_ title: String, with who: String) -> String
  /// A task was put elsewhere in the order by hand.
  func placed(_ title: String) -> String
  func orderWritten(_ count: Int) -> String
  var sentByItself: String { get }
  var sentOnRequest: String { get }

  func past(comingBack key: String) -> String
  var noneSelected: String { get }
  var orderIsNotByHand: String { get }
  /// A key and what it does about it.
  func adds(_ key: String) -> String
  func choosesIt(_ key: String) -> String
  func filtersIt(_ key: String) -> String
  func listsThem(_ key: String) -> String
  func quotationIsOpen(_ text: String) -> String
  var thisIsTheBoard: String { get }
  /// Of `sync --watch`, and what has the board do the same.
  var watchIsElsewhere: String { get }
  var boardCanWatch: String { get }
  func cantBeKept(_ reason: String) -> String
  var textStays: String { get }
  var anyKeyComesBack: String { get }
}
