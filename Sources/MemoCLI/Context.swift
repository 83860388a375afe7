public import MemoKit
internal import Terminal

/// Everything a command may ask of the world; tests pass a fixed one.
public struct Context: Sendable {
  /// Environment, clock and chance, as the library sees them.
  public var environment: Environment
  /// The folder the user is in: absolute.
  public var directory: String
  /// Where the program's own file is, and those that came with it; nil where nobody tells.
  package var programFolder: String?
  /// Whether standard output, error and input are a terminal, and how large it is.
  public var terminal: TerminalFacts
  /// Asks the person a question and returns the answer; nil where nobody can be asked.
  public var ask: @Sendable (String) -> String?
  /// All of standard input, for `-`.
  public var standardInput: @Sendable () -> [UInt8]
  /// Shows something on standard error at once, while a command still runs.
  public var notify: @Sendable (String) -> Void
  /// Shows something on standard output at once; false when nobody reads it any more.
  public var show: @Sendable (String) -> Bool
  /// Lets the signals that end a process make this request instead.
  public var endOnSignal: @Sendable (EndRequest) -> Void
  /// Shows how a transfer goes on, where somebody looks.
  public var progress: SyncProgress
  /// Shows the board to work in, until the person leaves it; nil where there is none, and from
  /// it where the terminal can't show it.
  public var showBoard: (@Sendable (BoardRequest, Context) throws -> Outcome?)?
  /// Serves the store to a program until that ends it; nil where nothing does.
  public var serveAgents: (@Sendable (AgentRequest, Context) throws -> Outcome)?
  /// Shows a long result bit by bit, page by page where a pager is named; nil collects it.
  public var openLongOutput: (@Sendable (_ pager: String?) -> LongOutput)?
  /// What was answered before the command runs, where its questions are left to a board; nil where
  /// they are asked at once.
  package var answers: Answers?
  /// How a change waits for another memo; nil for the usual way, in which that is told.
  package var ownPatience: LockTimeout?
  /// Whether the process ends with the command.
  package var endsProcess = false
  /// The command line, the command's name first.
  var words: [String] = []
  /// What others said so far, where nothing but documents may be printed; nil where it is shown.
  var overheard: ProgramMessages?
  /// Runs an editor, or what else needs the terminal for itself.
  public var runOnTerminal: @Sendable (Program) throws(MemoError) -> Program.Ending

  public init(
    environment: Environment, directory: String, terminal: TerminalFacts,
    ask: @escaping @Sendable (String) -> String? = { _ in nil },
    standardInput: @escaping @Sendable () -> [UInt8] = { [] },
    notify: @escaping @Sendable (String) -> Void = { _ in },
    show: @escaping @Sendable (String) -> Bool = { _ in true },
    endOnSignal: @escaping @Sendable (EndRequest) -> Void = { _ in },
    progress: SyncProgress = SyncProgress(),
    openLongOutput: (@Sendable (_ pager: String?) -> LongOutput)? = nil,
    runOnTerminal: @escaping @Sendable (Program) throws(MemoError) -> Program.Ending = {
      program throws(MemoError) in try program.runOnTerminal()
    }
  ) {
    self.environment = environment
    self.directory = directory
    self.terminal = terminal
    self.ask = ask
    self.standardInput = standardInput
    self.notify = notify
    self.show = show
    self.endOnSignal = endOnSignal
    self.progress = progress
    self.openLongOutput = openLongOutput
    self.runOnTerminal = runOnTerminal
  }
}

/// Where a result goes while the rest of it is still being found.
public struct LongOutput {
  /// Writes more; false when nobody reads any more.
  public var write: (String) -> Bool
  /// Waits until it has been read.
  public var end: () -> Void

  public init(_ write: @escaping (String) -> Bool, end: @escaping () -> Void = {}) {
    self.write = write
    self.end = end
  }
}

/// What the three standard streams are connected to.
public struct TerminalFacts: Hashable, Sendable {
  public var input: Bool
  public var output: Bool
  public var error: Bool
  /// Columns of the window.
  public var width: Int
  /// Lines of the window; nil where nobody knows.
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
  /// The store that the user means from where they are.
  package func store() throws(MemoError) -> Store {
    let store = try Store.find(from: directory, environment: environment)
    if endsProcess { ThisProcess.keep(store) }
    return store
  }

  /// Forgets what a git that has started this, as for a hook or an alias, said of its repository,
  /// where the store is in another one.
  ///
  /// - Parameter directory: Where the process was started.
  package mutating func leaveOtherRepository(startedIn directory: String) {
    guard environment.isFromGit,
      (try? Store.find(from: self.directory, environment: environment))?
        .isRepository(of: environment, startedIn: directory) != true
    else { return }
    environment.variables = environment.foreignVariables
  }

  /// Keeps what others say for the document, since nothing else may be printed beside it.
  ///
  /// Nobody can be asked then, either.
  mutating func keepQuiet() {
    let overheard = ProgramMessages()
    self.overheard = overheard
    environment.hear = { overheard.hear($0) }
    progress = SyncProgress(
      hear: { overheard.hear($0) }, mayUseTerminal: progress.mayUseTerminal,
      isInterrupted: progress.isInterrupted)
    notify = { overheard.hear($0) }
    ask = { _ in nil }
    answers = nil
    terminal.input = false
    terminal.error = false
  }

  /// Waits for another memo, and says so once if it takes time.
  var timeout: LockTimeout {
    ownPatience
      ?? LockTimeout(onWait: { [notify] in notify("waiting for another memo to finish…\n") })
  }

  /// Local date and time, now.
  package var now: LocalTime { environment.localTime }

  /// A path that the user typed, made absolute.
  func absolute(_ path: String) -> String {
    Store.absolute(path, from: directory, environment: environment)
  }

  /// Where the user is, relative to a store; nil outside.
  func folder(in store: Store) -> String? { store.relative(directory) }
}
