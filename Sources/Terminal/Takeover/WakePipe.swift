internal import Platform
internal import Synchronization

/// Wakes a thread that waits for input, by a pipe that any thread may write to.
public final class WakePipe: Sendable {
  /// Readable after a ring.
  private let descriptor: Int32
  private let sender: Int32

  /// Returns nil if the process can't open more files.
  public init?() {
    guard let ends = System.pipe() else { return nil }
    (descriptor, sender) = ends
    System.setNonblocking(descriptor)
    System.setNonblocking(sender)
  }

  deinit {
    close(descriptor)
    close(sender)
  }

  /// The descriptor that a signal handler may write to.
  public var sendingDescriptor: Int32 { sender }

  public func ring() {
    var byte: UInt8 = 0
    // A full pipe wakes the reader anyway.
    _ = withUnsafeBytes(of: &byte) { System.write(sender, $0) }
  }

  /// The reason why a wait ended.
  public enum Arrival: Hashable, Sendable {
    case input([UInt8])
    /// Somebody rang, or a signal arrived.
    case bell
    case timeout
    case hangUp
  }

  /// Waits for standard input or a ring.
  ///
  /// - Parameters:
  ///   - seconds: The timeout; nil for none.
  ///   - hearsKeys: Whether to read input; otherwise the next reader gets it.
  public func wait(seconds: Double?, hearsKeys: Bool = true) -> Arrival {
    var polled = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: hearsKeys ? Device.input.rawValue : -1, events: Int16(POLLIN), revents: 0),
    ]
    let limit = seconds.map { Int32(max(0, min($0 * 1000, 1e9)).rounded(.up)) } ?? -1
    let count = poll(&polled, nfds_t(polled.count), limit)
    // A signal handler has rung the bell if needed.
    if count < 0 { return .bell }
    if polled[1].revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = bytes.withUnsafeMutableBytes {
        System.read(Device.input.rawValue, into: $0)
      }
      if count > 0 { return .input(Array(bytes[..<count])) }
      return count < 0 && errno == EINTR ? .bell : .hangUp
    }
    if polled[0].revents != 0 {
      silence()
      return .bell
    }
    return .timeout
  }

  private func silence() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while bytes.withUnsafeMutableBytes({ System.read(descriptor, into: $0) }) > 0 {}
  }
}

/// Passes messages from other threads to one that waits at a terminal.
public final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let bell: WakePipe

  public init(_ bell: WakePipe) { self.bell = bell }

  public func put(_ message: Message) {
    messages.withLock { $0.append(message) }
    bell.ring()
  }

  /// Removes and returns all messages, in order.
  public func takeAll() -> [Message] {
    messages.withLock { all in
      defer { all = [] }
      return all
    }
  }
}
