internal import Platform

/// A program that is asked something and answers, while the caller waits.
public struct HelperProgram: Sendable {
  /// How it ended.
  public struct Answer: Hashable, Sendable {
    /// The exit code, or 128 and the signal's number.
    public var code: Int32
    public var output: String
    /// The last lines that it wrote to standard error.
    public var words: [String]
    public var isSuccess: Bool { code == 0 }
  }

  /// The program, looked for in `PATH`, and its arguments.
  public var words: [String]
  public var directory: String?
  public var surroundings: Surroundings

  public init(_ words: [String], in directory: String? = nil, _ surroundings: Surroundings) {
    self.words = words
    self.directory = directory
    self.surroundings = surroundings
  }

  /// Runs it to its end.
  ///
  /// - Throws: ``GitError`` when it can't be started, or is silent for too long.
  public func ask(_ question: [UInt8]) throws(GitError) -> Answer {
    try Spawn.outlivingInterrupts { () throws(GitError) in try answer(to: question) }
  }

  private func answer(to question: [UInt8]) throws(GitError) -> Answer {
    let child = try ChildProcess(
      words, in: directory, surroundings, variables: surroundings.environment)
    defer { child.end() }
    // Why git gives up is in the answer; whoever asked says it in their own words.
    child.unshown = Array("fatal: ".utf8)
    let patience = surroundings.patience
    do throws(GitError) {
      try child.write(question, patience)
    } catch {
      // One that doesn't want to hear may still have something to say.
      guard error.code != .timedOut else { throw error }
    }
    System.close(&child.input)
    var output: [UInt8] = []
    while true {
      let part = try child.readPart(patience)
      if part.isEmpty { break }
      output += part
    }
    child.finish()
    child.end()
    return Answer(
      code: child.code ?? -1, output: String(decoding: output, as: UTF8.self),
      words: child.lastWords)
  }
}

extension HelperProgram {
  /// The words with which git is started.
  ///
  /// Whatever folder the person is in, it takes none that only looks like a repository for one;
  /// a git older than 2.38 doesn't know the setting.
  public static let git = ["git", "-c", "safe.bareRepository=explicit"]

  /// Runs it on the terminal of this process, with nothing in between.
  ///
  /// - Returns: The exit code, or 128 and the signal's number.
  public func runOnTerminal() throws(GitError) -> Int32 {
    Spawn.wait(for: try surroundings.start(words, in: directory, surroundings.environment))
  }
}

extension ChildProcess {
  // Not with the buffers of an array, whose closures lose the typed error.

  fileprivate func write(_ bytes: [UInt8], _ patience: Double) throws(GitError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: bytes)
    try write(UnsafeRawBufferPointer(buffer), patience: patience)
  }

  fileprivate func readPart(_ patience: Double) throws(GitError) -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
    defer { buffer.deallocate() }
    return Array(buffer.prefix(try read(into: buffer, patience: patience)))
  }
}
