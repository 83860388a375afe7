import Foundation

/// A pseudo-terminal: programs run on it, and the test types keys and reads the output.
///
/// It is read only while a test waits, so a program that writes much blocks until then.
public final class PseudoTerminal {
  private let master: FileHandle
  /// The shell, or the program that replaced it.
  public let process: Int32
  private var isClosed = false
  /// All output that was read so far.
  private var taken: [UInt8] = []
  /// The window's sizes, each with the place in the output from which it counts.
  private var sizes: [(place: Int, rows: Int, columns: Int)] = []

  /// The line's settings before a program ran.
  public let settingsBefore: Settings

  /// A line's settings, as `stty -g` prints them.
  public struct Settings: Hashable, Sendable {
    fileprivate let words: [UInt64]
  }

  /// - Parameter script: The shell runs it. The terminal ends with the shell.
  public init(
    _ script: String, in folder: String, environment: [String: String], rows: Int = 24,
    columns: Int = 80
  ) throws {
    guard let (master, name) = Self.open() else {
      throw TerminalFailure(description: "there is no pseudo terminal")
    }
    self.master = FileHandle(fileDescriptor: master, closeOnDealloc: true)
    Self.setSize(master, rows, columns)
    sizes = [(0, rows, columns)]
    settingsBefore = Self.settings(of: master)
    process = try Self.start(
      ["/bin/sh", "-c", "cd \"$0\" && \(script)", folder], name, environment)
  }

  deinit {
    // Programs that still run lose their terminal.
    close()
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Closes the terminal, as if its window was closed.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    try? master.close()
  }

  public func type(_ keys: String) {
    let bytes = Array(keys.utf8)
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        write(master.fileDescriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 || errno == EINTR else { return }
      start += max(count, 0)
    }
  }

  public func resize(rows: Int, columns: Int) {
    read(seconds: 0)
    sizes.append((taken.count, rows, columns))
    Self.setSize(master.fileDescriptor, rows, columns)
  }

  public var settings: Settings { Self.settings(of: master.fileDescriptor) }

  private static func settings(of master: Int32) -> Settings {
    var now = termios()
    tcgetattr(master, &now)
    let controls = withUnsafeBytes(of: &now.c_cc) { $0.map { UInt64($0) } }
    return Settings(
      words: [now.c_iflag, now.c_oflag, now.c_cflag, now.c_lflag].map { UInt64($0) } + controls)
  }

  /// All output so far.
  public var bytes: [UInt8] {
    read(seconds: 0)
    return taken
  }

  /// The screen, with one cell for each character.
  public var window: EmulatedTerminal {
    read(seconds: 0)
    var window = EmulatedTerminal(rows: 0, columns: 0) { _ in 1 }
    for (index, size) in sizes.enumerated() {
      window.resize(rows: size.rows, columns: size.columns)
      let end = index + 1 < sizes.count ? sizes[index + 1].place : taken.count
      window.take(Array(taken[size.place..<end]))
    }
    return window
  }

  /// Waits for a text in the output.
  ///
  /// - Parameter start: Output before this place doesn't count.
  /// - Returns: The place after the text; nil if it doesn't come.
  public func place(behind text: String, from start: Int, seconds: Double = 60) -> Int? {
    let (wanted, end) = (Array(text.utf8), Date.now + seconds)
    var looked = start
    while true {
      if let found = taken[looked...].firstRange(of: wanted) { return found.upperBound }
      looked = max(start, taken.count - wanted.count)
      guard Date.now < end else { return nil }
      read(seconds: 0.1)
    }
  }

  /// Waits for a condition on the screen; throws the screen if it never holds.
  public func wait(seconds: Double = 60, until holds: (EmulatedTerminal) throws -> Bool) throws {
    let end = Date.now + seconds
    while try !holds(window) {
      guard Date.now < end else {
        throw TerminalFailure(description: "it isn't seen in time, but:\n\(window.text)")
      }
      read(seconds: 0.1)
    }
  }

  public func wait(for text: String, seconds: Double = 60) throws {
    try wait(seconds: seconds) { $0.text.contains(text) }
  }

  /// Reads the available output, after waiting for some.
  private func read(seconds: Double) {
    guard !isClosed else { return }
    var limit = Int32(seconds * 1000)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var polled = pollfd(fd: master.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, limit) > 0 else { return }
      limit = 0
      let count = Foundation.read(master.fileDescriptor, &buffer, buffer.count)
      // After the last output of the last program, reading fails.
      guard count > 0 else {
        usleep(UInt32(seconds * 1e6))
        return
      }
      taken += buffer[..<count]
    }
  }

  /// Opens a pseudo-terminal: its master, and the name that programs open.
  private static func open() -> (master: Int32, name: String)? {
    #if canImport(Darwin)
    let master = posix_openpt(O_RDWR | O_NOCTTY)
    guard master >= 0, fcntl(master, F_SETFD, FD_CLOEXEC) == 0, grantpt(master) == 0,
      unlockpt(master) == 0, let name = ptsname(master)
    else { return nil }
    return (master, String(cString: name))
    #else
    // glibc doesn't export these functions to Swift.
    let (unlock, number) = (UInt(0x4004_5431), UInt(0x8004_5430))  // TIOCSPTLCK, TIOCGPTN
    let master = Foundation.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (locked, index): (Int32, Int32) = (0, 0)
    guard master >= 0, ioctl(master, unlock, &locked) == 0, ioctl(master, number, &index) == 0
    else { return nil }
    return (master, "/dev/pts/\(index)")
    #endif
  }

  private static func setSize(_ terminal: Int32, _ rows: Int, _ columns: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  /// Starts a program in its own session, with that terminal as its controlling one.
  private static func start(
    _ words: [String], _ terminal: String, _ environment: [String: String]
  ) throws -> pid_t {
    #if canImport(Darwin)
    var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
    let flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
    var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    let flags = 0x80  // POSIX_SPAWN_SETSID
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for stream: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, stream, terminal, O_RDWR, 0)
    }
    #if !canImport(Darwin)
    // The program must not inherit files that other tests have open.
    for file: Int32 in 3..<1024 { posix_spawn_file_actions_addclose(&actions, file) }
    #endif
    // Test threads block signals.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(Int(flags) | Int(POSIX_SPAWN_SETSIGMASK) | Int(POSIX_SPAWN_SETSIGDEF)))
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for copy in arguments + variables { free(copy) } }
    var id: pid_t = 0
    guard posix_spawn(&id, words[0], &actions, &attributes, &arguments, &variables) == 0 else {
      throw TerminalFailure(description: "\(words[0]) can't be started")
    }
    return id
  }
}

/// A terminal that can't be opened, or a text that didn't appear.
public struct TerminalFailure: Error, CustomStringConvertible {
  public var description: String
  public init(description: String) { self.description = description }
}
