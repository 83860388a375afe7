internal import CGit2

/// The Swift side of libgit2's remote callbacks, for one fetch, push or clone.
///
/// libgit2 receives an unretained pointer to this object. That is safe because the call is
/// synchronous and ``run(_:_:)`` keeps `self` alive around it. A C callback cannot throw: an
/// error is parked in `failure`, libgit2 is told to stop, and `run` throws the parked error in
/// place of libgit2's vaguer one.
final class RemoteSession {
  private let handlers: TransferHandlers
  private var attempt = 0
  private var failure: GitError?
  /// References that the server refused, with its reason.
  private var refusals: [(name: String, reason: String)] = []
  /// What went to which reference of the remote.
  private(set) var pushed: [String: ObjectID] = [:]
  private let url: String
  private let settings: ServerSettings
  private let http: HTTPSettings
  private let isPush: Bool
  private var connection: ServerConnection?
  private var serverText = ServerText()
  private let watch: NetworkWatch
  /// A credential that took so long that the server may have hung up meanwhile.
  private var lateAnswer: Credential?
  /// What to answer without asking.
  private var answerAgain: Credential?
  /// What was said last about who we are.
  private(set) var lastAnswer: Credential?

  /// Nobody has more ways than this to prove who they are.
  private static let mostAttempts = 20

  /// - Parameters:
  ///   - url: Where it goes, after all rewriting.
  ///   - remote: The name it has in the configuration; nil when it has none yet.
  init(
    _ handlers: TransferHandlers, _ url: String, remote: String?, _ config: Configuration,
    in directory: String?, isPush: Bool = false
  ) throws(GitError) {
    var handlers = handlers
    if let hear = handlers.surroundings.hear {
      let address = RemoteAddress(url)
      handlers.surroundings.hear = { hear(address.hiding(in: $0)) }
    }
    // git would send what libgit2 can't read, and hang up on what it can't read itself.
    let address = RemoteAddress(url)
    if address.method == .local { try Repository.checkObjectFormat(of: address.localPath) }
    self.handlers = handlers
    self.url = url
    self.isPush = isPush
    settings = try ServerSettings(config, remote: remote, directory: directory)
    http = try HTTPSettings(url, remote: remote, config, handlers.surroundings)
    let surroundings = handlers.surroundings
    watch = NetworkWatch(
      patience: surroundings.patience, detour: http.detour,
      mostGreeting: surroundings.mostGreeting,
      isInterrupted: surroundings.isInterrupted)
  }

  /// Where it goes, after all rewriting.
  var address: RemoteAddress { RemoteAddress(url) }
  var isWeb: Bool { address.method == .http }
  /// Whether anybody was there.
  var hasConnected: Bool { watch.hasConnected }

  /// Runs the call.
  ///
  /// Once more, if somebody looked for the password for so long that the server hung up: libgit2
  /// doesn't notice before it has failed.
  func run(
    _ operation: StaticString,
    _ call: (git_remote_callbacks, git_proxy_options, git_strarray) -> Int32
  ) throws(GitError) {
    while true {
      do throws(GitError) {
        return try runOnce(operation, call)
      } catch {
        guard let lateAnswer, failure == nil,
          [.generic, .endOfStream, .unreachable].contains(error.code)
        else { throw error }
        (self.lateAnswer, answerAgain) = (nil, lateAnswer)
        watch.failure = nil
        serverText = ServerText()
      }
    }
  }

  private func runOnce(
    _ operation: StaticString,
    _ call: (git_remote_callbacks, git_proxy_options, git_strarray) -> Int32
  ) throws(GitError) {
    var callbacks = git_remote_callbacks()
    git_remote_init_callbacks(&callbacks, UInt32(GIT_REMOTE_CALLBACKS_VERSION))
    callbacks.payload = Unmanaged.passUnretained(self).toOpaque()
    callbacks.credentials = { out, url, user, allowed, payload in
      RemoteSession.from(payload)?.answer(out, url, user, allowed) ?? GIT_EUSER.rawValue
    }
    callbacks.transfer_progress = { stats, payload in
      RemoteSession.from(payload)?.received(stats) ?? GIT_EUSER.rawValue
    }
    callbacks.push_transfer_progress = { done, total, bytes, payload in
      RemoteSession.from(payload)?.report(.sending, Int(done), Int(total), bytes)
        ?? GIT_EUSER.rawValue
    }
    callbacks.push_negotiation = { updates, count, payload in
      RemoteSession.from(payload)?.note(UnsafeBufferPointer(start: updates, count: count))
      return 0
    }
    callbacks.push_update_reference = { name, status, payload in
      RemoteSession.from(payload)?.record(name, status)
      return 0
    }
    callbacks.sideband_progress = { text, count, payload in
      RemoteSession.from(payload)?.hear(text, count)
      return 0
    }
    callbacks.transport = { out, remote, payload in
      RemoteSession.from(payload)?.connect(out, remote) ?? GIT_EUSER.rawValue
    }
    callbacks.certificate_check = { _, _, _, payload in
      // Libgit2's own opinion stands, unless the person wants none.
      RemoteSession.from(payload)?.http.isVerified == false ? 0 : GIT_PASSTHROUGH.rawValue
    }
    git_error_clear()
    let status = try http.trusting {
      withExtendedLifetime(self) {
        NetworkWatch.$current.withValue(watch) {
          http.use(callbacks) { call(callbacks, $0, $1) }
        }
      }
    }
    if let failure { throw failure }
    guard status >= 0 else { throw explained(.last(status, operation)) }
    if let refusal = refusals.first { throw refused(refusal.reason) }
    // As git shows what hooks say there.
    for line in serverText.all { handlers.surroundings.hear?("remote: \(line)\n") }
  }

