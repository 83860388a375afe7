internal import CGit2
#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What the two operating systems don't do alike, or C has a name for that is taken here.
enum System {
  /// A pipe's two ends, which no program started meanwhile inherits.
  static func pipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
    guard memo_pipe(&ends, O_CLOEXEC) == 0 else { return nil }
    #else
    guard Darwin.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETNOSIGPIPE, 1)
    #endif
    return (ends[0], ends[1])
  }

  /// Whether this process has a terminal, at which somebody may sit.
  static var hasTerminal: Bool {
    var terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    defer { close(&terminal) }
    return terminal >= 0
  }

  static func setNonblocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  static func close(_ descriptor: inout Int32) {
    guard descriptor >= 0 else { return }
    #if canImport(Glibc)
    _ = Glibc.close(descriptor)
    #else
    _ = Darwin.close(descriptor)
    #endif
    descriptor = -1
  }

  static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
    Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #else
    Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  /// `write` that fails with `EPIPE` where it would end the process, whatever the process has
  /// made of the signal.
  static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if os(Linux)
    var (signal, pending, old) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&signal)
    sigaddset(&signal, SIGPIPE)
    sigpending(&pending)
    pthread_sigmask(SIG_BLOCK, &signal, &old)
    let count = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    let failure = errno
    if count < 0, failure == EPIPE, sigismember(&pending, SIGPIPE) == 0 {
      var now = timespec()
      while sigtimedwait(&signal, nil, &now) < 0, errno == EINTR {}
    }
    pthread_sigmask(SIG_SETMASK, &old, nil)
    errno = failure
    return count
    #else
    return Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}

/// Sockets.
extension System {
  #if canImport(Glibc)
  static let streamSocket = Int32(SOCK_STREAM.rawValue)
  static let noSignal = Int32(MSG_NOSIGNAL)
  #else
  static let streamSocket = SOCK_STREAM
  static let noSignal: Int32 = 0
  #endif

  /// A socket that doesn't block, and that no program started meanwhile inherits.
  static func socket(_ address: addrinfo) -> Int32 {
    #if canImport(Glibc)
    let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let made = Glibc.socket(address.ai_family, streamSocket | flags, address.ai_protocol)
    guard made >= 0 else { return made }
    #else
    let made = Darwin.socket(address.ai_family, streamSocket, address.ai_protocol)
    guard made >= 0 else { return made }
    _ = fcntl(made, F_SETFD, FD_CLOEXEC)
    setNonblocking(made)
    set(SOL_SOCKET, SO_NOSIGPIPE, of: made)
    #endif
    // A question that follows another piece would wait until that has arrived.
    set(Int32(IPPROTO_TCP), TCP_NODELAY, of: made)
    return made
  }

  private static func set(_ level: Int32, _ option: Int32, of socket: Int32) {
    var yes: Int32 = 1
    setsockopt(socket, level, option, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  static func connect(_ socket: Int32, _ address: addrinfo) -> Int32 {
    #if canImport(Glibc)
    Glibc.connect(socket, address.ai_addr, address.ai_addrlen)
    #else
    Darwin.connect(socket, address.ai_addr, address.ai_addrlen)
    #endif
  }
}
