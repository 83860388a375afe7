internal import Platform

extension ChildProcess {
  /// How long one wait lasts before it is looked whether the program still runs.
  private static let slice: Int32 = 200

  /// What it writes next; 0 at the end, also when something else still holds its output open.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, patience: Double
  ) throws(GitError) -> Int {
    heard = .now
    while true {
      if let count = takePending(into: buffer) { return count }
      guard output >= 0 else { return 0 }
      let ready = wait(forInput: false)
      if ready.output {
        let count = readOutput(into: buffer)
        if count > 0 { return count }
      } else if code != nil {
        // It ended, and nothing more came in a whole slice.
        System.close(&output)
      } else if !ready.any {
        collect()
        try checkPatience(patience)
      }
    }
  }

  /// Writes all of it; what comes meanwhile is kept, so that neither waits for the other.
  ///
  /// - Throws: ``GitError`` when it no longer listens.
  func write(_ bytes: UnsafeRawBufferPointer, patience: Double) throws(GitError) {
    var rest = bytes[...]
    heard = .now
    while !rest.isEmpty {
      guard input >= 0 else { throw Self.gone }
      let ready = wait(forInput: true)
      if ready.output { readAhead() }
      if ready.input {
        let put = System.write(input, UnsafeRawBufferPointer(rebasing: rest))
        if put > 0 {
          rest = rest.dropFirst(put)
          heard = .now
        } else if errno != EAGAIN, errno != EINTR {
          System.close(&input)
          throw Self.gone
        }
      } else if !ready.any {
        try checkPatience(patience)
      }
    }
  }

  private static var gone: GitError {
    GitError(code: .generic, operation: "write", message: "the other end stopped listening")
  }

  /// - Throws: ``GitError`` after too long a silence, and when somebody wants to stop.
  private func checkPatience(_ patience: Double) throws(GitError) {
    if isInterrupted() {
      throw GitError(code: .cancelled, operation: "poll", message: "interrupted")
    }
    // Before the first word, somebody may be looking for the password.
    let limit = mayAsk && !hasSpoken ? 5 * patience : patience
    guard ContinuousClock.now - heard > .seconds(limit) else { return }
    throw GitError(
      code: .timedOut, operation: "poll",
      message: "nothing was heard for \(Int(limit)) seconds")
  }

  /// Reads its output to nowhere until it ends.
  ///
  /// - Parameters:
  ///   - patience: Ends this after so many seconds without a word.
  ///   - limit: Ends this after so many bytes.
  func drain(patience: Double, atMost limit: Int) {
    heard = .now
    var count = 0
    while code == nil, count <= limit, ContinuousClock.now - heard < .seconds(patience) {
      collect()
      if code != nil { return }
      let ready = wait(forInput: false, milliseconds: 20)
      if ready.output {
        let before = pending.count
        readAhead()
        count += pending.count - before
        pending = []
      }
    }
  }

  /// Waits for its end and hears what it has to say about it.
  func finish() {
    let start = ContinuousClock.now
    while code == nil, ContinuousClock.now - start < .seconds(3) {
      collect()
      if code == nil { _ = wait(forInput: false, milliseconds: 20) }
    }
    readErrors()
  }

  /// Its standard error's last lines, without empty ones.
  var lastWords: [String] {
    String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.allSatisfy(\.isWhitespace) }.suffix(20).map(String.init)
  }
}

extension ChildProcess {
  private func wait(
    forInput: Bool, milliseconds: Int32 = slice
  ) -> (input: Bool, output: Bool, any: Bool) {
    // A negative descriptor is passed over.
    var polls = [
      pollfd(fd: forInput ? input : -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&polls, nfds_t(polls.count), milliseconds)
    guard count > 0 else { return (false, false, false) }
    if polls[2].revents != 0 { readErrors() }
    return (polls[0].revents != 0, polls[1].revents != 0, true)
  }

  private func takePending(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard !pending.isEmpty else { return nil }
    let part = pending.prefix(buffer.count)
    buffer.copyBytes(from: part)
    pending = pending.dropFirst(part.count)
    return part.count
  }

  private func readOutput(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = System.read(output, into: buffer)
    if count > 0 {
      hasSpoken = true
      heard = .now
      return count
    }
    if count == 0 || (errno != EAGAIN && errno != EINTR) { System.close(&output) }
    return 0
  }

  private func readAhead() {
    let more = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = readOutput(into: UnsafeMutableRawBufferPointer(buffer))
    }
    pending += more
  }

  /// Takes in what is there of its standard error, and shows it.
  func readErrors() {
    while errors >= 0 {
      let more = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
        let got = System.read(errors, into: UnsafeMutableRawBufferPointer(buffer))
        if got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR) { System.close(&errors) }
        count = max(got, 0)
      }
      guard !more.isEmpty else { return }
      said = (said + more).suffix(8192)
      if let hear, !more.starts(with: unshown) || unshown.isEmpty {
        let whole = unheard + more
        unheard = whole.suffix(whole.unfinishedCharacter)
        hear(String(decoding: whole.dropLast(unheard.count), as: UTF8.self))
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// How many bytes at the end are the beginning of a UTF-8 character.
  fileprivate var unfinishedCharacter: Int {
    for (length, byte) in suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return needed > length + 1 ? length + 1 : 0
    }
    return 0
  }
}
