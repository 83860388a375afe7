internal import Platform

/// A program that the caller runs to its end.
public struct HelperProgram: Sendable {
  public struct Answer: Hashable, Sendable {
    /// The exit code, or 128 and the signal's number.
    public var code: Int32
    public var output: String
    /// The last lines of standard error.
    public var words: [String]
    public var isSuccess: Bool { code == 0 }
  }

  /// The program's name, searched in `PATH`, and its arguments.
  public var words: [String]
  public var directory: String?
  /// The complete environment.
  public var variables: [String: String]
  /// The descriptor of a lock that the program inherits, to hold the lock while it runs.
  var lock: Int32?

  public init(_ words: [String], in directory: String? = nil, _ variables: [String: String]) {
    self.words = words
    self.directory = directory
    self.variables = variables
  }

  /// A git command that runs for the repository of its folder or arguments.
  static func git(
    _ arguments: [String], in directory: String? = nil, _ variables: [String: String]
  ) -> HelperProgram {
    // The setting keeps git from using a bare repository around the current folder. git before 2.38
    // ignores it.
    let words = ["git", "-c", "safe.bareRepository=explicit"]
    return HelperProgram(words + arguments, in: directory, variables.forGit)
  }

  /// - Returns: The exit code, or 128 plus the signal's number.
  public func runOnTerminal() throws(GitError) -> Int32 { Spawn.wait(for: try start()) }

  /// - Throws: ``GitError`` when the program can't be started.
  public func ask(_ question: [UInt8] = []) throws(GitError) -> Answer {
    var (output, errors): ([UInt8], [UInt8]) = ([], [])
    let code = try run(question) {
      output += $0
    } onError: {
      errors = (errors + $0).suffix(8192)
    }
    return Answer(
      code: code, output: String(decoding: output, as: UTF8.self),
      words: String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
        .filter { !$0.allSatisfy(\.isWhitespace) }.suffix(20).map(String.init))
  }

  /// Runs the program and passes its output on as it arrives.
  ///
  /// - Parameters:
  ///   - isSession: Whether to run in a session without a terminal, which ends with all its
  ///     processes.
  ///   - check: Runs several times a second, and stops the program by throwing. Its argument says
  ///     whether the program was silent since the last call.
  /// - Returns: The exit code, or 128 plus the signal's number.
  func run(
    _ question: [UInt8] = [], isSession: Bool = false, onOutput: ([UInt8]) -> Void,
    onError: ([UInt8]) -> Void, check: (Bool) throws(GitError) -> Void = { _ in }
  ) throws(GitError) -> Int32 {
    try Spawn.outlivingInterrupts { () throws(GitError) in
      var pipes = try Pipes()
      let id: pid_t
      do throws(GitError) {
        id = try start(pipes.ofChild(lock), isSession: isSession)
      } catch {
        pipes.closeAll()
        throw error
      }
      pipes.closeChild()
      let child = ChildProcess(id, isSession: isSession, pipes.own)
      return try child.run(question, onOutput, onError, check)
    }
  }

  /// - Throws: ``GitError`` with code `programMissing` if the program doesn't exist.
  private func start(
    _ streams: Spawn.Streams = Spawn.Streams(), isSession: Bool = false
  ) throws(GitError) -> pid_t {
    let name = words.first ?? ""
    guard let path = variables.path(ofProgram: name) else {
      throw GitError(
        code: .programMissing, operation: "spawn", message: "there is no program '\(name)'")
    }
    do throws(SystemError) {
      return try Spawn.start(
        words, at: path, in: directory, variables, streams, isSession: isSession)
    } catch {
      throw GitError(
        code: error.number == ENOENT ? .programMissing : .generic, operation: "spawn",
        message: "can't run '\(name)': \(error.message)")
    }
  }
}

private final class ChildProcess {
  private let id: pid_t
  private let isSession: Bool
  private var (input, output, errors): (Int32, Int32, Int32)
  /// Nil while the program runs.
  private var code: Int32?

  /// - Parameter streams: The ends for input, output and errors.
  init(_ id: pid_t, isSession: Bool, _ streams: [Int32]) {
    self.id = id
    self.isSession = isSession
    (input, output, errors) = (streams[0], streams[1], streams[2])
  }

