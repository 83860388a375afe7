internal import BoardModel
internal import MemoKit
internal import TaskFile

/// What lies over the board and takes the keys.
enum Pane: Hashable, Sendable {
  case prompt(Prompt)
  case confirmation(Confirmation)
  case choices(Choices)
  case text(TextPane)
  case form(TaskForm)
  case theme(ThemeForm)
}

/// A question that `y` says yes to, and any other key no.
struct Confirmation: Hashable, Sendable {
  var question: String
  /// What `y` does; it is never cut.
  var answer: String
  var step: Step
}

/// What a key or a row leads to.
indirect enum Step: Hashable, Sendable {
  case action(Action)
  case run(Job)
  case ask(Prompt)
  case filter(String)
  case order(Order)
  /// Selects a task on the board.
  case show(TaskKey)
  case load(Question)
  case read(TextPane)
  case copy(String)
  /// Chooses a theme, on this device.
  case theme(String)
  /// Says why nothing is done.
  case tell(String)
  /// Opens the sheet of a theme; of a new one where there is no file.
  case editTheme(Theme, ThemeFile?)
  case confirm(Confirmation)
  /// Records one field of a task as its sheet says.
  case save(TaskForm)
  /// Gives several tasks a priority, unless others have changed it since they were seen.
  case setPriority(Priority?, [TaskKey], seen: [TaskKey: PlacedDocument])
  /// Opens lines in the editor that were pasted, and asks about them anew.
  case editLines(NewTasks)
  case openDraft(AbandonedDraft)
  case discardDraft(AbandonedDraft)
  case handOver([String])
  case leave
  /// Of a sheet that is open.
  case saveForm, discardForm, stay
  case answer(Clash, Clash.Answer)
}

/// Rows of which one is chosen: a menu, the help, the journal, what is wrong.
struct Choices: Hashable, Sendable {
  struct Row: Hashable, Sendable {
    var text: String
    /// At the right end: a key, or when it was.
    var detail = ""
    /// How it looks.
    var role = Role.text
    /// What Enter does.
    var step: Step?
    /// What other keys do.
    var keys: [KeyStroke: Step] = [:]
    /// It names the rows below it, and can't be chosen.
    var isHeading = false
  }

  enum Source: Hashable, Sendable {
    /// The store has to be asked.
    case question(Question)
    /// Those of the store as it is shown.
    case themes
  }

  var title: String
  /// What stands above the rows, to be read before one is chosen.
  var above: [TextPane.Line] = []
  var rows: [Row]
  /// What stands in place of rows; nil for the usual words.
  var emptiness: String?
  /// What the keys do; nil for what they do in every menu.
  var hints: [KeyHint]?
  /// Letters narrow the rows; otherwise they are keys.
  var isNarrowed = true
  var narrowing = TextField()
  /// Among the rows that are shown.
  var selected = 0
  /// The lines that they ask about; nil for none.
  var lines: NewTasks?
  /// What asked for the job that they are a question of: it comes back should that not be done.
  private var askers: [Pane] = []
  var asker: Pane? {
    get { askers.first }
    set { askers = newValue.map { [$0] } ?? [] }
  }
  /// Where the rows are found anew once a row's key has done something; nil where that leads back to
  /// the board.
  var source: Source?
  /// What the key that led here does once more.
  var again: (stroke: KeyStroke, step: Step)? {
    get { againStroke.flatMap { stroke in againStep.map { (stroke, $0) } } }
    set { (againStroke, againStep) = (newValue?.stroke, newValue?.step) }
  }
  private var againStroke: KeyStroke?
  private var againStep: Step?

  init(_ title: String, _ rows: [Row]) {
    self.title = title
    self.rows = rows
  }

  /// The rows in which all of the typed words are.
  var shown: [Row] {
    let words = narrowing.text.lowercased().split(separator: " ")
    guard !words.isEmpty else { return rows }
    return rows.filter { row in
      guard !row.isHeading else { return false }
      let text = row.text.lowercased() + " " + row.detail.lowercased()
      return words.allSatisfy { text.contains($0) }
    }
  }

  mutating func select(_ change: (Int) -> Int) {
    let shown = shown
    let wanted = max(0, min(change(selected), shown.count - 1))
    let isUp = wanted < selected
    let choosable = shown.indices.filter { !shown[$0].isHeading }
    selected =
      (isUp ? choosable.last { $0 <= wanted } : nil) ?? choosable.first { $0 >= wanted } ?? 0
  }
}

/// Text to be read: what a command printed, a change, a task.
struct TextPane: Hashable, Sendable {
  struct Line: Hashable, Sendable {
    var text: String
    var role = Role.text
  }

  var title: String
  var lines: [Line]
  /// The first line that is shown, as they are broken in the window.
  var top = 0
  var keys: [KeyStroke: Step] = [:]
  /// What the keys do besides Esc.
  var hints: [KeyHint] = []

  init(_ title: String, _ lines: [Line]) {
    self.title = title
    self.lines = lines
  }
}

/// How a piece of text looks.
typealias Role = Theme.Role