  /// libgit2 only knows that the talk ended; the programs at its ends know why.
  private func explained(_ error: GitError) -> GitError {
    var error = error
    // libgit2 hands some codes of its TLS library on; its own are small.
    if error.code.rawValue < -1000 { error.code = .generic }
    if [.generic, .endOfStream, .cancelled].contains(error.code) {
      error =
        ServerFailure.ofChatter(error) ?? watch.failure ?? connection?.explanation
        ?? ServerFailure.ofMessage(error)
    }
    error.details += serverText.all
    return error
  }

  private static func from(_ payload: UnsafeMutableRawPointer?) -> RemoteSession? {
    // Unretained both ways: libgit2 may call any number of times, or never.
    payload.map { Unmanaged<RemoteSession>.fromOpaque($0).takeUnretainedValue() }
  }

  private func refused(_ reason: String) -> GitError {
    .refusal(reason, details: serverText.all)
  }
}

extension GitError {
  /// git's protocol has words for why a reference was not moved, and no codes.
  static func refusal(_ reason: String, details: [String]) -> GitError {
    let signs: [(Code, [String])] = [
      (.notFastForward, ["non-fast-forward", "fetch first", "stale info"]),
      (
        .locked,
        [
          "failed to update ref", "cannot lock ref", "incorrect old value",
          "reference already exists",
        ]
      ),
      (.checkedOut, ["branch is currently checked out"]),
      (.uncommitted, ["Working directory has staged", "Working directory has unstaged"]),
    ]
    let sign = signs.first { $0.1.contains { reason.contains($0) } }
    return GitError(
      code: sign?.0 ?? .refused, operation: "git_remote_push", message: reason, details: details)
  }
}

extension RemoteSession {
  /// Makes the transport for what libgit2 is about to reach, or leaves that to libgit2.
  private func connect(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_transport>?>?, _ remote: OpaquePointer?
  ) -> Int32 {
    let raw = (isPush ? git_remote_pushurl(remote) : nil) ?? git_remote_url(remote)
    let method = RemoteAddress(raw.map { String(cString: $0) } ?? "").method
    switch method {
    case .ssh: break
    // Without git there is still libgit2's own way, which knows no hooks.
    case .local: guard handlers.surroundings.path(of: "git") != nil else { return 0 }
    case .http, .other: return 0
    }
    let connection = ServerConnection(method, handlers.surroundings, settings)
    self.connection = connection
    return Subtransport.make(out, remote, connection)
  }

  private func hear(_ text: UnsafePointer<CChar>?, _ count: Int32) {
    serverText.add(
      UnsafeRawBufferPointer(start: text, count: Int(max(count, 0))))
  }
}

extension RemoteSession {
  private func answer(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>?,
    _ url: UnsafePointer<CChar>?, _ user: UnsafePointer<CChar>?, _ allowed: UInt32
  ) -> Int32 {
    let request = CredentialRequest(
      url: url.map { String(cString: $0) } ?? "", userInURL: user.map { String(cString: $0) },
      attempt: attempt)
    // A server that first wants to know the name only; the address has it, or it is git's.
    if allowed & GIT_CREDENTIAL_USERNAME.rawValue != 0 {
      return git_credential_username_new(out, request.userInURL ?? "git")
    }
    if let credential = answerAgain {
      answerAgain = nil
      return credential.make(out)
    }
    attempt += 1
    do throws(GitError) {
      let start = ContinuousClock.now
      guard attempt <= Self.mostAttempts, let credential = try handlers.credentials(request) else {
        throw GitError(
          code: .authentication, operation: "credentials",
          message: attempt == 1
            ? "it wants to know who we are, and there is nothing to tell it"
            : "it refused every proof of who we are")
      }
      // Handing libgit2 a kind the server did not ask for is a memory error.
      guard allowed & credential.kind.rawValue != 0 else { return GIT_PASSTHROUGH.rawValue }
      lastAnswer = credential
      lateAnswer = ContinuousClock.now - start > .seconds(1) ? credential : nil
      return credential.make(out)
    } catch {
      failure = failure ?? error
      return GIT_EUSER.rawValue
    }
  }

  private func received(_ stats: UnsafePointer<git_indexer_progress>?) -> Int32 {
    watch.isReceiving = true
    guard let stats = stats?.pointee else { return 0 }
    let bytes = Int(stats.received_bytes)
    return stats.received_objects < stats.total_objects || stats.total_deltas == 0
      ? report(.receiving, Int(stats.received_objects), Int(stats.total_objects), bytes)
      : report(.resolving, Int(stats.indexed_deltas), Int(stats.total_deltas), bytes)
  }

  private func report(
    _ phase: TransferProgress.Phase, _ done: Int, _ total: Int, _ bytes: Int
  ) -> Int32 {
    let moment = TransferProgress(phase: phase, done: done, total: total, bytes: bytes)
    guard !handlers.progress(moment) || handlers.surroundings.isInterrupted() else { return 0 }
    connection?.isCancelled = true
    failure =
      failure ?? GitError(code: .cancelled, operation: "transfer_progress", message: "cancelled")
    return GIT_EUSER.rawValue
  }

  /// libgit2 looks once where a branch is that it sends, and others may move it meanwhile.
  private func note(_ updates: UnsafeBufferPointer<UnsafePointer<git_push_update>?>) {
    for case let update? in updates {
      guard let name = update.pointee.dst_refname else { continue }
      pushed[String(cString: name)] = ObjectID(update.pointee.dst)
    }
  }

  private func record(_ name: UnsafePointer<CChar>?, _ status: UnsafePointer<CChar>?) {
    // git_remote_push reports success even when the server refuses a reference.
    guard let status else { return }
    refusals.append(
      (name: name.map { String(cString: $0) } ?? "", reason: String(cString: status)))
  }
}
