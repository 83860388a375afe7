public import MemoKit
package import Terminal

/// Everything that a command gets from outside.
///
/// Tests pass fixed values.
public struct Context: Sendable {
  /// Environment variables, clock and random numbers.
  public var environment: Environment
  /// The current folder, as an absolute path.
  public var directory: String
  /// The folder of the program's file and of the files installed with it; nil if unknown.
  package var programFolder: String?
  /// Which standard streams are a terminal, and its size.
  public var terminal: TerminalFacts
  /// Asks a question and returns the answer; nil if nobody can be asked.
  public var ask: @Sendable (String) -> String? = { _ in nil }
  /// Reads all of standard input, for `-`.
  public var standardInput: @Sendable () -> [UInt8] = { [] }
  /// Prints to standard error at once, while the command runs.
  public var notify: @Sendable (String) -> Void = { _ in }
  /// Makes signals that would end the process make this request instead.
  public var endOnSignal: @Sendable (EndRequest) -> Void = { _ in }
  /// Shows the progress of a transfer, on a terminal.
  public var progress = SyncProgress()
  /// Runs the interactive board until the user leaves it.
  ///
  /// Nil without a board; returns nil if the terminal can't show it.
  public var showBoard: (@Sendable (BoardRequest, Context) throws -> Outcome?)?
  /// Runs the server for AI agents until its input ends; nil for no server.
  public var serveAgents: (@Sendable (AgentRequest, Context) throws -> Outcome)?
  /// Opens a stream for a result that is printed while the command runs, through a pager if one is
  /// named; nil collects the result.
  public var openLongOutput: (@Sendable (_ pager: String?) -> LongOutput)?
  /// Answers that a board has already collected; nil to ask at once.
  package var answers: Answers?
  /// The timeout for other memo processes; nil for the default, which prints a notice.
  package var ownLockTimeout: LockTimeout?
  /// Whether the process ends with the command.
  package var endsProcess = false
  /// The command line's `--color`.
  package var color = ColorMode.auto
  /// The options that many commands have.
  package var options = CommonOptions()
  /// Messages of other programs, kept for a JSON document; nil to show them at once.
  var messages: ProgramMessages?
  /// Runs an editor, or another program that needs the terminal.
  public var runOnTerminal: @Sendable (Program) throws(MemoError) -> Program.Ending = {
    program throws(MemoError) in try program.runOnTerminal()
  }

  public init(environment: Environment, directory: String, terminal: TerminalFacts) {
    self.environment = environment
    self.directory = directory
    self.terminal = terminal
  }
}

/// A stream for a result that is still being computed.
public struct LongOutput {
  /// Writes text; false if the reader has closed the stream.
  public var write: (String) -> Bool
  /// Waits until everything has been read.
  public var end: () -> Void

  public init(_ write: @escaping (String) -> Bool, end: @escaping () -> Void = {}) {
    self.write = write
    self.end = end
  }
}

/// Which standard streams are connected to a terminal.
public struct TerminalFacts: Hashable, Sendable {
  public var input: Bool
  public var output: Bool
  public var error: Bool
  /// The width of the window, in cells.
  public var width: Int
  /// The height of the window, in lines; nil if unknown.
  public var height: Int?

  public init(
    input: Bool = false, output: Bool = false, error: Bool = false, width: Int = 80,
    height: Int? = nil
  ) {
    self.input = input
    self.output = output
    self.error = error
    self.width = width
    self.height = height
  }
}

extension Context {
  /// The store for the current folder.
  package func store() throws(MemoError) -> Store {
    let store = try Store.find(from: directory, environment: environment)
    store.lockTimeout = lockTimeout
    if endsProcess { ThisProcess.keep(store) }
    return store
  }

  /// Removes git's variables for a repository, which a git hook or an alias sets.
  ///
  /// The store may be in another one.
  package mutating func leaveGitsRepository() {
    // Only `git config` reads this variable, and it belongs to no repository.
    environment.variables["GIT_CONFIG"] = nil
    if environment.isFromGit { environment.variables = environment.foreignVariables }
  }

  /// Keeps all messages for the JSON document, because nothing else may be printed.
  ///
  /// Commands can't ask questions then.
  package mutating func keepQuiet() {
    let messages = ProgramMessages()
    self.messages = messages
    environment.onMessage = { messages.append($0) }
    progress = SyncProgress(
      onMessage: { messages.append($0) }, mayUseTerminal: progress.mayUseTerminal,
      isInterrupted: progress.isInterrupted)
    notify = { messages.append($0) }
    ask = { _ in nil }
    answers = nil
    terminal.input = false
    terminal.error = false
  }

  /// Waits for another memo process, and prints one notice if that takes time.
  var lockTimeout: LockTimeout {
    ownLockTimeout
      ?? LockTimeout(onWait: { [notify] in notify("waiting for another memo to finish…\n") })
  }

  package var now: LocalTime { environment.localTime }

  func absolute(_ path: String) -> String {
    Store.absolute(path, from: directory, environment: environment)
  }

  /// The current folder, relative to the store; nil outside of it.
  func folder(in store: Store) -> String? { store.relative(directory) }
}
