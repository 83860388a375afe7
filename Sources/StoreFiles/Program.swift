internal import Git
internal import Synchronization

/// Another program, run to its end while the caller waits.
public struct Program: Sendable {
  /// A name to look for in `PATH`, or a path.
  public var name: String
  public var arguments: [String]
  /// Where it runs; nil for the process's own working directory.
  public var directory: String?
  /// Its whole environment, whose `PATH` says where it is looked for.
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
  /// Where a program is; nil when no folder of `PATH` has it.
  ///
  /// Only absolute folders count, so that a file in a folder of somebody else's is never taken
  /// for a program.
  public func path(of program: String) -> String? {
    ProgramEnvironment(environment: variables).path(of: program)
  }

  /// The variables without those that tell a git where its repository is.
  package var foreignVariables: [String: String] {
    ProgramEnvironment(environment: variables).foreignEnvironment
  }

  /// The same with the settings that somebody gave for every repository, or for this command.
  package var gitVariables: [String: String] {
    ProgramEnvironment(environment: variables).gitEnvironment
  }

  /// Whether a git that started this, as for a hook or an alias, said anything of its repository.
  package var isFromGit: Bool {
    // Settings alone, as `GIT_CONFIG_COUNT`, may be a shell's for every repository.
    ProgramEnvironment.ofThisRepository.contains {
      variables[$0] != nil && !$0.hasPrefix("GIT_CONFIG")
    }
  }
}

extension Store {
  /// Whether what git said to this process is about the store's own repository, so that a hook of
  /// the store sees the index that is about to be committed.
  ///
  /// - Parameter directory: Where the process was started, from which relative paths count.
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

/// What other programs say while memo works, for whoever can't show it at once.
public final class ProgramMessages: Sendable {
  private let text = Mutex("")

  public init() {}

  /// Takes in a piece, which may end in the middle of a line.
  public func hear(_ words: String) { text.withLock { $0 += words } }

  /// All of it so far, without empty lines.
  public var lines: [String] {
    text.withLock { $0 }.split(whereSeparator: \.isNewline).map(String.init)
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }
}
