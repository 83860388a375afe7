/// What others did while a task was open, and what was left unsaved.
public protocol MeanwhileWords {
  /// Who isn't known.
  var somebody: String { get }
  func changedTheSame(_ who: String) -> String
  func deletedTheTask(_ who: String) -> String
  /// One's own version of what two have changed.
  var mine: String { get }
  /// Theirs. A time is as ``CardWords`` has it; nil where it isn't known.
  func theirs(_ who: String, at time: String?) -> String
  var empty: String { get }
  /// Behind a text, of which only the first lines are shown.
  func moreLines(_ count: Int) -> String

  var keepMine: String { get }
  func keepTheirs(_ who: String) -> String
  /// While a command that was typed is at work.
  func running(_ command: String) -> String
  var yes: String { get }
  var no: String { get }
  var readBoth: String { get }
  var keepBoth: String { get }
  var bringBack: String { get }
  var letBeDeleted: String { get }
  var theirsStands: String { get }

  var changedMeanwhile: String { get }
  var somebodyByHand: String { get }
  var deletedMeanwhile: String { get }
  func deleted(by who: String, at time: String) -> String
  var doneBringsBack: String { get }

  func draftsLeft(_ count: Int) -> String
  var opensDraft: String { get }
  var throwsAway: String { get }
  var decidesLater: String { get }
}
