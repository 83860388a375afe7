/// Everything that a key does on the board; the names are those of `keys.yml`.
enum Action: String, CaseIterable, Hashable, Sendable {
  // Looking around
  case up, down, left, right, first, last
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case pageDown = "page-down"
  case pageUp = "page-up"
  case todo, doing, done
  // Changing tasks
  case open, add
  case addForm = "add-form"
  case edit
  case start, finish, reopen
  case moveLeft = "move-left"
  case moveRight = "move-right"
  case rankUp = "rank-up"
  case rankDown = "rank-down"
  case menu, title, deadline, priority, tags, tick, delete, undo, redo
  case mark
  case markAll = "mark-all"
  case escape
  // What is shown
  case filter
  case namedFilters = "named-filters"
  case journal, past
  case dayBack = "day-back"
  case dayForward = "day-forward"
  case problems, sync, themes, view, bodies, order, copy, command, help
  case redraw, suspend, quit
}

/// Which keys do what.
struct Bindings: Hashable, Sendable {
  /// Several keys may do the same; the first is the one that is told.
  private(set) var keys: [Action: [KeyStroke]]
  private var actions: [KeyStroke: Action] = [:]

  subscript(_ stroke: KeyStroke) -> Action? { actions[stroke] }

  /// As a person reads it; empty for an action without one.
  func text(_ action: Action) -> String { keys[action]?.first?.text ?? "" }

  /// What was wrong with a setting.
  struct Failure: Error, Hashable {
    var message: String
  }

  /// - Parameter changes: An action's name and the key that it has from now on.
  init(changing changes: [(action: String, key: String)] = []) throws(Failure) {
    keys = Self.standard
    for (name, text) in changes {
      guard let action = Action(rawValue: name) else {
        throw Failure(message: "there is no action '\(name)'")
      }
      guard let stroke = KeyStroke(text) else {
        throw Failure(message: "'\(text)' is no key; write j, Ctrl-D, Shift-Left or Space")
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
        // What was there gives way to what somebody asked for, but not one wish to another.
        guard changed.contains(other.rawValue) != changed.contains(action.rawValue) else {
          throw Failure(
            message: "\(stroke.text) can't do both \(other.rawValue) and \(action.rawValue)")
        }
        let loser = changed.contains(action.rawValue) ? other : action
        keys[loser]?.removeAll { $0 == stroke }
        actions[stroke] = loser == other ? action : other
      }
    }
  }

  /// The keys of vi and lazygit, each with an arrow-key or Enter way beside it.
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
  /// In the help, which is a menu too.
  var title: String {
    switch self {
    case .up: "select the task above"
    case .down: "select the task below"
    case .left: "go to the column on the left"
    case .right: "go to the column on the right"
    case .first: "select the first task"
    case .last: "select the last task"
    case .halfPageDown: "go down by half a window"
    case .halfPageUp: "go up by half a window"
    case .pageDown: "go down by a window"
    case .pageUp: "go up by a window"
    case .todo: "go to todo"
    case .doing: "go to doing"
    case .done: "go to done"
    case .open: "open the task"
    case .add: "add a task in one line"
    case .addForm: "add a task as a form"
    case .edit: "edit the file in your editor"
    case .start: "start the task"
    case .finish: "finish the task"
    case .reopen: "reopen the task"
    case .moveLeft: "move the task to the left"
    case .moveRight: "move the task to the right"
    case .rankUp: "move the task up, in an order by hand"
    case .rankDown: "move the task down, in an order by hand"
    case .menu: "show what can be done with the task"
    case .title: "change the title"
    case .deadline: "change the deadline"
    case .priority: "change the priority"
    case .tags: "change the tags"
    case .tick: "tick an item of the checklist"
    case .delete: "delete the task"
    case .undo: "undo"
    case .redo: "redo"
    case .mark: "mark the task, for an action on several"
    case .markAll: "mark all that are shown"
    case .escape: "unmark all, end the filter, come back to the present"
    case .filter: "filter as you type"
    case .namedFilters: "use one of the store's filters"
    case .journal: "show the task's journal; again, the store's"
    case .past: "show the board of another moment"
    case .dayBack: "show the board of a day before"
    case .dayForward: "show the board of a day later"
    case .problems: "show conflicts and problems"
    case .sync: "sync now"
    case .themes: "choose a theme"
    case .view: "switch between board, list and notes"
    case .bodies: "show first lines of texts, or hide them"
    case .order: "choose the order"
    case .copy: "copy the id, the path or the text"
    case .command: "run any command of memo"
    case .help: "show this help"
    case .redraw: "draw the screen anew"
    case .suspend: "suspend memo"
    case .quit: "leave"
    }
  }
}