  deinit {
    if code == nil { end() }
    for var stream in [input, output, errors] { System.close(&stream) }
  }

  /// The time between checks for the program's end, in milliseconds.
  ///
  /// Also the time for the rest of its output: a background process may hold the streams open.
  private static let slice: Int32 = 200
  /// The most reads of the rest; a pipe holds no more than a megabyte, and a background process may
  /// go on writing.
  private static let mostReads = 16

  func run(
    _ question: [UInt8], _ onOutput: ([UInt8]) -> Void, _ onError: ([UInt8]) -> Void,
    _ check: (Bool) throws(GitError) -> Void
  ) throws(GitError) -> Int32 {
    var rest = question[...]
    var collected: (at: ContinuousClock.Instant, reads: Int)?
    if rest.isEmpty { System.close(&input) }
    while true {
      let isClosed = output < 0 && errors < 0
      // `poll` ignores negative descriptors.
      var polls = [
        pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&polls, nfds_t(polls.count), isClosed && input < 0 ? 1 : Self.slice)
      if count > 0 {
        if polls[0].revents != 0 { write(&rest) }
        if polls[1].revents != 0 { Self.read(&output, onOutput) }
        if polls[2].revents != 0 { Self.read(&errors, onError) }
      }
      collect()
      if let code {
        let (end, reads) = collected ?? (.now, 0)
        collected = (end, reads + 1)
        let isOver = ContinuousClock.now - end > .milliseconds(Int(Self.slice))
        if count == 0 || isOver || reads >= Self.mostReads { return code }
      }
      do throws(GitError) {
        try check(count == 0 && !isClosed)
      } catch {
        end()
        throw error
      }
    }
  }

  private func write(_ rest: inout ArraySlice<UInt8>) {
    let put = rest.withUnsafeBytes { System.write(input, $0) }
    if put > 0 { rest = rest.dropFirst(put) }
    // A program that stops reading its input may still write output.
    if rest.isEmpty || (put < 0 && errno != EAGAIN && errno != EINTR) { System.close(&input) }
  }

  private static func read(_ stream: inout Int32, _ body: ([UInt8]) -> Void) {
    var isOver = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      let got = System.read(stream, into: UnsafeMutableRawBufferPointer(buffer))
      isOver = got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)
      count = max(got, 0)
    }
    if isOver { System.close(&stream) }
    if !bytes.isEmpty { body(bytes) }
  }

  private func collect() {
    guard code == nil else { return }
    var status: Int32 = 0
    let found = waitpid(id, &status, WNOHANG)
    guard found != 0, found > 0 || errno != EINTR else { return }
    code = found == id ? Spawn.code(status) : Spawn.unknownCode
  }

  /// In a session, stops all its processes.
  private func end() {
    System.close(&input)
    for signal in [SIGTERM, SIGKILL] where code == nil || isSession {
      kill(isSession ? -id : id, signal)
      let start = ContinuousClock.now
      while code == nil, ContinuousClock.now - start < .seconds(2) {
        // Drains the output, so that the program can't block on a full pipe.
        if output >= 0 { Self.read(&output) { _ in } }
        if errors >= 0 { Self.read(&errors) { _ in } }
        usleep(5_000)
        collect()
      }
    }
    if code == nil { code = Spawn.wait(for: id) }
  }
}

/// The pipes for a program's input, output and errors.
private struct Pipes {
  /// The program's ends.
  private var child: [Int32] = []
  /// The ends of this process.
  private(set) var own: [Int32] = []

  init() throws(GitError) {
    for isInput in [true, false, false] {
      guard let ends = System.pipe() else {
        let error = SystemError.last
        closeAll()
        throw GitError(code: .generic, operation: "pipe", message: error.message)
      }
      child.append(isInput ? ends.read : ends.write)
      own.append(isInput ? ends.write : ends.read)
      System.setNonblocking(isInput ? ends.write : ends.read)
    }
  }

  func ofChild(_ kept: Int32?) -> Spawn.Streams {
    Spawn.Streams(input: child[0], output: child[1], errors: child[2], kept: kept)
  }

  mutating func closeChild() { for index in child.indices { System.close(&child[index]) } }

  mutating func closeAll() {
    closeChild()
    for index in own.indices { System.close(&own[index]) }
  }
}
