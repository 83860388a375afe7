internal import BoardModel
internal import MemoKit
internal import Terminal

/// An input to the board.
enum Event: Sendable {
  case input(InputEvent)
  case resize(ScreenTerminal.Size)
  /// The store was read or has changed.
  case storeState(StoreState)
  /// A filter was parsed, or is invalid.
  case narrowed(FilterInput)
  case ended(Job, JobResult)
  case found(Question, Result<Answer, MemoError>)
  /// The store has everything that changed while another program had the terminal.
  case caughtUp
  /// The editor has ended; nil if its text is unchanged.
  case edited(String?)
  /// Drafts of a board that was killed.
  case drafts([AbandonedDraft])
  /// The store can't be read; the error's message.
  case broken(String, hints: [String])
  /// A change waits for another memo.
  case waiting
  /// Time has passed without other events.
  case time
}

/// An action to perform for the board.
enum Effect: Hashable, Sendable {
  /// Performs a job after the running ones.
  case run(Job)
  /// Gives the terminal to a command, such as one that starts an editor.
  case handOver([String])
  /// Parses a filter.
  case narrow(String)
  case load(Question)
  /// Opens the text of a form in the editor.
  case editText(String)
  /// Saves all drafts in case the process is killed, then deletes a taken one of another board.
  case keepDrafts([Draft], insteadOf: AbandonedDraft? = nil)
  case discardDraft(AbandonedDraft)
  /// Stores the chosen theme for this device; nil for none.
  case chooseTheme(String?)
  /// Copies a text to the terminal's clipboard (OSC 52).
  case copy(String)
  case redraw, suspend, quit
}

/// A question that takes time to answer.
enum Question: Hashable, Sendable {
  /// The log of one task; nil for the whole store.
  case journal(TaskKey?)
  /// The board at a moment, given in words.
  case past(String)
  case problems
  /// The last change on this clone by any program, and the last undone one.
  case lastDone, lastUndone
  /// The changes of a task since the version in a sheet, and their last author.
  case changes(of: TaskKey, since: TaskVersion)
  case changeTimes
}

enum Answer: Sendable {
  case choices(Choices)
  case storeState(StoreState)
  case news(TaskNews?)
  case changeTimes(PathMap<Timestamp>)
  /// There is nothing to show; why.
  case nothing(String)
}
