internal import CPlatform
internal import Synchronization

/// Starts programs and waits for their end.
package enum Spawn {
  /// The streams of a program; nil means the stream of this process.
  package struct Streams {
    package var input: Int32?
    package var output: Int32?
    package var errors: Int32?
    /// A further descriptor, number 3 in the program, for example of a lock that it holds.
    package var kept: Int32?

    package init(
      input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil, kept: Int32? = nil
    ) {
      self.input = input
      self.output = output
      self.errors = errors
      self.kept = kept
    }
  }

  #if canImport(Darwin)
  private typealias Actions = posix_spawn_file_actions_t?
  private typealias Attributes = posix_spawnattr_t?
  #else
  private typealias Actions = posix_spawn_file_actions_t
  private typealias Attributes = posix_spawnattr_t
  #endif

  #if os(Linux)
  /// `POSIX_SPAWN_SETSID`, which glibc declares only with `_GNU_SOURCE`.
  private static let setSession: Int16 = 0x80
  #else
  private static let setSession = Int16(POSIX_SPAWN_SETSID)
  #endif

  private static let passesOnlyStreams = Atomic(false)

  /// Makes programs that start from now on inherit their streams, but no other descriptor.
  ///
  /// A command passes on the descriptors of its shell, as git does. A server calls this function,
  /// since `exec` doesn't close its connections. A process left behind by a hook would keep its
  /// port.
  package static func passOnlyStreams() { passesOnlyStreams.store(true, ordering: .relaxed) }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: The program's name and its arguments.
  ///   - path: The program's path.
  ///   - directory: The working directory; nil for that of this process.
  ///   - variables: The environment.
  ///   - streams: With this process's output, the program handles SIGINT and SIGQUIT by default.
  ///   - isSession: Whether it leads a session without a terminal. Then all programs that it starts
  ///     are in its process group.
  package static func start(
    _ words: [String], at path: String, in directory: String? = nil, _ variables: [String: String],
    _ streams: Streams = Streams(), isSession: Bool = false
  ) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
    var (actions, attributes): (Actions, Attributes) = (nil, nil)
    #else
    var (actions, attributes) = (Actions(), Attributes())
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
    let all = [streams.input, streams.output, streams.errors, streams.kept]
    for (number, stream) in all.enumerated() {
      if let stream { posix_spawn_file_actions_adddup2(&actions, stream, Int32(number)) }
    }
    let count = Int32(streams.kept == nil ? 3 : 4)
    var flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    if passesOnlyStreams.load(ordering: .relaxed) {
      #if os(Linux)
      _ = memo_spawn_close_from(&actions, count)
      #else
      for stream in 0..<count { posix_spawn_file_actions_addinherit_np(&actions, stream) }
      flags |= Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
      #endif
    }
    if isSession { flags |= setSession }
    // The program gets signals as if a shell had started it, whatever this thread blocks. It stays
    // in the terminal's foreground group, since ssh asks for passwords there.
    var (none, usual) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&usual)
    for signal in [SIGPIPE, SIGCHLD, SIGTERM] { sigaddset(&usual, signal) }
    // Ctrl-C and Ctrl-\ are for the program that uses the terminal.
    if streams.output == nil { for signal in [SIGINT, SIGQUIT] { sigaddset(&usual, signal) } }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, flags)
    var id: pid_t = 0
    let status = withPointers(words) { arguments in
      withPointers(variables.map { "\($0.key)=\($0.value)" }) { variables in
        for _ in 0..<20 {
          let status = posix_spawn(&id, path, &actions, &attributes, arguments, variables)
          // The file was just written, and another thread's child holds it open until its `exec`.
          guard status == ETXTBSY else { return status }
          usleep(5000)
        }
        return ETXTBSY
      }
    }
    guard status == 0 else { throw SystemError(status) }
    return id
  }

  /// Waits for a program to end.
  ///
  /// - Returns: The exit code, or 128 plus the signal's number; ``unknownCode`` if the system
  ///   doesn't tell it.
  package static func wait(for id: pid_t) -> Int32 {
    var status: Int32 = 0
    while true {
      let found = waitpid(id, &status, 0)
      if found < 0, errno == EINTR { continue }
      return found == id ? code(status) : unknownCode
    }
  }

  /// The code of a program whose end another part of the process has collected, or the system, if
  /// the process ignores SIGCHLD.
  package static let unknownCode: Int32 = 255

  /// Runs a closure that waits for programs, and survives a Ctrl-C that ends them.
  ///
  /// A terminal sends the signal to all its programs. As with `system(3)`, this process then learns
  /// how a program ended, and leaves nothing half done. Existing handlers stay.
  package static func outlivingInterrupts<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Started programs would inherit an ignored signal, but not a handler.
    let replaced = [SIGINT, SIGQUIT, SIGHUP].filter { number in
      let old = signal(number) { _ in }
      let isUsual = old.map { unsafeBitCast($0, to: Int.self) } ?? 0 == 0
      if !isUsual { signal(number, old) }
      return isUsual
    }
    defer { for number in replaced { signal(number, SIG_DFL) } }
    return try body()
  }

  /// The exit code that a shell reports for a status of `waitpid`.
  package static func code(_ status: Int32) -> Int32 {
    status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }

  /// Calls a closure with C strings, followed by nil.
  private static func withPointers<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
