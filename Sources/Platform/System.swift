internal import CPlatform

/// Calls that Linux and macOS make differently, or whose C names are hidden by others in Swift.
package enum System {
  /// The name of this machine; nil if it can't be read.
  package static var hostName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      // A search for a `Character` would have to find the borders of all characters first.
      let text = String(cString: entry)
      if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
        variables[String(text[..<equals])] = String(text[text.utf8.index(after: equals)...])
      }
      next += 1
    }
    return variables
  }

  /// Returns free memory to the system, if possible.
  ///
  /// glibc keeps memory that was freed in the middle of its heaps. A long-running program that
  /// reads large data repeatedly would double in size.
  package static func releaseFreeMemory() {
    #if os(Linux)
    memo_trim_heap()
    #endif
  }

  /// Makes all threads use one heap.
  ///
  /// glibc gives each thread its own heap. One heap can't use the free memory of another.
  package static func useOneHeap() {
    #if os(Linux)
    memo_use_one_heap()
    #endif
  }

  /// Updates a SHA-1 state with whole blocks of 64 bytes, with the processor's instructions.
  ///
  /// - Returns: False if the processor has none. The state is unchanged then.
  package static func sha1(
    _ state: inout (UInt32, UInt32, UInt32, UInt32, UInt32), _ blocks: UnsafeRawBufferPointer
  ) -> Bool {
    withUnsafeMutableBytes(of: &state) { state in
      memo_sha1(
        state.baseAddress?.assumingMemoryBound(to: UInt32.self),
        blocks.baseAddress?.assumingMemoryBound(to: UInt8.self), blocks.count / 64)
    }
  }

  /// The mask for characters and dates in `newlocale`, since Swift doesn't import C's macros.
  package static var charactersAndDates: Int32 {
    #if canImport(Darwin)
    1 << 1 | 1 << 5
    #else
    Int32(1 << LC_CTYPE | 1 << LC_TIME)
    #endif
  }

  /// Whether this process has a controlling terminal, so a user may be present.
  package static var hasTerminal: Bool {
    var terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    defer { close(&terminal) }
    return terminal >= 0
  }
}

extension System {
  /// Both ends of a pipe, which programs started meanwhile don't inherit.
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

  /// Writes bytes, and fails with `EPIPE` where SIGPIPE would end the process.
  ///
  /// The handling of the signal doesn't matter.
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

  /// Writes all bytes.
  ///
  /// - Returns: The error that prevented it; nil for success.
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
