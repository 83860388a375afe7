extension English {
  public var selectAbove: String { "select the task above" }
  public var selectBelow: String { "select the task below" }
  public var goLeft: String { "go to the column on the left" }
  public var goRight: String { "go to the column on the right" }
  public var selectFirst: String { "select the first task" }
  public var selectLast: String { "select the last task" }
  public var halfWindowDown: String { "go down by half a window" }
  public var halfWindowUp: String { "go up by half a window" }
  public var windowDown: String { "go down by a window" }
  public var windowUp: String { "go up by a window" }
  public func goTo(_ column: String) -> String { "go to \(column)" }
  public var openTask: String { "open the task" }
  public var addInLine: String { "add a task in one line" }
  public var addAsForm: String { "add a task as a form" }
  public var editFile: String { "edit the file in your editor" }
  public var startTask: String { "start the task" }
  public var finishTask: String { "finish the task" }
  public var reopenTask: String { "reopen the task" }
  public func moveTo(_ column: String) -> String { "move to \(column)" }
  public var moveLeft: String { "move the task to the left" }
  public var moveRight: String { "move the task to the right" }
  public var moveUp: String { "move the task up, in an order by hand" }
  public var moveDown: String { "move the task down, in an order by hand" }
  public var showMenu: String { "show what can be done with the task" }
  public var changeTitle: String { "change the title" }
  public var changeDeadline: String { "change the deadline" }
  public var changePriority: String { "change the priority" }
  public var changeTags: String { "change the tags" }
  public var tickItem: String { "tick an item of the checklist" }
  public var deleteTask: String { "delete the task" }
  public var undo: String { "undo" }
  public var redo: String { "redo" }
  public var markTask: String { "mark the task, for an action on several" }
  public var markAll: String { "mark all that are shown" }
  public var stepBack: String { "unmark all, end the filter, come back to the present" }
  public var filterAsTyped: String { "filter as you type" }
  public var useNamedFilter: String { "use one of the store's filters" }
  public var showJournal: String { "show the task's journal; again, the store's" }
  public var showPast: String { "show the board of another moment" }
  public var dayBack: String { "show the board of a day before" }
  public var dayForward: String { "show the board of a day later" }
  public var showProblems: String { "show conflicts and problems" }
  public var syncNow: String { "sync now" }
  public var chooseTheme: String { "choose a theme" }
  public var switchView: String { "switch between board, list and notes" }
  public var showBodies: String { "show first lines of texts, or hide them" }
  public var chooseOrder: String { "choose the order" }
  public var copyTask: String { "copy the id, the path or the text" }
  public var runCommand: String { "run any command of memo" }
  public var showHelp: String { "show this help" }
  public var redraw: String { "draw the screen anew" }
  public var suspend: String { "suspend memo" }
  public var leave: String { "leave" }
}
