internal import Platform

/// The process's three standard streams.
public enum Device: Int32, Sendable {
  case input = 0, output = 1, error = 2

  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Columns of the window; else `COLUMNS`, else 80.
  ///
  /// Some terminals tell it of another of the three streams only.
  public func width(environment: [String: String]) -> Int {
    let devices = isTerminal ? [self, .error, .input, .output] : [self]
    if let width = devices.lazy.compactMap(\.columns).first { return width }
    return environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  private var columns: Int? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Lines of the window; else `LINES`; nil where neither says so.
  public func height(environment: [String: String]) -> Int? {
    var size = winsize()
    if ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 { return Int(size.ws_row) }
    return environment["LINES"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Writes all of it.
  ///
  /// - Returns: Why that was not possible, in the system's words; nil also when the reader has
  ///   simply gone, as `head` does.
  ///
  /// Nothing in the text steers a terminal but styles and line ends, whoever put it there.
  @discardableResult
  public func write(_ text: String) -> String? {
    write(Array(text.utf8).withoutForeignControls)
  }

  /// Writes bytes that somebody asked for as they are.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> String? {
    let failure = bytes.withUnsafeBytes { System.writeAll(rawValue, $0) }
    return failure.flatMap { $0.number == EPIPE ? nil : $0.message }
  }

  /// False when it is a pipe that nobody will read from any more, or a terminal that is gone.
  public var hasReader: Bool {
    var polled = pollfd(fd: rawValue, events: 0, revents: 0)
    return poll(&polled, 1, 0) <= 0
  }

  /// Everything up to the end of the stream.
  public func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(rawValue, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// What there is next, as soon as there is something; empty at the end of the stream.
  public func readNext() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(rawValue, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      return count > 0 ? Array(buffer[..<count]) : []
    }
  }

  /// One line without its end; nil at the end of the stream, and where a signal that is heard ends
  /// the wait for it.
  public func readLine() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      // The signal may come to another thread, which interrupts nothing here.
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

  /// Makes a write to a closed pipe an error and not the end of the process.
  public static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// While an editor has the terminal, Ctrl-C is for the editor.
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
