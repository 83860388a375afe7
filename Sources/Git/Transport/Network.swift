internal import CGit2
internal import Platform

/// What the connections of one transfer may take, and what became of them.
///
/// libgit2 makes connections by itself and hands nothing of the caller's on; the transfer, its
/// connections included, stays on one thread, so they find this by the thread.
final class NetworkWatch: @unchecked Sendable {
  @TaskLocal static var current: NetworkWatch?

  let patience: Double
  /// A proxy that every connection goes to, wherever libgit2 wants it to go.
  let detour: HTTPAddress?
  let isInterrupted: @Sendable () -> Bool
  var failure: GitError?
  /// Whether anybody was there.
  var hasConnected = false
  /// Whether what was asked for is coming.
  var isReceiving = false
  /// Bytes that were heard before.
  private var greeting = 0
  private let mostGreeting: Int

  init(
    patience: Double, detour: HTTPAddress? = nil, mostGreeting: Int = .max,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.patience = patience
    self.detour = detour
    self.mostGreeting = mostGreeting
    self.isInterrupted = isInterrupted
  }
}

extension NetworkWatch {
  /// Counts what is heard before anything is sent that was asked for.
  ///
  /// - Returns: Why it was too much.
  func hear(_ count: Int) -> GitError? {
    guard !isReceiving else { return nil }
    greeting += count
    guard greeting > mostGreeting else { return nil }
    let error = GitError(
      code: .tooLarge, operation: "git_remote_connect",
      message: "it lists more than \(mostGreeting >> 20) MB of references")
    failure = failure ?? error
    return error
  }
}

/// A connection over the network that doesn't wait for ever.
///
/// libgit2's own has no limit before version 1.7.
final class NetworkConnection {
  private let host: String
  private let port: String
  private let watch: NetworkWatch
  private var socket: Int32 = -1

  init(host: String, port: String) {
    watch = NetworkWatch.current ?? NetworkWatch(patience: 120)
    self.host = watch.detour?.plainHost ?? host
    self.port = watch.detour.map { String($0.port) } ?? port
  }

  /// For messages.
  private var name: String { watch.detour == nil ? host : "the proxy \(host):\(port)" }

  deinit { close() }

  func close() { System.close(&socket) }

  func connect() -> Bool {
    var hints = addrinfo()
    hints.ai_socktype = System.streamSocket
    hints.ai_family = AF_UNSPEC
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, port, &hints, &found)
    guard status == 0 else {
      return fail(
        .unreachable, "the host name \(host) is not known: \(String(cString: gai_strerror(status)))"
      )
    }
    defer { freeaddrinfo(found) }
    var reason = "it has no address"
    var next = found
    while let address = next {
      next = address.pointee.ai_next
      guard let failure = connect(to: address.pointee) else {
        watch.hasConnected = true
        return true
      }
      close()
      reason = failure
    }
    return fail(.unreachable, "failed to connect to \(name): \(reason)")
  }

  /// - Returns: Why not.
  private func connect(to address: addrinfo) -> String? {
    socket = System.socket(address)
    guard socket >= 0 else { return String(cString: strerror(errno)) }
    guard System.connect(socket, address) != 0 else { return nil }
    guard errno == EINPROGRESS else { return String(cString: strerror(errno)) }
    guard wait(POLLOUT, seconds: min(watch.patience, 30)) else { return "nobody answers" }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size)
    return code == 0 ? nil : String(cString: strerror(code))
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = recv(socket, buffer.baseAddress, buffer.count, 0)
      if count > 0, watch.hear(count) != nil { return -1 }
      if count >= 0 || !canGoOn(POLLIN, "was heard") { return count }
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    while true {
      let count = send(socket, bytes.baseAddress, bytes.count, System.noSignal)
      if count >= 0 || !canGoOn(POLLOUT, "could be sent") { return count }
    }
  }

  /// After a call that failed: waits if that is all there is to do.
  private func canGoOn(_ event: Int32, _ what: String) -> Bool {
    if errno == EINTR { return true }
    guard errno == EAGAIN else {
      return fail(.unreachable, "\(name) broke off: \(String(cString: strerror(errno)))")
    }
    if wait(event, seconds: watch.patience) { return true }
    return fail(
      .timedOut, "nothing \(what) for \(Int(watch.patience)) seconds from \(name)")
  }

  private func wait(_ event: Int32, seconds: Double) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !watch.isInterrupted() {
      let left = (end - ContinuousClock.now) / .milliseconds(1)
      guard left > 0 else { return false }
      var entry = pollfd(fd: socket, events: Int16(event), revents: 0)
      if poll(&entry, 1, Int32(min(left, Self.slice)) + 1) > 0 { return true }
    }
    return fail(.cancelled, "interrupted")
  }

  /// How many milliseconds one wait lasts at most, before it is asked who wants to stop.
  private static let slice = 200.0

  private func fail(_ code: GitError.Code, _ message: String) -> Bool {
    watch.failure = watch.failure ?? GitError(code: code, operation: "socket", message: message)
    return false
  }
}
