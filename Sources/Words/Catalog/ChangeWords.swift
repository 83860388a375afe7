/// What was done to tasks, in the journal and in short messages, and what gave way in merges.
public protocol ChangeWords {
  // What happened to a task, before its title.
  var wasAdded: String { get }
  var wasMoved: String { get }
  var wasEdited: String { get }
  var wasDeleted: String { get }
  var wasRestored: String { get }
  /// Both sides of a merge had changed it.
  var wasMerged: String { get }
  /// Behind a change that only takes another one back.
  var wasTakenBack: String { get }
  var wasMadeAgain: String { get }
  /// Behind a change whose clock stood before that of what it follows.
  var clockWasBehind: String { get }

  // Details of a change.
  var conflictWasNoted: String { get }
  var conflictIsSettled: String { get }
  /// Two values of a field, each with whose it is.
  func tookPrecedence(_ taken: String, over left: String) -> String

  // What a sync did.
  var isUpToDate: String { get }
  func cameIn(_ count: Int) -> String
  func wentOut(_ count: Int) -> String
  func wereMerged(_ count: Int) -> String

  // A conflict: whose value is there, and whose is only noted.
  var standsNow: String { get }
  var gaveWay: String { get }
}
