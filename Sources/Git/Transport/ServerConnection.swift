internal import CGit2
internal import Platform

/// A talk with `git-upload-pack` or `git-receive-pack`, run by ssh or on this machine.
///
/// libgit2 owns it as a subtransport; the session that made it asks it afterwards why the talk
/// failed.
final class ServerConnection {
  private let surroundings: Surroundings
  private let settings: ServerSettings
  private let method: RemoteAddress.Method
  private var child: ChildProcess?
  /// What libgit2 holds while there is a talk.
  var stream: UnsafeMutablePointer<memo_subtransport_stream>?
  /// The first thing that went wrong.
  private(set) var failure: GitError?
  /// Set when the caller has lost interest.
  var isCancelled = false
  /// Which program was started last.
  private var server = ServerProgram.uploadPack
  /// The command line that ssh was started with, for messages.
  private(set) var program = ""

  init(
    _ method: RemoteAddress.Method, _ surroundings: Surroundings, _ settings: ServerSettings
  ) {
    self.method = method
    self.surroundings = surroundings
    self.settings = settings
  }

  /// Starts the program at the other end.
  func open(_ url: String, _ server: ServerProgram) throws(GitError) {
    close()
    self.server = server
    do throws(GitError) {
      let words = method == .ssh ? try ssh(url, server) : try local(url, server)
      program = words.first ?? ""
      var surroundings = surroundings
      // What the programs of this machine say comes with the error.
      if method == .local { surroundings.hear = nil }
      child = try ChildProcess(words, in: settings.directory, surroundings)
    } catch {
      failure = failure ?? error
      throw error
    }
  }

  private func ssh(_ url: String, _ server: ServerProgram) throws(GitError) -> [String] {
    let address = try SSHAddress(url)
    let command = SSHCommand(surroundings, settings)
    // Not with `??`: its right-hand side loses the typed error.
    var variant = command.variant
    if variant == nil { variant = try askVariant(command, address) }
    return try command.words(
      to: address, as: variant ?? .simple, running: server.line(address.path, settings))
  }

  private func local(_ url: String, _ server: ServerProgram) throws(GitError) -> [String] {
    let path = RemoteAddress(url).localPath
    guard !path.hasPrefix("-") else {
      throw GitError(
        code: .generic, operation: "file", message: "the path '\(path)' is not allowed")
    }
    if server.configured(settings) != nil { return ["sh", "-c", server.line(path, settings)] }
    return ["git", String(server.name.dropFirst("git-".count)), path]
  }

  /// Asks a program of an unknown name whether it has the options of OpenSSH, as git does.
  private func askVariant(
    _ command: SSHCommand, _ address: SSHAddress
  ) throws(GitError) -> SSHCommand.Variant {
    var silent = surroundings
    silent.hear = nil
    let child = try ChildProcess(command.question(address), in: settings.directory, silent)
    System.close(&child.input)
    child.drain(patience: 10, atMost: 1 << 20)
    child.end()
    return child.code == 0 ? .ssh : .simple
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(GitError) -> Int {
    guard let child else { return 0 }
    do throws(GitError) {
      let count = try child.read(into: buffer, patience: surroundings.patience)
      if count == 0 { child.finish() }
      if let error = NetworkWatch.current?.hear(count) { throw error }
      return count
    } catch {
      failure = failure ?? error
      throw error
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(GitError) {
    guard let child else { return }
    do throws(GitError) {
      try child.write(bytes, patience: surroundings.patience)
    } catch {
      // A server that said no and went: its words are the reason.
      if error.code == .generic { child.finish() } else { failure = failure ?? error }
      throw error
    }
  }

  func close() {
    guard let child else { return }
    child.end(patience: kindness)
    ended = (child.code, child.lastWords)
    self.child = nil
  }

  /// For how many silent seconds the other end may go on after the last word.
  private var kindness: Double {
    if isCancelled || surroundings.isInterrupted() || failure?.code == .timedOut { return 0.2 }
    // A push is over for git, too, when the hooks behind it have ended.
    return server == .receivePack ? surroundings.patience : 5
  }

  private var ended: (code: Int32?, words: [String]) = (nil, [])

  /// What the program said last, and how it ended; the code is nil while it runs.
  var ending: (code: Int32?, words: [String]) {
    child.map { ($0.code, $0.lastWords) } ?? ended
  }

  /// Why the talk failed, if the program at either end had something to say about it.
  var explanation: GitError? {
    if let failure { return failure }
    let (code, words) = ending
    return method == .ssh
      ? ServerFailure.ofSSH(program, code: code, words: words)
      : ServerFailure.ofServer(code: code, words: words)
  }
}
