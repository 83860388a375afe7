public import TaskFile

/// A task as a sheet.
public protocol SheetWords {
  var newTask: String { get }
  var task: String { get }
  var editing: String { get }

  /// What a field is called; its key where a language has no word for it.
  func label(of field: KnownField) -> String
  var noText: String { get }
  var needsTitle: String { get }

  // What its keys do, each behind one.
  var edits: String { get }
  var opensEditor: String { get }
  var showsJournal: String { get }
  var chooses: String { get }
  var nextField: String { get }
  var nextLine: String { get }
  var saves: String { get }
  var cancels: String { get }
  var goesBack: String { get }
  /// Ends what narrows the rows of a menu.
  var showsAllRows: String { get }
  var saving: String { get }
  /// Of keys that are hit meanwhile.
  var isBeingSaved: String { get }

  /// The question when a sheet is left that was changed, and its answers.
  func wasChanged(_ title: String) -> String
  var save: String { get }
  var discard: String { get }
  var stay: String { get }
}
