internal import Words

/// The actions of keys on the board, in the order of the help, which shows what a newcomer looks
/// for in the first 20 rows; the raw values are the names in `keys.yml`.
enum Action: String, CaseIterable, Hashable, Sendable {
  // Tasks
  case add
  case addForm = "add-form"
  case open, title, start, finish, reopen, delete, menu
  // Undo and history
  case undo, redo, journal, past
  // Sync
  case sync
  // Views
  case themes, filter
  case namedFilters = "named-filters"
  case view, order, bodies, problems, command, help
  case dayBack = "day-back"
  case dayForward = "day-forward"
  // More for tasks
  case deadline, priority, tags, tick, edit, copy
  case moveLeft = "move-left"
  case moveRight = "move-right"
  case rankUp = "rank-up"
  case rankDown = "rank-down"
  case mark
  case markAll = "mark-all"
  // Movement
  case up, down, left, right, first, last
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case pageDown = "page-down"
  case pageUp = "page-up"
  case todo, doing, done, escape, redraw, suspend, quit
}

/// The keys of the actions.
struct Bindings: Hashable, Sendable {
  /// An action may have several keys; help texts show the first.
  private(set) var keys: [Action: [KeyStroke]]
  private var actions: [KeyStroke: Action] = [:]

  subscript(_ stroke: KeyStroke) -> Action? { actions[stroke] }

  /// The key's name; empty for an action without a key.
  func text(_ action: Action) -> String { keys[action]?.first?.text ?? "" }

  struct Failure: Error, Hashable {
    var message: String
    /// The setting's index, from 0.
    var index: Int
  }

  /// - Parameter changes: Names of actions and their new keys.
  init(changing changes: [(action: String, key: String)] = []) throws(Failure) {
    keys = Self.standard
    for (index, (name, text)) in changes.enumerated() {
      guard let action = Action(rawValue: name) else {
        throw Failure(message: "there is no action '\(name)'", index: index)
      }
      guard let stroke = KeyStroke(text) else {
        throw Failure(
          message: "'\(text)' is no key; write j, Ctrl-D, Shift-Left or Space", index: index)
      }
      if let obstacle = stroke.obstacle {
        throw Failure(message: "no terminal sends \(stroke.text)\(obstacle)", index: index)
      }
      keys[action] = [stroke]
    }
    let changed = Set(changes.map(\.action))
    for action in Action.allCases {
      for stroke in keys[action] ?? [] {
        guard let other = actions[stroke] else {
          actions[stroke] = action
          continue
        }
        // A changed key replaces a standard one; two changes with the same key are an error.
        guard changed.contains(other.rawValue) != changed.contains(action.rawValue) else {
          throw Failure(
            message: "\(stroke.text) can't do both \(other.rawValue) and \(action.rawValue)",
            index: changes.lastIndex { [other, action].map(\.rawValue).contains($0.action) } ?? 0)
        }
        let loser = changed.contains(action.rawValue) ? other : action
        keys[loser]?.removeAll { $0 == stroke }
        actions[stroke] = loser == other ? action : other
      }
    }
  }

  /// The keys of vi and lazygit, with arrow keys or Enter as alternatives.
  static let standard: [Action: [KeyStroke]] = {
    let texts: [Action: [String]] = [
      .up: ["k", "Up"], .down: ["j", "Down"], .left: ["h", "Left"], .right: ["l", "Right"],
      .first: ["g", "Home"], .last: ["G", "End"], .halfPageDown: ["Ctrl-D"],
      .halfPageUp: ["Ctrl-U"], .pageDown: ["PgDn", "Ctrl-F"], .pageUp: ["PgUp", "Ctrl-B"],
      .todo: ["1"], .doing: ["2"], .done: ["3"], .open: ["Enter"], .add: ["a"],
      .addForm: ["A"], .edit: ["e"], .start: ["s"], .finish: ["d"], .reopen: ["r"],
      .moveLeft: ["H", "Shift-Left"], .moveRight: ["L", "Shift-Right"], .rankUp: ["Shift-Up"],
      .rankDown: ["Shift-Down"], .menu: ["m"], .title: ["i"], .deadline: ["w"],
      .priority: ["p"], .tags: ["t"], .tick: ["x"], .delete: ["D", "Delete"], .undo: ["u"],
      .redo: ["U"], .mark: ["Space"], .markAll: ["*"], .escape: ["Esc"], .filter: ["/"],
      .namedFilters: ["f"], .journal: ["J"], .past: ["@"], .dayBack: ["["],
      .dayForward: ["]"], .problems: ["!"], .sync: ["S"], .themes: ["T"], .view: ["v"],
      .bodies: ["z"], .order: ["o"], .copy: ["Y"], .command: [":"], .help: ["?", "F1"],
      .redraw: ["Ctrl-L"], .suspend: ["Ctrl-Z"], .quit: ["q", "Ctrl-C"],
    ]
    return texts.mapValues { $0.compactMap { KeyStroke($0) } }
  }()
}

extension Action {
  /// The help's heading above this action, if any.
  func heading(_ words: Words) -> String? {
    switch self {
    case .add: words.helpTasks
    case .undo: words.helpHistory
    case .sync: words.helpSync
    case .themes: words.helpViews
    case .deadline: words.helpMoreForTasks
    case .up: words.helpMoving
    default: nil
    }
  }

  /// The action's title in the help, which is also a menu.
  func title(_ words: Words) -> String {
    switch self {
    case .up: words.selectAbove
    case .down: words.selectBelow
    case .left: words.goLeft
    case .right: words.goRight
    case .first: words.selectFirst
    case .last: words.selectLast
    case .halfPageDown: words.halfWindowDown
    case .halfPageUp: words.halfWindowUp
    case .pageDown: words.windowDown
    case .pageUp: words.windowUp
    case .todo: words.goTo(words.todo)
    case .doing: words.goTo(words.doing)
    case .done: words.goTo(words.done)
    case .open: words.openTask
    case .add: words.addInLine
    case .addForm: words.addAsForm
    case .edit: words.editFile
    case .start: words.startTask
    case .finish: words.finishTask
    case .reopen: words.reopenTask
    case .moveLeft: words.moveLeft
    case .moveRight: words.moveRight
    case .rankUp: words.moveUp
    case .rankDown: words.moveDown
    case .menu: words.showMenu
    case .title: words.changeTitle
    case .deadline: words.changeDeadline
    case .priority: words.changePriority
    case .tags: words.changeTags
    case .tick: words.tickItem
    case .delete: words.deleteTask
    case .undo: words.undo
    case .redo: words.redo
    case .mark: words.markTask
    case .markAll: words.markAll
    case .escape: words.stepBack
    case .filter: words.filterAsTyped
    case .namedFilters: words.useNamedFilter
    case .journal: words.showJournal
    case .past: words.showPast
    case .dayBack: words.dayBack
    case .dayForward: words.dayForward
    case .problems: words.showProblems
    case .sync: words.syncNow
    case .themes: words.chooseTheme
    case .view: words.switchView
    case .bodies: words.showBodies
    case .order: words.chooseOrder
    case .copy: words.copyTask
    case .command: words.runCommand
    case .help: words.showHelp
    case .redraw: words.redraw
    case .suspend: words.suspend
    case .quit: words.leave
    }
  }
}
