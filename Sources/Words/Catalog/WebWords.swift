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
  func matchesNothing(_ filter: String) -> String
  var showAll: String { get }
  /// Before two answers: who sends it.
  var onlyHereSoFar: String { get }
  var sendByItself: String { get }
  var sendWhenToldTo: String { get }
  var backToThePresent: String { get }
  var backToTheBoard: String { get }
  var reload: String { get }
  func onlyToBeRead(_ reason: String) -> String
  var thePast: String { get }
  var startedReadOnly: String { get }
  func showMore(_ count: Int, of rest: Int) -> String
  /// Opens the board with a box on each card.
  var marksSeveral: String { get }
  var markSeveral: String { get }
  /// Of one card's box.
  var mark: String { get }
  /// What the buttons for all that are marked are called together.
  var severalTasks: String { get }
  var setTags: String { get }
  func showEarlier(_ count: Int, of rest: Int) -> String

  var close: String { get }
  var edit: String { get }
  var delete: String { get }
  var share: String { get }
  var history: String { get }
  func move(to status: String) -> String
  var twoChangedTheSame: String { get }
  var keepThis: String { get }
  var takeTheOther: String { get }
  /// Of a note of a conflict that somebody has edited.
  var noteCannotBeRead: String { get }
  /// What is done about it.
  var howToEndNote: String { get }
  var takeNoteOut: String { get }
  /// Behind what gave way, where the note has no name.
  var nobodyIsNamed: String { get }
  var giveUpChanges: String { get }
  func ticked(_ done: Int, ofItems total: Int) -> String

  /// Of a file that can't be understood.
  var fileAsText: String { get }
  var mendText: String { get }
  /// Above a text with `�` in it.
  var whatIsNoText: String { get }
  /// What is wrong with a line that was changed around one.
  var isNoText: String { get }
  /// - Parameter text: What was written for a day.
  func isNoDate(_ text: String) -> String
  var pickDay: String { get }
  /// In a field that is as narrow as a phone has it.
  var deadlineExample: String { get }
  /// Above a text that the browser doesn't copy by itself.
  var copyThis: String { get }
  /// Opens what a narrow window has no room for.
  var boardMenu: String { get }

  var takeBack: String { get }
  var older: String { get }
  var nothingRecorded: String { get }
  var keys: String { get }
  var gestures: String { get }

  var noSuchTask: String { get }
  /// Of a file without an id, whose address is made of its path.
  var noSuchFile: String { get }
  var noSuchPage: String { get }
  var itemIsGone: String { get }
  var nothingNamed: String { get }
  var notOurForm: String { get }
  func cantBeChanged(_ reason: String) -> String
  var notLetIn: String { get }
  /// - Parameter count: Changes; 0 for none.
  func noConnection(waiting count: Int) -> String
  /// - Parameter count: Changes that waited.
  func sending(_ count: Int) -> String
  /// - Parameter count: Changes that wait until another memo has ended its own.
  func anotherIsAtWork(waiting count: Int) -> String
  /// Of what can't be opened while the server is away.
  var opensLater: String { get }
  /// Of a form that the server didn't take.
  var tooLarge: String { get }
  /// Of a form whose bytes are no UTF-8.
  var formIsNoText: String { get }
  func notSavedYet(_ title: String) -> String
  var showIt: String { get }
  /// Of a change that was refused.
  var tryAgain: String { get }
  /// Of a change that can't be sent yet.
  var withdraw: String { get }
  var thisIsADraft: String { get }
  var isNewer: String { get }

  // Themes, settings and devices.
  var more: String { get }
  var settings: String { get }
  var choose: String { get }
  var systemsColors: String { get }
  var newThemeFromThis: String { get }
  var up: String { get }
  var down: String { get }
  /// - Parameters:
  ///   - ratio: As `4.5`.
  ///   - needed: What it has to be at least.
  func contrast(_ ratio: String, atLeast needed: String) -> String
  var themeHasChanged: String { get }
  var thisBrowser: String { get }
  var theStore: String { get }
  var singleLetterKeys: String { get }
  var on: String { get }
  var off: String { get }
  var turnOn: String { get }
  var turnOff: String { get }
  var syncByItself: String { get }
  var calendar: String { get }
  var calendarIsFor: String { get }
  var calendarIsThere: String { get }
  var calendarIsShownOnce: String { get }
  var makeAddress: String { get }
  var makeNewAddress: String { get }
  var takeAddressAway: String { get }
  var devices: String { get }
  var device: String { get }
  var thisMachine: String { get }
  func since(_ day: String) -> String
  func seen(_ day: String) -> String
  func changesAs(_ author: String) -> String
  var sendAway: String { get }
  var howToLetIn: String { get }
  var onlyThisMachine: String { get }
  var anybodyCanRead: String { get }
  var code: String { get }
  var enter: String { get }
  var wrongCode: String { get }
  var howToGetCode: String { get }
  var wasMade: String { get }

  // Behind keys.
  var nextAndBefore: String { get }
  var leftAndRight: String { get }
  var movesAColumn: String { get }
  var startsFinishesReopens: String { get }
  var doneWithSheet: String { get }
}
