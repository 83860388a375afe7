internal import Platform

/// Reports that the process is about to stop, by Ctrl-Z or a signal, and that it has continued.
///
/// A process has at most one.
public final class StopListener: Sendable {
  private let sender: Int32
  private let answers: Int32

  /// - Parameters:
  ///   - stops: Runs on a separate thread; the process waits for it briefly.
  ///   - goesOn: Runs on the same thread when the process continues.
  /// - Returns: Nil if the process can't open more files or start a thread.
  public init?(
    stops: @escaping @Sendable () -> Void, goesOn: @escaping @Sendable () -> Void
  ) {
    guard var letters = System.pipe() else { return nil }
    guard var answers = System.pipe() else {
      System.close(&letters.read)
      System.close(&letters.write)
      return nil
    }
    sender = letters.write
    self.answers = answers.read
    let (source, answer) = (letters.read, answers.write)
    let isStarted = System.startThread {
      Self.listen(source, answer, stops, goesOn)
    }
    guard isStarted else {
      System.close(&letters.read)
      System.close(&answers.write)
      return nil
    }
    TerminalControl.tell(sender, answer: self.answers)
  }

  deinit {
    TerminalControl.tell(-1, answer: -1)
    // Closing the pipe ends the thread.
    close(sender)
    close(answers)
  }

  private static func listen(
    _ source: Int32, _ answer: Int32, _ stops: () -> Void, _ goesOn: () -> Void
  ) {
    var (source, answer) = (source, answer)
    defer {
      System.close(&source)
      System.close(&answer)
    }
    var letter: UInt8 = 0
    while true {
      let count = withUnsafeMutableBytes(of: &letter) { System.read(source, into: $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      guard letter == UInt8(ascii: "s") else {
        goesOn()
        continue
      }
      stops()
      _ = withUnsafeBytes(of: &letter) { System.write(answer, $0) }
    }
  }
}
