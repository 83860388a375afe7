internal import Git
internal import Synchronization

/// A program that runs while the caller waits.
public struct Program: Sendable {
  /// A name to search in `PATH`, or a path.
  public var name: String
  public var arguments: [String]
  /// The working directory; nil for the current one.
  public var directory: String?
  /// The complete environment.
  ///
  /// Its `PATH` determines which program runs.
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

  public struct Ending: Hashable, Sendable {
    /// The exit code, or 128 plus the number of the signal that ended the program.
    public var code: Int32
    /// Standard output; empty for a run on the terminal.
    public var output: String
    /// The last lines of standard error; empty for a run on the terminal.
    public var error: String
    public var isSuccess: Bool { code == 0 }
  }

  /// - Throws: ``MemoError`` if the program can't start.
  public func runOnTerminal() throws(MemoError) -> Ending {
    Ending(code: try starting(helper.runOnTerminal()), output: "", error: "")
  }

  /// - Throws: ``MemoError`` if the program can't start.
  public func run(input: [UInt8] = []) throws(MemoError) -> Ending {
    let answer = try starting(helper.ask(input))
    return Ending(
      code: answer.code, output: answer.output, error: answer.words.joined(separator: "\n"))
  }

  private var helper: HelperProgram {
    HelperProgram([name] + arguments, in: directory, environment)
  }

  private func starting<Value>(
    _ call: @autoclosure () throws(GitError) -> Value
  ) throws(MemoError) -> Value {
    do throws(GitError) {
      return try call()
    } catch {
      throw MemoError(.refused, error.message)
    }
  }
}

extension Environment {
  /// The path of a program; nil if it is not in `PATH`.
  ///
  /// Ignores relative folders in `PATH`, so that no file in another user's folder runs.
  public func path(of program: String) -> String? {
    variables.path(ofProgram: program)
  }

  /// The variables without those that name git's repository.
  package var foreignVariables: [String: String] { variables.forAnotherRepository }

  /// Whether git started this process as a hook or an alias, with variables that name its
  /// repository.
  package var isFromGit: Bool {
    // A shell may set `GIT_CONFIG_COUNT` and the like for every repository.
    ProgramEnvironment.ofThisRepository.contains {
      variables[$0] != nil && !$0.hasPrefix("GIT_CONFIG_")
    }
  }
}

extension Store {
  /// The git program, run in a folder of the store, or else in the store's root.
  ///
  /// It uses the store's repository even in a folder that looks like a bare repository.
  public func gitProgram(_ arguments: [String], in directory: String) -> Program {
    // Paths in the arguments are relative to the folder, as for git.
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

/// Collects the output of other programs to print it later.
public final class ProgramMessages: Sendable {
  private let text = Mutex("")

  public init() {}

  /// Adds output, which may end within a line.
  public func append(_ words: String) { text.withLock { $0 += words } }

  /// The lines so far, without blank ones.
  public var lines: [String] {
    text.withLock { $0 }.split(whereSeparator: \.isNewline).map(String.init)
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }
}
