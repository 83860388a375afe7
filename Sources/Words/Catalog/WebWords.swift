/// What only the board in a browser says.
public protocol WebWords {
  var toTheTasks: String { get }
  var view: String { get }
  var boardView: String { get }
  var listView: String { get }
  var notesView: String { get }
  var filters: String { get }
  var columns: String { get }
  var journal: String { get }
  /// - Parameter count: Conflicts and problems.
  func toLookAt(_ count: Int) -> String
  func asItWas(_ moment: String) -> String
  var nothingCanBeChanged: String { get }
  var backToThePresent: String { get }
  var backToTheBoard: String { get }
  func onlyToBeRead(_ reason: String) -> String
  var thePast: String { get }
  var startedReadOnly: String { get }
  func showMore(_ count: Int, of rest: Int) -> String
  func moreByFilter(_ count: Int) -> String

  var close: String { get }
  var edit: String { get }
  var delete: String { get }
  var share: String { get }
  var history: String { get }
  func move(to status: String) -> String
  var twoChangedTheSame: String { get }
  var keepThis: String { get }
  var takeTheOther: String { get }
  var giveUpChanges: String { get }
  func ticked(_ done: Int, ofItems total: Int) -> String

  var takeBack: String { get }
  var older: String { get }
  var nothingRecorded: String { get }
  var keys: String { get }
  var gestures: String { get }

  var noSuchTask: String { get }
  var noSuchPage: String { get }
  var itemIsGone: String { get }
  var nothingNamed: String { get }
  var notOurForm: String { get }
  func cantBeChanged(_ reason: String) -> String
  var notLetIn: String { get }
  /// - Parameter count: Changes; 0 for none.
  func noConnection(waiting count: Int) -> String
  var isNewer: String { get }

  // Behind keys.
  var nextAndBefore: String { get }
  var leftAndRight: String { get }
  var movesAColumn: String { get }
  var startsFinishesReopens: String { get }
  var doneWithSheet: String { get }
}
