internal import Platform

/// What programs run with, as `git` and its `ssh`, and who is told how they get on.
///
/// It is the caller's to say: nothing here looks at the process's own environment.
public struct ProgramEnvironment: Sendable {
  /// Their variables; `PATH` says where they are looked for.
  public var environment: [String: String]
  /// Told how far a transfer is.
  public var show: @Sendable (TransferProgress) -> Void
  /// Told, line by line, what git, ssh and servers say to the person; nil for nobody.
  ///
  /// These are words of others: whoever shows them has to see to it that they don't drive the
  /// terminal.
  public var onMessage: (@Sendable (String) -> Void)?
  /// A transfer that gets no further for so many seconds is canceled; before it has begun, after
  /// five times as many where somebody may be looking for a password.
  public var longestSilence: Double
  /// Whether git and ssh may ask for passwords at this process's terminal, if it has one.
  public var mayUseTerminal: Bool
  /// A descriptor that git inherits, of a lock that lasts as long as it runs.
  public var lock: Int32?
  /// Asked several times a second; true gives up a transfer wherever it is.
  public var isInterrupted: @Sendable () -> Bool

  public init(
    environment: [String: String] = [:],
    show: @escaping @Sendable (TransferProgress) -> Void = { _ in },
    onMessage: (@Sendable (String) -> Void)? = nil, longestSilence: Double = 120,
    mayUseTerminal: Bool = false, lock: Int32? = nil,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.environment = environment
    self.show = show
    self.onMessage = onMessage
    self.longestSilence = longestSilence
    self.mayUseTerminal = mayUseTerminal
    self.lock = lock
    self.isInterrupted = isInterrupted
  }

  /// Whether git is to have this process's terminal.
  var usesTerminal: Bool { mayUseTerminal && System.hasTerminal }

  /// Whether git or ssh can ask somebody for a password, or for a key that has to be found.
  var canAsk: Bool {
    let windows = ["SSH_ASKPASS", "GIT_ASKPASS", "DISPLAY", "WAYLAND_DISPLAY"]
    return windows.contains { !(environment[$0] ?? "").isEmpty } || usesTerminal
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

  /// The variables without those that would make another git look into this repository, as
  /// git itself takes them away.
  public var foreignEnvironment: [String: String] {
    environment.filter { !Self.ofThisRepository.contains($0.key) }
  }

  /// The same with the settings that somebody gave for every repository, or for this command.
  public var gitEnvironment: [String: String] {
    environment.filter {
      !Self.ofThisRepository.contains($0.key) || $0.key.hasPrefix("GIT_CONFIG_")
    }
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
