internal import Platform

/// What programs that a transfer needs, as `ssh` and `git-upload-pack`, run with.
///
/// It is the caller's to say: nothing here looks at the process's own environment.
public struct Surroundings: Sendable {
  /// Their variables; `PATH` says where they are looked for.
  public var environment: [String: String]
  /// Told what `ssh` and the like say to the person, piece by piece; nil to only keep it.
  ///
  /// These are words of other programs and of servers: whoever shows them has to see to it that
  /// they don't drive the terminal.
  public var hear: (@Sendable (String) -> Void)?
  /// After so many seconds without a byte from a server it is given up; as long as it has not
  /// spoken and somebody may be asked for a password, after five times as many.
  public var patience: Double
  /// What a remote may say, in bytes, before it begins to send what was asked for: its list of
  /// references, which is kept in memory.
  public var mostGreeting = Int.max
  /// Asked several times a second; true gives up a transfer wherever it is.
  public var isInterrupted: @Sendable () -> Bool

  public init(
    environment: [String: String] = [:], hear: (@Sendable (String) -> Void)? = nil,
    patience: Double = 120,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.environment = environment
    self.hear = hear
    self.patience = patience
    self.isInterrupted = isInterrupted
  }

  /// A variable that is set and not empty.
  subscript(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether a program can ask somebody for a password, or for a key that has to be found.
  var canAsk: Bool {
    let windows = ["SSH_ASKPASS", "GIT_ASKPASS", "DISPLAY", "WAYLAND_DISPLAY"]
    return windows.contains { self[$0] != nil } || System.hasTerminal
  }

  /// Where a program is; nil when no folder of `PATH` has it.
  ///
  /// Only absolute folders count: what `.` or nothing between two colons means depends on where
  /// the program is started, and that is often a folder that others write into.
  public func path(of program: String) -> String? {
    guard !program.contains("/") else { return program }
    return environment["PATH"]?.split(separator: ":").lazy.filter { $0.hasPrefix("/") }
      .map { "\($0)/\(program)" }.first { WorkTree.isProgram($0) }
  }

  /// Starts a program that `PATH` has.
  ///
  /// - Throws: ``GitError`` with code `programMissing` when there is no such program.
  func start(
    _ words: [String], in directory: String?, _ variables: [String: String],
    _ streams: Spawn.Streams = Spawn.Streams()
  ) throws(GitError) -> pid_t {
    let name = words.first ?? ""
    guard let path = path(of: name) else {
      throw GitError(
        code: .programMissing, operation: "spawn", message: "there is no program '\(name)'")
    }
    do throws(SystemError) {
      return try Spawn.start(words, at: path, in: directory, variables, streams)
    } catch {
      throw GitError(
        code: error.number == ENOENT ? .programMissing : .generic, operation: "spawn",
        message: "can't run '\(name)': \(error.message)")
    }
  }

  /// The variables without those that would make another git look into this repository, as
  /// git itself takes them away, and without a protocol that libgit2 doesn't speak.
  public var foreignEnvironment: [String: String] {
    environment.filter { !Self.ofThisRepository.contains($0.key) }
  }

  /// What git sets for its own repository's hooks and aliases: `git rev-parse --local-env-vars`,
  /// and `GIT_PROTOCOL`.
  public static let ofThisRepository: Set<String> = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_PROTOCOL", "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
  ]
}
