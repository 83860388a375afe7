internal import Platform

/// The process's three standard streams.
public enum Device: Int32, Sendable {
  case input = 0, output = 1, error = 2

  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The window's size in cells; nil if unknown.
  var window: (rows: Int, columns: Int)? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
      return nil
    }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// The window's width in columns; else `COLUMNS`, else 80.
  ///
  /// Asks all three streams, since only some may be connected to the terminal.
  public func width(environment: [String: String]) -> Int {
    let devices = isTerminal ? [self, .error, .input, .output] : [self]
    return devices.lazy.compactMap { $0.window?.columns }.first
      ?? environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  /// The window's height in lines; else `LINES`, else nil.
  public func height(environment: [String: String]) -> Int? {
    window?.rows ?? environment["LINES"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Writes the whole text; only styles and line ends control the terminal.
  ///
  /// - Returns: The system's error message; nil on success and if the reader has closed the pipe,
  ///   as `head` does.
  @discardableResult
  public func write(_ text: String) -> String? {
    write(Array(text.utf8).withoutForeignControls)
  }

  /// Writes bytes unchanged.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> String? {
    let failure = bytes.withUnsafeBytes { System.writeAll(rawValue, $0) }
    return failure.flatMap { $0.number == EPIPE ? nil : $0.message }
  }

  /// False if the pipe's reader is closed or the terminal is gone.
  public var hasReader: Bool {
    var polled = pollfd(fd: rawValue, events: 0, revents: 0)
    return poll(&polled, 1, 0) <= 0
  }

  public func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let next = readNext()
      guard !next.isEmpty else { return bytes }
      bytes += next
    }
  }

  /// Waits for the next bytes; empty at the end of the stream.
  public func readNext() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(rawValue, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      return count > 0 ? Array(buffer[..<count]) : []
    }
  }

  /// Discards what was typed or pasted and not read yet.
  public func dropInput() { tcflush(rawValue, TCIFLUSH) }

  /// Reads one line without its end; nil at the end of the stream or after a handled signal.
  public func readLine() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      // Another thread may get the signal, so this wait is not interrupted; check regularly.
      var polled = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
      if Interruption.areAwaited, poll(&polled, 1, 250) <= 0 {
        if Interruption.isRequested { return nil }
        continue
      }
      let count = read(rawValue, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
  }

  /// Makes a write to a closed pipe fail instead of ending the process, and exit codes of programs
  /// known even if the parent ignores SIGCHLD.
  public static func setSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGCHLD, SIG_DFL)
  }

  /// Ignores Ctrl-C and `Ctrl-\` while an editor has the terminal.
  public static func ignoringInterrupts<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let old = signal(SIGINT, SIG_IGN)
    let quit = signal(SIGQUIT, SIG_IGN)
    defer {
      signal(SIGINT, old)
      signal(SIGQUIT, quit)
    }
    return try body()
  }
}
