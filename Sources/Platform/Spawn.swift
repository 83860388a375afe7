internal import CPlatform
internal import Synchronization

/// Starts programs, and waits for their end.
package enum Spawn {
  /// What a program has for its three streams; nil for those of this process.
  package struct Streams {
    package var input: Int32?
    package var output: Int32?
    package var errors: Int32?
    /// One more descriptor that it gets, as of a lock that is to last as long as it runs.
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
  /// `POSIX_SPAWN_SETSID`, which glibc and musl declare only under _GNU_SOURCE.
  private static let setSession: Int16 = 0x80
  #else
  private static let setSession = Int16(POSIX_SPAWN_SETSID)
  #endif

  private static let passesOnlyStreams = Atomic(false)

  /// From now on programs get the three streams and no other descriptor.
  ///
  /// A command passes on what its shell gave it, as git does. A server's connections aren't made to
  /// be closed by `exec`, and whoever a hook leaves behind would keep its port.
  package static func passOnlyStreams() { passesOnlyStreams.store(true, ordering: .relaxed) }

  /// - Parameters:
  ///   - words: The program's name and its arguments.
  ///   - path: Where the program is.
  ///   - directory: Where it runs; nil for where this process is.
  ///   - variables: Its environment.
  ///   - streams: With an output of this process, the terminal is the program's own as long as it
  ///     runs.
  ///   - isSession: Whether it leads a session of its own, which has no terminal. All that it starts
  ///     is in its process group then.
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
    // It gets signals as if it were started from a shell, whatever this thread holds back. It
    // stays in the terminal's foreground group: ssh asks for passwords there.
    var (none, usual) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&usual)
    for signal in [SIGPIPE, SIGCHLD, SIGTERM] { sigaddset(&usual, signal) }
    // Keys that are not this process's while it runs, are the program's.
    if streams.output == nil { for signal in [SIGINT, SIGQUIT] { sigaddset(&usual, signal) } }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, flags)
    var id: pid_t = 0
    let status = withPointers(words) { arguments in
      withPointers(variables.map { "\($0.key)=\($0.value)" }) { variables in
        for _ in 0..<20 {
          let status = posix_spawn(&id, path, &actions, &attributes, arguments, variables)
          // A program that was just written; another thread's child, not yet a program of its
          // own, holds it open for a moment.
          guard status == ETXTBSY else { return status }
          usleep(5000)
        }
        return ETXTBSY
      }
    }
    guard status == 0 else { throw SystemError(status) }
    return id
  }

  /// Waits for a program's end.
  ///
  /// - Returns: The exit code, or 128 and the signal's number.
  package static func wait(for id: pid_t) -> Int32 {
    var status: Int32 = 0
    while true {
      let found = waitpid(id, &status, 0)
      if found < 0, errno == EINTR { continue }
      // Where nobody wants to onMessage of children, the system collects them itself.
      return found == id ? code(status) : 0
    }
  }

  /// Runs something that waits for other programs, and doesn't end with them at a Ctrl-C.
  ///
  /// A terminal sends it to all of its programs. As with system(3), those that wait for one onMessage
  /// from that how it ended, and leave nothing half done. A handler that is there stays.
  package static func outlivingInterrupts<Result, Failure>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Not by ignoring them: a program that is started would ignore them as well.
    let replaced = [SIGINT, SIGQUIT, SIGHUP].filter { number in
      let old = signal(number) { _ in }
      let isUsual = old.map { unsafeBitCast($0, to: Int.self) } ?? 0 == 0
      if !isUsual { signal(number, old) }
      return isUsual
    }
    defer { for number in replaced { signal(number, SIG_DFL) } }
    return try body()
  }

  /// What a shell makes of how a program ended.
  package static func code(_ status: Int32) -> Int32 {
    status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }

  /// Lends C strings with a nil behind the last.
  private static func withPointers<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
