internal import Git
internal import Synchronization

/// Another program that runs while the caller waits.
public struct Program: Sendable {
  /// A name to find in `PATH`, or a path.
  public var name: String
  public var arguments: [String]
  /// The folder in which it runs; nil for the current one.
  public var directory: String?
  /// Its complete environment.
  ///
  /// Its `PATH` decides where the program is.
  public var environment: [String: String]

  public init(
    _ name: String, _ arguments: [String] = [], in directory: String? = nil,
    environment: [String: String] = [:]
  ) {
    self.name = name
    self.arguments = arguments
    self.directory = directory
    self.environment = environment
  }

  /// The result of a program.
  public struct Ending: Hashable, Sendable {
    /// The exit code; 128 plus the signal's number if a signal ended it.
    public var code: Int32
    /// Its standard output, if requested.
    public var output: String
    /// The last lines of its standard error, if requested.
    public var error: String
    public var isSuccess: Bool { code == 0 }
  }

  /// Runs it on the user's terminal.
  ///
  /// - Throws: ``MemoError`` if it can't be started.
  public func runOnTerminal() throws(MemoError) -> Ending {
    let program = self.helper
    return try start { () throws(GitError) in
      Ending(code: try program.runOnTerminal(), output: "", error: "")
    }
  }

  /// Runs it with these bytes as input, and returns its output.
  ///
  /// - Throws: ``MemoError`` if it can't be started.
  public func run(input: [UInt8] = []) throws(MemoError) -> Ending {
    let program = self.helper
    return try start { () throws(GitError) in
      let answer = try program.ask(input)
      return Ending(
        code: answer.code, output: answer.output, error: answer.words.joined(separator: "\n"))
    }
  }

  private var helper: HelperProgram {
    HelperProgram([name] + arguments, in: directory, ProgramEnvironment(environment: environment))
  }

  private func start(_ body: () throws(GitError) -> Ending) throws(MemoError) -> Ending {
    do throws(GitError) {
      return try body()
    } catch {
      throw MemoError(.refused, error.message)
    }
  }
}

extension Environment {
  /// The path of a program; nil if no folder in `PATH` has it.
  ///
  /// Only absolute folders count, so that no file in somebody else's folder runs.
  public func path(of program: String) -> String? {
    ProgramEnvironment(environment: variables).path(of: program)
  }

  /// The variables without those that tell git where the repository is.
  package var foreignVariables: [String: String] {
    ProgramEnvironment(environment: variables).foreignEnvironment
  }

  /// The same with the settings for every repository, or for this command.
  package var gitVariables: [String: String] {
    ProgramEnvironment(environment: variables).gitEnvironment
  }

  /// Whether git started this process, as a hook or an alias, and set variables of its repository.
  package var isFromGit: Bool {
    // Settings such as `GIT_CONFIG_COUNT` may be a shell's, for every repository.
    ProgramEnvironment.ofThisRepository.contains {
      variables[$0] != nil && !$0.hasPrefix("GIT_CONFIG_")
    }
  }
}

extension Store {
  /// Whether git's variables name the store's own repository, so that a hook of the store sees the
  /// index that is being committed.
  ///
  /// - Parameter directory: The folder in which the process was started, for relative paths.
  package func isRepository(of environment: Environment, startedIn directory: String) -> Bool {
    guard let git = gitFolder, let own = WorkTree.resolved(git.own) else { return false }
    func place(_ name: String) -> String? {
      environment.variables[name].map { Paths.absolute($0, from: directory, home: nil) }
    }
    if let folder = place("GIT_WORK_TREE"), WorkTree.resolved(folder) != git.workTree {
      return false
    }
    let (folder, index) = (place("GIT_DIR"), place("GIT_INDEX_FILE"))
    if folder == nil, index == nil {
      return WorkTree.resolved(directory).map { Paths.relative($0, to: git.workTree) } != nil
    }
    let parent = index.flatMap { WorkTree.resolved(Paths.parent(of: $0)) }
    return folder.map { WorkTree.resolved($0) == own } ?? true
      && (index == nil || parent.flatMap { Paths.relative($0, to: own) } != nil)
  }
}

extension Store {
  /// The program git, for a folder; outside of the store, for the store's folder.
  ///
  /// It uses the store's repository, also in a folder that looks like a bare repository.
  public func gitProgram(_ arguments: [String], in directory: String) -> Program {
    // Inside the store, paths are relative to the folder, as in git.
    let directory = relative(directory) == nil ? root : directory
    var options: [String] = []
    if let git = gitFolder,
      Repository.bareFolder(around: directory, below: git.workTree) != nil
    {
      options = ["--git-dir=\(git.own)", "--work-tree=\(git.workTree)"]
    }
    return Program(environment.path(of: "git") ?? "git", options + arguments, in: directory)
  }
}

/// Collects the output of other programs, to show it later.
public final class ProgramMessages: Sendable {
  private let text = Mutex("")

  public init() {}

  /// Adds a piece of output, which may end inside a line.
  public func append(_ words: String) { text.withLock { $0 += words } }

  /// All lines so far, without empty ones.
  public var lines: [String] {
    text.withLock { $0 }.split(whereSeparator: \.isNewline).map(String.init)
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }
}
