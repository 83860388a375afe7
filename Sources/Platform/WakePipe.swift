internal import Synchronization

/// Wakes a thread that waits for readable descriptors; any thread may ring.
///
/// It stays rung until it is silenced.
package final class WakePipe: Sendable {
  private let ends: (read: Int32, write: Int32)

  /// - Returns: Nil if the process can't open more files.
  package init?() {
    guard let ends = System.pipe() else { return nil }
    self.ends = ends
    System.setNonblocking(ends.read)
    System.setNonblocking(ends.write)
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  /// The write end; any byte written to it also rings, as from a signal handler.
  ///
  /// Valid as long as the object exists.
  package var descriptor: Int32 { ends.write }

  /// Readable while it is rung.
  package var readable: Int32 { ends.read }

  package func ring() {
    // A full pipe has already woken its reader.
    _ = withUnsafeBytes(of: UInt8(0)) { System.write(ends.write, $0) }
  }

  package var isRung: Bool { System.wait(for: [ends.read], upTo: 0)[0] }

  /// - Returns: Whether it was rung.
  @discardableResult
  package func silence() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64)
    var wasRung = false
    while buffer.withUnsafeMutableBytes({ System.read(ends.read, into: $0) }) > 0 { wasRung = true }
    return wasRung
  }
}

extension System {
  /// Waits for readable descriptors.
  ///
  /// - Parameters:
  ///   - descriptors: Negative ones are never readable.
  ///   - seconds: The timeout, at most one day; nil for none.
  /// - Returns: For each descriptor whether it is readable; all false after a signal.
  @discardableResult
  package static func wait(for descriptors: [Int32], upTo seconds: Double?) -> [Bool] {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let milliseconds = seconds.map { Int32(min(max($0, 0) * 1000, 86_400_000).rounded(.up)) }
    let count = poll(&polled, nfds_t(polled.count), milliseconds ?? -1)
    return polled.map { count > 0 && $0.revents != 0 }
  }
}

/// Messages from any thread to one that waits for its ``bell``.
package final class Mailbox<Message: Sendable>: Sendable {
  private struct State {
    var messages: [Message] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Rung by each message, and when the mailbox is closed.
  package let bell: WakePipe

  /// - Returns: Nil if the process can't open more files.
  package init?() {
    guard let bell = WakePipe() else { return nil }
    self.bell = bell
  }

  /// - Returns: False if the mailbox is closed; then the message is dropped.
  @discardableResult
  package func post(_ message: Message) -> Bool {
    let isTaken = state.withLock { state in
      if !state.isClosed { state.messages.append(message) }
      return !state.isClosed
    }
    bell.ring()
    return isTaken
  }

  /// Posts an answer to an earlier message, even after the mailbox was closed.
  package func answer(_ message: Message) {
    state.withLock { $0.messages.append(message) }
    bell.ring()
  }

  /// Accepts only answers from now on.
  package func close() {
    state.withLock { $0.isClosed = true }
    bell.ring()
  }

  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Removes and returns all messages, in order.
  ///
  /// Silence the ``bell`` before, not after, so that a later message rings again.
  package func takeAll() -> [Message] {
    state.withLock { state in
      defer { state.messages = [] }
      return state.messages
    }
  }
}
