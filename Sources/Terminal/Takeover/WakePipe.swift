internal import Platform
internal import Synchronization

/// Wakes a thread that waits for input: a pipe of which one end is written to from any thread.
public final class WakePipe: Sendable {
  /// Readable once it was rung.
  let descriptor: Int32
  private let sender: Int32

  /// Nil where the process may open no more files.
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

  /// Where a signal handler may write a byte.
  public var sendingDescriptor: Int32 { sender }

  public func ring() {
    var byte: UInt8 = 0
    // A pipe that is full has been rung often enough.
    _ = withUnsafeBytes(of: &byte) { System.write(sender, $0) }
  }

  func silence() {
    var bytes = [UInt8](repeating: 0, count: 256)
    while bytes.withUnsafeMutableBytes({ System.read(descriptor, into: $0) }) > 0 {}
  }
}

/// Messages from other threads for one that waits at a terminal.
public final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let bell: WakePipe

  public init(_ bell: WakePipe) { self.bell = bell }

  public func put(_ message: Message) {
    messages.withLock { $0.append(message) }
    bell.ring()
  }

  /// All that came since it was asked last, in order.
  public func takeAll() -> [Message] {
    messages.withLock { all in
      defer { all = [] }
      return all
    }
  }
}
