internal import Platform
internal import Synchronization

/// Wakes a thread that waits for input, by a pipe that any thread may write to.
public final class WakePipe: Sendable {
  /// Readable after a ring.
  let descriptor: Int32
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

  func silence() {
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
