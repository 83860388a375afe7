internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal

/// What happens to the board from outside.
enum Event: Sendable {
  case input(InputEvent)
  case resize(ScreenTerminal.Size)
  /// The store has changed, or was read for the first time.
  case storeState(StoreState)
  /// A filter is understood, or not.
  case narrowed(Narrowing)
  /// A job has ended.
  case ended(Job, Ending)
  case found(Question, Answer)
  /// The store has all that was done while another program had the terminal.
  case caughtUp
  /// The editor has been left; nil where the text is to stay as it was.
  case edited(String?)
  /// Another board was killed and has left these.
  case drafts([AbandonedDraft])
  /// The store can't be read; the error's words.
  case broken(String, hints: [String])
  /// A change waits for another memo, whose process may be known.
  case waiting(process: Int32?)
  /// Nothing but time has passed.
  case time
}

/// What is to be done for the board.
enum Effect: Hashable, Sendable {
  /// Does a job, behind the others.
  case run(Job)
  /// Gives the terminal to a command line, as one with an editor.
  case handOver([String])
  /// Understands a filter's words.
  case narrow(String)
  case load(Question)
  /// Opens a text that is no task's in the editor.
  case editText(String)
  /// Opens lines in the editor that are to become tasks.
  case editLines(NewTasks)
  /// Keeps what is typed in a sheet, should the process be killed; or throws it away.
  case keepDraft(Sheet)
  case dropDraft(Sheet)
  /// Makes what another board has left this one's; or throws it away.
  case takeDraft(AbandonedDraft)
  case discardDraft(AbandonedDraft)
  /// Remembers on this device which theme is wanted.
  case chooseTheme(String)
  /// Remembers another name for that, or none, if it was this one.
  case followTheme(from: String, to: String?)
  /// Gives the terminal a text to keep (OSC 52).
  case copy(String)
  case redraw, suspend, quit
}

/// Something that takes time to be found.
enum Question: Hashable, Sendable {
  /// Of one task; nil for the store's.
  case journal(TaskKey?)
  /// The board of another moment, in words.
  case past(String)
  /// What is wrong, with its files.
  case problems
  /// What was done last on this clone, by whichever program; what was taken back last.
  case lastDone, lastUndone
  /// What was done to a task since its file was as in a sheet, and by whom last.
  case changes(of: TaskKey, since: PlacedDocument)
  /// When tasks were changed last.
  case changeTimes
}

/// What was found.
enum Answer: Sendable {
  case choices(Choices)
  case confirmation(Confirmation)
  case storeState(StoreState)
  case news(String)
  case changeTimes(PathMap<Timestamp>)
  case failure(String, hints: [String])
}
