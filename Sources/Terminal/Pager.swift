#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A program that shows long output page by page, fed while the output is still being made.
///
/// One that can't be started is as good as none: the output goes to the terminal then.
public final class Pager {
  private var process: pid_t
  private var feed: Int32
  /// What was written, as long as it is not sure that somebody reads it.
  private var unsure: [UInt8]? = []
  private var interrupts: (sig_t?, sig_t?)

  /// More than this fits into no pipe: then somebody has read.
  private static let mostUnsure = 1 << 20

  /// - Parameters:
  ///   - command: For the shell, as git takes it.
  ///   - environment: The variables it gets; nil is returned when it can't be started.
  public init?(_ command: String, environment: [String: String]) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    guard let child = Self.spawn(command, environment, input: ends[0], other: ends[1]) else {
      close(ends[0])
      close(ends[1])
      return nil
    }
    close(ends[0])
    (process, feed) = (child, ends[1])
    // Ctrl-C is for the pager, which gives a prompt; it ends when its reader wants that.
    interrupts = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
  }

  /// - Returns: False when nobody reads any more.
  public func write(_ text: String) -> Bool {
    let bytes = Array(text.utf8).withoutForeignControls
    guard process != 0 else { return put(bytes, 1) }
    unsure? += bytes
    if (unsure?.count ?? 0) > Self.mostUnsure { unsure = nil }
    if put(bytes, feed) { return true }
    return endProcess() ? false : showUnsure()
  }

  /// Waits until the person has seen enough.
  public func end() {
    if process != 0, !endProcess() { _ = showUnsure() }
  }

  /// - Returns: Whether it was a program that could be started.
  private func endProcess() -> Bool {
    close(feed)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    process = 0
    signal(SIGINT, interrupts.0)
    signal(SIGQUIT, interrupts.1)
    // 126 and 127 are the shell's: it can't be run, it is nowhere.
    let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 0
    return code != 126 && code != 127
  }

  private func showUnsure() -> Bool {
    defer { unsure = nil }
    return unsure.map { put($0, 1) } ?? false
  }

  private func put(_ bytes: [UInt8], _ descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer
      while let base = rest.baseAddress, !rest.isEmpty {
        let count = systemWrite(descriptor, base, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
      return true
    }
  }
}

extension Pager {
  #if canImport(Glibc)
  private typealias Actions = posix_spawn_file_actions_t
  private typealias Attributes = posix_spawnattr_t
  #else
  private typealias Actions = posix_spawn_file_actions_t?
  private typealias Attributes = posix_spawnattr_t?
  #endif

  private static func spawn(
    _ command: String, _ environment: [String: String], input: Int32, other: Int32
  ) -> pid_t? {
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
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_addclose(&actions, input)
    posix_spawn_file_actions_addclose(&actions, other)
    // It gets signals as if it were started from a shell.
    var usual = sigset_t()
    sigemptyset(&usual)
    for signal in [SIGPIPE, SIGINT, SIGQUIT] { sigaddset(&usual, signal) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let words: [String] = ["/bin/sh", "-c", command]
    let settings = environment.map { "\($0.key)=\($0.value)" }
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] = settings.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var child: pid_t = 0
    let status = posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, variables)
    return status == 0 ? child : nil
  }
}

/// The name `write` is taken by the method above.
private func systemWrite(_ descriptor: Int32, _ base: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, base, count)
}
