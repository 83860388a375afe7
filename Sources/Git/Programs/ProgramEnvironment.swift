internal import Platform

/// The environment of a git command that talks to a remote, and the callbacks that report its
/// progress.
///
/// The caller provides it; this module doesn't read the process's environment.
public struct ProgramEnvironment: Sendable {
  /// Programs are searched in this `PATH`.
  public var environment: [String: String]
  public var show: @Sendable (TransferProgress) -> Void
  /// Receives each line that git, ssh and servers print for the user; nil to discard them.
  ///
  /// The lines are untrusted: remove terminal control sequences before printing them.
  public var onMessage: (@Sendable (String) -> Void)?
  /// The timeout in seconds for a transfer without progress.
  ///
  /// Five times as long before a transfer begins, if git can ask the user for a password.
  public var longestSilence: Double
  /// Whether git and ssh may ask for passwords at this process's terminal, if any.
  public var mayUseTerminal: Bool
  /// The descriptor of a lock that git inherits, to hold the lock while it runs.
  public var lock: Int32?
  /// Called several times a second; returning true cancels a transfer.
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

  var usesTerminal: Bool { mayUseTerminal && System.hasTerminal }

  /// Whether git or ssh can ask the user for a password or a hardware key.
  var canAsk: Bool {
    let windows = ["SSH_ASKPASS", "GIT_ASKPASS", "DISPLAY", "WAYLAND_DISPLAY"]
    return windows.contains { !(environment[$0] ?? "").isEmpty } || usesTerminal
  }

  /// The variables that git sets for hooks and aliases of its own repository.
  ///
  /// The list is `git rev-parse --local-env-vars` and `GIT_PROTOCOL`.
  public static let ofThisRepository: Set<String> = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_PROTOCOL", "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
  ]
}

/// The variables of an environment.
extension [String: String] {
  /// The path of a program; nil if no folder in `PATH` has it.
  ///
  /// Ignores relative folders in `PATH`: they depend on the current folder, which others may be
  /// able to write to.
  package func path(ofProgram program: String) -> String? {
    guard !program.contains("/") else { return program }
    return self["PATH"]?.split(separator: ":").lazy.filter { $0.hasPrefix("/") }
      .map { "\($0)/\(program)" }.first { WorkTree.isProgram($0) }
  }

  /// Without variables that point another git command at this repository.
  ///
  /// git removes the same variables.
  package var forAnotherRepository: [String: String] {
    filter { !ProgramEnvironment.ofThisRepository.contains($0.key) }
  }

  /// The same, but with configuration from `GIT_CONFIG_…` variables.
  package var forGit: [String: String] {
    filter {
      !ProgramEnvironment.ofThisRepository.contains($0.key) || $0.key.hasPrefix("GIT_CONFIG_")
    }
  }
}
