internal import Platform

/// A terminal that is typed at line by line, while other things happen.
public final class LineTerminal {
  public enum Arrival: Hashable, Sendable {
    /// A line without its end.
    case line(String)
    /// The bell was rung, or a signal came.
    case bell
    /// Nothing more will be typed.
    case end
  }

  private let bell: Bell
  private var pending: [UInt8] = []

  public init(_ bell: Bell) {
    self.bell = bell
    Interruption.ring(bell.sendingDescriptor)
  }

  /// Waits for a line or the bell.
  public func wait() -> Arrival {
    if let line = nextLine() { return .line(line) }
    var polled = [
      pollfd(fd: Device.input.rawValue, events: Int16(POLLIN), revents: 0),
      pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    if poll(&polled, nfds_t(polled.count), -1) < 0 { return .bell }
    if polled[1].revents != 0 {
      bell.silence()
      return .bell
    }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { System.read(Device.input.rawValue, into: $0) }
    if count < 0, errno == EINTR { return .bell }
    guard count > 0 else { return .end }
    pending += bytes[..<count]
    return nextLine().map { .line($0) } ?? .bell
  }

  private func nextLine() -> String? {
    guard let end = pending.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { pending.removeFirst(end + 1) }
    return String(decoding: pending[..<end], as: UTF8.self)
  }
}
