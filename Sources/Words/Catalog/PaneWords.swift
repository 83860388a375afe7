/// Rows to choose from, and text to read.
public protocol PaneWords {
  var nothingHasTheseLetters: String { get }
  var thereIsNothing: String { get }
  func lines(_ first: Int, to last: Int, of count: Int) -> String

  var help: String { get }
  var doesIt: String { get }
  func tasks(_ count: Int) -> String
  func checklist(of title: String) -> String
  func noChecklist(_ title: String) -> String
  var ticks: String { get }

  var filtersOfTheStore: String { get }
  var noFilters: String { get }

  var order: String { get }
  /// What is chosen at present.
  var now: String { get }
  var orderOfList: String { get }
  var byDeadline: String { get }
  var byPriority: String { get }
  var newestFirst: String { get }
  var byTitle: String { get }
  var byHand: String { get }

  var copy: String { get }
  var id: String { get }
  var path: String { get }
  var text: String { get }
  func bytes(_ count: Int) -> String

  func journal(of name: String) -> String
  var showsTheChange: String { get }
  var takesBack: String { get }
  var storesJournal: String { get }

  var conflictsAndProblems: String { get }
  var allIsWell: String { get }
  var selectsTheTask: String { get }
  var keeps: String { get }
  var takesTheNote: String { get }
}
