internal import BoardModel
internal import MemoKit
internal import Terminal
internal import Words

/// A pane over the board, which gets the keys.
indirect enum Pane: Hashable, Sendable {
  case prompt(Prompt)
  case choices(Choices)
  case text(TextPane)
  case form(TaskForm)
  case theme(ThemeForm)
}

/// The effect of a key or a row.
indirect enum Step: Hashable, Sendable {
  case action(Action)
  case run(Job)
  case filter(String)
  case order(Order)
  case show(TaskKey)
  case open(Pane)
  case effect(Effect)
  case copy(String)
  /// Chooses a theme for this device.
  case theme(String)
  /// Shows why nothing happens.
  case tell(String)
  case openDraft(AbandonedDraft)
  /// For an open sheet.
  case saveForm, discardForm, stay
  case answer(Clash, Clash.Answer)
}

/// A list of rows to choose from, such as a menu, the help, the log or the problems.
struct Choices: Hashable, Sendable {
  struct Row: Hashable, Sendable {
    var text: String
    /// Text at the right end, such as a key or a time.
    var detail = ""
    var role = Role.text
    /// The effect of Enter.
    var step: Step?
    /// The effects of other keys.
    var keys: [KeyStroke: Step] = [:]
    /// Whether it is a heading, which can't be chosen.
    var isHeading = false
  }

  enum Source: Hashable, Sendable {
    /// An answer of the store.
    case question(Question)
    /// The themes of the shown state.
    case themes
  }

  var title: String
  var above: [Run] = []
  var rows: [Row]
  /// Text if there are no rows; nil for the default.
  var emptiness: String?
  /// The key hints; nil for the default.
  var hints: [KeyHint]?
  /// Whether letters filter the rows; otherwise they are keys.
  var isNarrowed = true
  var narrowing = TextField()
  var selected = 0
  /// The lines for new tasks that the rows are about; nil for none.
  var lines: NewTasks?
  /// The origin of the job whose question this is; it reopens if the job is not done.
  var asker: Pane?
  /// How to reload the rows after a row's key; nil to return to the board.
  var source: Source?
  /// The effects of keys, whatever row is selected.
  var keys: [KeyStroke: Step] = [:]

  init(_ title: String, _ rows: [Row], isNarrowed: Bool = true, hints: [KeyHint]? = nil) {
    self.title = title
    self.rows = rows
    self.isNarrowed = isNarrowed
    self.hints = hints
  }

  /// A list whose rows the letters at their right ends choose.
  init(byLetter title: String, _ rows: [Row], above: [Run] = []) {
    self.init(title, rows, isNarrowed: false)
    self.above = above
    for row in rows {
      // Enter belongs to the selected row.
      guard let key = KeyStroke(row.detail), key != KeyStroke(.enter) else { continue }
      keys[key] = keys[key] ?? row.step
    }
  }

  /// A yes-no question, which only `y` or a click confirms.
  init(asking question: String, _ step: Step, _ words: Words) {
    self.init(
      byLetter: question,
      [
        Row(text: words.no, detail: "n", step: .stay),
        Row(text: words.yes, detail: "y", step: step),
      ])
  }

  /// Whether it asks for a yes or a no: then all keys mean no, except those of its rows.
  var isYesNo: Bool { rows.first?.step == .stay }

  /// The rows that contain all typed words.
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

/// Text to read, such as a command's output, a change or a task.
struct TextPane: Hashable, Sendable {
  var title: String
  var lines: [Run]
  /// The first visible line, counted after wrapping.
  var top = 0
  var keys: [KeyStroke: Step] = [:]
  /// Key hints besides Esc.
  var hints: [KeyHint] = []

  init(_ title: String, _ lines: [Run]) {
    self.title = title
    self.lines = lines
  }
}

typealias Role = Theme.Role

/// A key and its effect, for the bottom line.
struct KeyHint: Hashable, Sendable {
  var keys: String
  var text: String

  init(_ keys: String, _ text: String) {
    self.keys = keys
    self.text = text
  }

  var shown: String { [keys, text].filter { !$0.isEmpty }.joined(separator: " ") }
}

extension [KeyHint] {
  /// The hints that fit.
  ///
  /// The last one, which leads back, always stays. The others lose first their text, from the
  /// right, then disappear.
  func shown(within cells: Int) -> String {
    var hints = self
    func text(_ gap: String) -> String { hints.map(\.shown).joined(separator: gap) }
    for index in indices.dropLast().reversed() where text("  ").terminalWidth > cells {
      if !hints[index].keys.isEmpty { hints[index].text = "" }
    }
    while hints.count > 1, text("  ").terminalWidth > cells { hints.remove(at: hints.count - 2) }
    let wide = text("   ")
    return wide.terminalWidth <= cells ? wide : text("  ")
  }
}
