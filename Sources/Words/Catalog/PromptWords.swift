/// Lines that are typed, and questions for one key.
///
/// An example is shown behind an empty line; what is typed there is the same in every language.
public protocol PromptWords {
  var new: String { get }
  var newInDoing: String { get }
  var due: String { get }
  var asOf: String { get }
  var newExample: String { get }
  var dueExample: String { get }
  var tagsExample: String { get }
  var filterExample: String { get }
  var momentExample: String { get }
  var commandExample: String { get }

  /// Several lines that were pasted, which are shown, and what can be done with them.
  func askToAdd(lines count: Int) -> String
  func addsThem(_ count: Int) -> String
  var editsThem: String { get }
  var addsNone: String { get }
  /// Said where the terminal has begun a paste and doesn't end it.
  var pasteIsOpen: String { get }
  /// Said where there is no text that it could go into, as while a sheet is saved.
  var pasteHasNoPlace: String { get }
  /// What was typed of a task and left; the key, and ↑ behind it, bring it back.
  func givenUp(_ text: String, _ key: String) -> String
  /// Said before a field of several tasks is set over what others have just written.
  func otherMeanwhile(_ count: Int) -> String

  // Answered by `y`, and any other key says no: the question, and what is said behind it.
  func askToDelete(_ title: String) -> String
  func askToDelete(_ count: Int) -> String
  func askToDeleteTheme(_ name: String) -> String
  var yDeletes: String { get }
  var yUndoes: String { get }
  var yRedoes: String { get }
  /// Of what was done elsewhere, as by a command; in the journal's words.
  func askToUndo(_ change: String, _ time: String) -> String
  func askToRedo(_ change: String, _ time: String) -> String
  /// Answered by `y` and `n`.
  func askWhoSends(syncing key: String) -> String
}
