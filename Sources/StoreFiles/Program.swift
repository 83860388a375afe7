internal import Git

/// Another program, run to its end while the caller waits.
public struct Program: Sendable {
  /// A name to look for in `PATH`, or a path.
  public var name: String
  public var arguments: [String]
  /// Where it runs; nil for the process's own working directory.
  public var directory: String?
  /// Its whole environment, whose `PATH` says where it is looked for.
  ///
  /// Of no account when the process becomes the program.
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

  /// How a program ended.
  public struct Ending: Hashable, Sendable {
    /// The exit code; 128 and the signal's number when a signal ended it.
    public var code: Int32
    /// What it wrote to standard output, when that was asked for.
    public var output: String
    /// The last lines that it wrote to standard error, when that was asked for.
    public var error: String
    public var isSuccess: Bool { code == 0 }
  }

  /// Runs it on the user's terminal, with nothing in between.
  ///
  /// - Throws: ``MemoError`` when it can't be started.
  public func runOnTerminal() throws(MemoError) -> Ending {
    let program = self.helper
    return try start { () throws(GitError) in
      Ending(code: try program.runOnTerminal(), output: "", error: "")
    }
  }

  /// Runs it with these bytes as its input and returns what it says.
  ///
  /// - Throws: ``MemoError`` when it can't be started.
  public func run(input: [UInt8] = []) throws(MemoError) -> Ending {
    let program = self.helper
    return try start { () throws(GitError) in
      let answer = try program.ask(input)
      return Ending(
        code: answer.code, output: answer.output, error: answer.words.joined(separator: "\n"))
    }
  }

  private var helper: HelperProgram {
    // It may wait for a person, so there is no limit worth the name: it is thirty years.
    HelperProgram(
      [name] + arguments, in: directory,
      Surroundings(environment: environment, patience: 1e9))
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
  /// Where a program is; nil when no folder of `PATH` has it.
  ///
  /// Only absolute folders count, so that a file in a folder of somebody else's is never taken
  /// for a program.
  public func path(of program: String) -> String? {
    Surroundings(environment: variables).path(of: program)
  }

  /// The variables without those that tell a git where its repository is.
  package var foreignVariables: [String: String] {
    Surroundings(environment: variables).foreignEnvironment
  }
}

extension Store {
  /// git, to be started by somebody in a folder; outside of the store, in the store's.
  ///
  /// It works with the store's own repository, also in a folder that looks like a bare one.
  public func gitProgram(_ arguments: [String], in directory: String) -> Program {
    // From inside the store, paths mean what they mean to git there.
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
