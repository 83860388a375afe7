internal import MemoKit
internal import Words

/// The actions of keys on the board.
///
/// The help has their order, which shows what a newcomer looks for in the first 20 rows.
enum Action: String, CaseIterable, Hashable, Sendable {
  // Tasks
  case add, addForm, open, title, start, finish, reopen, delete, menu
  // Undo and history
  case undo, redo, journal, past
  // Sync
  case sync
  // Views
  case themes, filter, namedFilters, view, order, bodies, problems, command, help
  case dayBack, dayForward
  // More for tasks
  case deadline, priority, tags, tick, edit, copy, moveLeft, moveRight, rankUp, rankDown
  case mark, markAll
  // Movement
  case up, down, left, right, first, last, halfPageDown, halfPageUp, pageDown, pageUp
  case todo, doing, done, escape, redraw, suspend, quit

  /// The name in `keys.yml`, such as `add-form`.
  var name: String {
    rawValue.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
  }
}

extension Action {
  /// An action's standard keys, and its line in the help, which is also a menu.
  struct Row: Sendable {
    let action: Action
    let keys: [KeyStroke]
    let title: @Sendable (Words) -> String
    /// The help's heading above the line, if any.
    let heading: (@Sendable (Words) -> String)?

    fileprivate init(
      _ action: Action, _ keys: [String], _ title: @escaping @Sendable (Words) -> String,
      heading: (@Sendable (Words) -> String)? = nil
    ) {
      self.action = action
      self.keys = keys.compactMap { KeyStroke($0) }
      self.title = title
      self.heading = heading
    }
  }

  /// All actions, in the order of the help.
  ///
  /// The keys are those of vi and lazygit, with arrow keys or Enter as alternatives.
  static let rows: [Row] = [
    Row(.add, ["a"], \.addInLine, heading: \.tasks.headline),
    Row(.addForm, ["A"], \.addAsForm),
    Row(.open, ["Enter"], \.openTask),
    Row(.title, ["i"], \.changeTitle),
    Row(.start, ["s"], \.startTask),
    Row(.finish, ["d"], \.finishTask),
    Row(.reopen, ["r"], \.reopenTask),
    Row(.delete, ["D", "Delete"], \.deleteTask),
    Row(.menu, ["m"], \.showMenu),
    Row(.undo, ["u"], \.undo, heading: \.helpHistory),
    Row(.redo, ["U"], \.redo),
    Row(.journal, ["J"], \.showJournal),
    Row(.past, ["@"], \.showPast),
    Row(.sync, ["S"], \.syncNow, heading: \.syncs.headline),
    Row(.themes, ["T"], \.chooseTheme, heading: \.helpViews),
    Row(.filter, ["/"], \.filterAsTyped),
    Row(.namedFilters, ["f"], \.useNamedFilter),
    Row(.view, ["v"], \.switchView),
    Row(.order, ["o"], \.chooseOrder),
    Row(.bodies, ["z"], \.showBodies),
    Row(.problems, ["!"], \.showProblems),
    Row(.command, [":"], \.runCommand),
    Row(.help, ["?", "F1"], \.showHelp),
    Row(.dayBack, ["["], \.dayBack),
    Row(.dayForward, ["]"], \.dayForward),
    Row(.deadline, ["w"], \.changeDeadline, heading: \.helpMoreForTasks),
    Row(.priority, ["p"], \.changePriority),
    Row(.tags, ["t"], \.changeTags),
    Row(.tick, ["x"], \.tickItem),
    Row(.edit, ["e"], \.editFile),
    Row(.copy, ["Y"], \.copyTask),
    Row(.moveLeft, ["H", "Shift-Left"], \.moveLeft),
    Row(.moveRight, ["L", "Shift-Right"], \.moveRight),
    Row(.rankUp, ["Shift-Up"], \.moveUp),
    Row(.rankDown, ["Shift-Down"], \.moveDown),
    Row(.mark, ["Space"], \.markTask),
    Row(.markAll, ["*"], \.markAll),
    Row(.up, ["k", "Up"], \.selectAbove, heading: \.helpMoving),
    Row(.down, ["j", "Down"], \.selectBelow),
    Row(.left, ["h", "Left"], \.goLeft),
    Row(.right, ["l", "Right"], \.goRight),
    Row(.first, ["g", "Home"], \.selectFirst),
    Row(.last, ["G", "End"], \.selectLast),
    Row(.halfPageDown, ["Ctrl-D"], \.halfWindowDown),
    Row(.halfPageUp, ["Ctrl-U"], \.halfWindowUp),
    Row(.pageDown, ["PgDn", "Ctrl-F"], \.windowDown),
    Row(.pageUp, ["PgUp", "Ctrl-B"], \.windowUp),
    Row(.todo, ["1"], { $0.goTo($0.todo) }),
    Row(.doing, ["2"], { $0.goTo($0.doing) }),
    Row(.done, ["3"], { $0.goTo($0.done) }),
    Row(.escape, ["Esc"], \.stepBack),
    Row(.redraw, ["Ctrl-L"], \.redraw),
    Row(.suspend, ["Ctrl-Z"], \.suspend),
    Row(.quit, ["q", "Ctrl-C"], \.leave),
  ]

  func title(_ words: Words) -> String {
    Self.rows.first { $0.action == self }?.title(words) ?? name
  }
}

/// The keys of the actions.
struct Bindings: Hashable, Sendable {
  /// An action may have several keys; help texts show the first.
  private(set) var keys: [Action: [KeyStroke]]
  private var actions: [KeyStroke: Action] = [:]

  subscript(_ stroke: KeyStroke) -> Action? { actions[stroke] }

  /// The key's name; empty for an action without a key.
  func text(_ action: Action) -> String { keys[action]?.first?.text ?? "" }

  static let hint = "a line is an action and a key, as 'add: n'; ? in the board lists the keys"

  /// - Parameter changes: Names of actions, their new keys, and where the file has them.
  init(
    changing changes: [(action: String, key: String, place: String)] = []
  ) throws(MemoError) {
    keys = Dictionary(uniqueKeysWithValues: Action.rows.map { ($0.action, $0.keys) })
    for (name, text, place) in changes {
      func refusal(_ message: String) -> MemoError {
        MemoError(.refused, "\(place): \(message)", hints: [Self.hint])
      }
      guard let action = Action.allCases.first(where: { $0.name == name }) else {
        throw refusal("there is no action '\(name)'")
      }
      guard let stroke = KeyStroke(text) else {
        throw refusal("'\(text)' is no key; write j, Ctrl-D, Shift-Left or Space")
      }
      if let other = actions[stroke] {
        throw refusal("\(stroke.text) can't do both \(other.name) and \(name)")
      }
      actions[stroke] = action
      keys[action] = [stroke]
    }
    // A changed key replaces a standard one.
    for action in Action.allCases {
      keys[action]?.removeAll { (actions[$0] ?? action) != action }
      for stroke in keys[action] ?? [] { actions[stroke] = action }
    }
  }
}
