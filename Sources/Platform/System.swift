internal import CPlatform

/// What the two operating systems don't do alike, or C has a name for that is taken elsewhere.
package enum System {
  /// The words of the command line, the program's name first; none where nobody tells.
  package static var hostName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// All variables of the environment.
  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      // By bytes: to look for a letter, what belongs to one letter would have to be found first.
      let text = String(cString: entry)
      if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
        variables[String(text[..<equals])] = String(text[text.utf8.index(after: equals)...])
      }
      next += 1
    }
    return variables
  }

  /// Gives memory that is free back to the system, as far as that can be done.
  ///
  /// glibc keeps what was freed in the middle of its heaps: a program that stays open and reads
  /// something large again and again would grow to twice its size.
  package static func releaseFreeMemory() {
    #if os(Linux)
    memo_trim_heap()
    #endif
  }

  /// Has all threads take their memory from one heap.
  ///
  /// glibc gives each thread one of its own, and what is freed in one is no room for another.
  package static func useOneHeap() {
    #if os(Linux)
    memo_use_one_heap()
    #endif
  }

  /// Takes whole blocks of 64 bytes into the five numbers of a SHA-1, as quickly as the processor
  /// can.
  ///
  /// - Returns: False where it has no instructions for that; then nothing is done.
  package static func sha1(
    _ state: inout (UInt32, UInt32, UInt32, UInt32, UInt32), _ blocks: UnsafeRawBufferPointer
  ) -> Bool {
    withUnsafeMutableBytes(of: &state) { state in
      memo_sha1(
        state.baseAddress?.assumingMemoryBound(to: UInt32.self),
        blocks.baseAddress?.assumingMemoryBound(to: UInt8.self), blocks.count / 64)
    }
  }

  package static var commandLine: [String] {
    // Swift's own way needs /proc, which a bare chroot or container may lack.
    guard var next = memo_arguments() else { return CommandLine.arguments }
    var words: [String] = []
    while let word = next.pointee {
      words.append(String(cString: word))
      next += 1
    }
    return words
  }

  /// Characters and dates, for `newlocale`; the C macros for these don't reach Swift.
  package static var charactersAndDates: Int32 {
    #if canImport(Darwin)
    1 << 1 | 1 << 5
    #else
    Int32(1 << LC_CTYPE | 1 << LC_TIME)
    #endif
  }

  /// Whether this process has a terminal, at which somebody may sit.
  package static var hasTerminal: Bool {
    var terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    defer { close(&terminal) }
    return terminal >= 0
  }
}

/// Processes.
extension System {
  /// Whether a process is stopped, as by Ctrl-Z; false where nobody tells.
  package static func isStopped(_ process: Int32) -> Bool {
    #if os(Linux)
    var file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    defer { close(&file) }
    guard file >= 0 else { return false }
    // The number, the name in brackets, in which anything may stand, and the state.
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = bytes.withUnsafeMutableBytes { read(file, into: $0) }
    guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count
    else { return false }
    return bytes[end + 2] == UInt8(ascii: "T")
    #else
    var facts = kinfo_proc()
    var size = MemoryLayout<kinfo_proc>.size
    var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, process]
    guard sysctl(&name, 4, &facts, &size, nil, 0) == 0, size > 0 else { return false }
    return Int32(facts.kp_proc.p_stat) == SSTOP
    #endif
  }
}

/// Clocks.
extension System {
  /// A descriptor that has something to read at a moment of the clock on the wall, also where the
  /// machine slept meanwhile, and when that clock is set; nil where the system has none.
  package static func clockTimer() -> Int32? {
    #if os(Linux)
    let timer = memo_clock_timer()
    return timer < 0 ? nil : timer
    #else
    return nil
    #endif
  }

  /// - Parameter moment: In seconds since 1970.
  package static func set(clockTimer timer: Int32, to moment: Int64) {
    #if os(Linux)
    _ = memo_set_clock_timer(timer, max(1, moment))
    #endif
  }
}

/// Streams.
extension System {
  /// A pipe's two ends, which no program started meanwhile inherits.
  package static func pipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
    guard memo_pipe(&ends, O_CLOEXEC) == 0 else { return nil }
    #else
    guard Platform.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETNOSIGPIPE, 1)
    #endif
    return (ends[0], ends[1])
  }

  package static func setNonblocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  package static func close(_ descriptor: inout Int32) {
    guard descriptor >= 0 else { return }
    _ = Platform.close(descriptor)
    descriptor = -1
  }

  package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    Platform.read(descriptor, buffer.baseAddress, buffer.count)
  }

  /// `write` that fails with `EPIPE` where it would end the process, whatever the process has
  /// made of the signal.
  package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if os(Linux)
    var (signal, pending, old) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&signal)
    sigaddset(&signal, SIGPIPE)
    sigpending(&pending)
    pthread_sigmask(SIG_BLOCK, &signal, &old)
    let count = Platform.write(descriptor, bytes.baseAddress, bytes.count)
    let failure = errno
    if count < 0, failure == EPIPE, sigismember(&pending, SIGPIPE) == 0 {
      var now = timespec()
      while sigtimedwait(&signal, nil, &now) < 0, errno == EINTR {}
    }
    pthread_sigmask(SIG_SETMASK, &old, nil)
    errno = failure
    return count
    #else
    return Platform.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Writes all of it.
  ///
  /// - Returns: Why that was not possible.
  package static func writeAll(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer
  ) -> SystemError? {
    var rest = bytes
    while !rest.isEmpty {
      let count = Platform.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        usleep(1000)
        continue
      }
      guard count > 0 else { return .last }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
    return nil
  }
}
