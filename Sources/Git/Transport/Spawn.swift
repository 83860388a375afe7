internal import CGit2
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Starts a program with its streams on pipes.
enum Spawn {
  #if canImport(Glibc)
  private typealias Actions = posix_spawn_file_actions_t
  private typealias Attributes = posix_spawnattr_t
  #else
  private typealias Actions = posix_spawn_file_actions_t?
  private typealias Attributes = posix_spawnattr_t?
  #endif

  /// - Parameters:
  ///   - words: The program's name and its arguments.
  ///   - path: Where the program is; nil when it was found nowhere.
  ///   - directory: Where it runs; nil for where this process is.
  static func start(
    _ words: [String], at path: String?, in directory: String?, _ variables: [String: String],
    _ pipes: Pipes
  ) throws(GitError) -> pid_t {
    let name = words.first ?? ""
    guard let path else {
      throw GitError(
        code: .programMissing, operation: "spawn", message: "there is no program '\(name)'")
    }
    #if canImport(Glibc)
    var (actions, attributes) = (Actions(), Attributes())
    #else
    var (actions, attributes): (Actions, Attributes) = (nil, nil)
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let directory {
      #if os(Linux)
      _ = memo_spawn_in(&actions, directory)
      #else
      posix_spawn_file_actions_addchdir_np(&actions, directory)
      #endif
    }
    posix_spawn_file_actions_adddup2(&actions, pipes.input.child, 0)
    posix_spawn_file_actions_adddup2(&actions, pipes.output.child, 1)
    posix_spawn_file_actions_adddup2(&actions, pipes.errors.child, 2)
    // It gets signals as if it were started from a shell, whatever this thread holds back. It
    // stays in the terminal's foreground group: ssh asks for passwords there.
    var (none, usual) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&usual)
    for signal in [SIGPIPE, SIGCHLD, SIGTERM] { sigaddset(&usual, signal) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var id: pid_t = 0
    let status = withPointers(words) { arguments in
      withPointers(variables.map { "\($0.key)=\($0.value)" }) { variables in
        posix_spawn(&id, path, &actions, &attributes, arguments, variables)
      }
    }
    guard status == 0 else {
      throw GitError(
        code: status == ENOENT ? .programMissing : .generic, operation: "spawn",
        message: "can't start '\(name)': \(String(cString: strerror(status)))")
    }
    return id
  }

  /// Lends C strings with a nil behind the last.
  private static func withPointers<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { $0.copyAsCString() }
    defer { for copy in copies { copy.deallocate() } }
    return body(copies.map(Optional.some) + [nil])
  }
}

extension WorkTree {
  /// Whether a path leads to a file that can be started.
  static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}
