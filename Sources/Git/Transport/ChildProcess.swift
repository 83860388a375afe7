internal import Platform

/// A program that runs beside this one and is talked to over its three streams.
///
/// One thread uses it. Whoever made it ends it with ``end()``; nothing is left of it then, no
/// process, no zombie, no open stream.
final class ChildProcess {
  let id: pid_t
  /// Where its standard input is written; -1 when closed.
  var input: Int32
  /// Where its standard output is read; -1 when closed.
  var output: Int32
  /// Where its standard error is read; -1 when closed.
  var errors: Int32
  /// Read from its standard output while something was written, and not asked for yet.
  var pending: ArraySlice<UInt8> = []
  /// The exit code, or 128 and the signal's number; nil while it runs.
  private(set) var code: Int32?
  /// The last of what it wrote to standard error.
  var said: [UInt8] = []
  /// Told what it says on standard error.
  let hear: (@Sendable (String) -> Void)?
  /// The beginning of a character whose end has not come yet.
  var unheard: ArraySlice<UInt8> = []
  /// What begins so is not shown there.
  var unshown: [UInt8] = []
  let isInterrupted: @Sendable () -> Bool
  /// Whether it may be waiting for somebody who types.
  let mayAsk: Bool
  /// When it was last heard of.
  var heard = ContinuousClock.now
  var hasSpoken = false

  /// - Parameter variables: Its environment; nil for all but what belongs to this repository.
  /// - Throws: ``GitError`` with code `programMissing` when there is no such program.
  init(
    _ words: [String], in directory: String?, _ surroundings: Surroundings,
    variables: [String: String]? = nil
  ) throws(GitError) {
    var pipes = try Pipes()
    do throws(GitError) {
      id = try surroundings.start(
        words, in: directory, variables ?? surroundings.foreignEnvironment, pipes.ofChild)
    } catch {
      pipes.closeAll()
      throw error
    }
    (input, output, errors) = pipes.keepOwnEnds()
    hear = surroundings.hear
    isInterrupted = surroundings.isInterrupted
    mayAsk = surroundings.canAsk
  }

  deinit { end() }

  /// Asks whether it has ended; collects it if so.
  func collect() {
    guard code == nil else { return }
    var status: Int32 = 0
    let found = waitpid(id, &status, WNOHANG)
    guard found != 0, found > 0 || errno != EINTR else { return }
    code = found == id ? Spawn.code(status) : 0
  }

  /// Ends it: kindly first, by closing its input, and in the end without asking.
  ///
  /// - Parameter patience: For how many seconds without a word from it kindness lasts.
  func end(patience: Double = 5) {
    System.close(&input)
    if code == nil {
      // What still comes is read and dropped, so that hooks at the other end can finish; who
      // sends much was interrupted, and has to stop.
      drain(patience: patience, atMost: 1 << 16)
      System.close(&output)
      if code == nil { drain(patience: min(patience, 2), atMost: 0) }
      for signal in [SIGTERM, SIGKILL] where code == nil {
        kill(id, signal)
        if signal == SIGTERM { drain(patience: 1, atMost: 0) }
      }
      if code == nil { code = Spawn.wait(for: id) }
    }
    readErrors()
    System.close(&output)
    System.close(&errors)
  }
}

/// The three pipes to a program that is started.
struct Pipes {
  private(set) var input: (child: Int32, own: Int32) = (-1, -1)
  private(set) var output: (child: Int32, own: Int32) = (-1, -1)
  private(set) var errors: (child: Int32, own: Int32) = (-1, -1)

  init() throws(GitError) {
    for number in 0..<3 {
      guard let ends = System.pipe() else {
        let error = SystemError.last
        closeAll()
        throw GitError(code: .generic, operation: "pipe", message: error.message)
      }
      switch number {
      case 0: input = (ends.read, ends.write)
      case 1: output = (ends.write, ends.read)
      default: errors = (ends.write, ends.read)
      }
      System.setNonblocking(number == 0 ? ends.write : ends.read)
    }
  }

  /// What the program gets.
  var ofChild: Spawn.Streams {
    Spawn.Streams(input: input.child, output: output.child, errors: errors.child)
  }

  mutating func closeAll() {
    _ = keepOwnEnds()
    for var own in [input.own, output.own, errors.own] { System.close(&own) }
  }

  mutating func keepOwnEnds() -> (Int32, Int32, Int32) {
    System.close(&input.child)
    System.close(&output.child)
    System.close(&errors.child)
    return (input.own, output.own, errors.own)
  }
}
