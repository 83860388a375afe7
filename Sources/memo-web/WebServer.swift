internal import BoardModel
internal import HummingbirdCore
internal import Logging
internal import MemoCLI
internal import MemoKit
internal import MemoWeb
internal import NIOCore
internal import NIOPosix
internal import Platform
internal import Synchronization
internal import Terminal
internal import UnixSignals

/// Serves one store to browsers.
final class WebServer: Sendable {
  let hub = Hub()
  let keeper: StoreKeeper
  let context: Context
  let isReadOnly: Bool
  private let isJSON: Bool
  let root: String
  let register: Mutex<BrowserRegistry>
  /// One request at a time takes messages; others wait until the gate has them.
  let inbox: Mutex<WebInbox>
  private let reach: ListenScope
  /// Pages are made on these threads, so a slow page delays no others and no changes.
  let threads = NIOThreadPool(numberOfThreads: 32)
  private let service = Mutex<Service?>(nil)

  /// State that exists once the server listens.
  struct Service {
    var site: Site
    var gate: Gate
    /// The prefix of operation ids in this server's pages.
    let issuer = Secret.letters(6)
  }

  private static let firstPort = 6366
  private static let portCount = 20

  init(
    _ context: Context, _ register: BrowserRegistry, _ inbox: WebInbox, _ reach: ListenScope,
    isReadOnly: Bool, isJSON: Bool
  ) throws(MemoError) {
    Platform.System.useOneHeap()
    Spawn.passOnlyStreams()
    let store = try context.store()
    self.register = Mutex(register)
    self.inbox = Mutex(inbox)
    self.reach = reach
    self.context = context
    (self.isReadOnly, self.isJSON) = (isReadOnly, isJSON)
    root = store.root
    threads.start()
    let (hub, maker) = (hub, StoreStateMaker(store.root, context.environment))
    keeper = try StoreKeeper(store) { event in
      switch event {
      case .update(let update): hub.take(maker.storeState(update))
      case .lost(let error):
        hub.take(trouble: ([error.message] + error.hints).joined(separator: "; "))
      case .waiting, .watch: break
      }
    }
  }

  /// Serves until a signal arrives.
  ///
  /// - Parameter device: The first device to authorize: outer nil for none, inner nil for the
  ///   clone's user.
  func run(port: UInt16?, device: WebAuthor??, opens: Bool) async throws(MemoError) {
    defer { keeper.endAndWait() }
    // After a crash, the register still says that this address accepts guests.
    close()
    // Open pages reconnect to the last port.
    let last = register.withLock(\.port).map { [$0] } ?? []
    let ports =
      port.map { [Int($0)] } ?? (last + Array(Self.firstPort..<Self.firstPort + Self.portCount))
    for port in ports where await listen(port, device, opens) {
      return
    }
    throw MemoError(
      .refused,
      port.map { "port \($0) of 127.0.0.1 is taken, or may not be used" }
        ?? "the ports from \(Self.firstPort) on are taken",
      hints: ["'memo web --port N' takes another one"])
  }

  /// - Returns: False if the port is unavailable.
  private func listen(_ port: Int, _ device: WebAuthor??, _ opens: Bool) async -> Bool {
    let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    defer { loops.shutdownGracefully { _ in } }
    let addresses = reach.addresses
    let main = server(addresses.0, port, loops) { [self] in open(port, device, opens) }
    // Some browsers try `::1` first for localhost.
    let other = server(addresses.1, port, loops) {}
    return await withDiscardingTaskGroup { [self] group in
      // A machine without IPv6 can't listen there.
      group.addTask { try? await other.run() }
      group.addTask { [self] in await everyBeat { hub.beat() } }
      group.addTask { [self] in await everyBeat { await hub.lookForRemote(RemoteProbe.isThere) } }
      group.addTask { [self] in
        for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup) {
          await end(main, other)
        }
      }
      // An error means that the port can't be used; the caller tries another.
      let hasListened = (try? await main.run()) != nil
      group.cancelAll()
      // `other` has ended already if it could not listen on its address.
      if !hasListened { try? await other.shutdownGracefully() }
      return hasListened
    }
  }

  private func everyBeat(_ body: () async -> Void) async {
    while !Task.isCancelled {
      // A cancelled sleep ends the loop.
      try? await Task.sleep(for: .seconds(Site.beat))
      await body()
    }
  }

  /// Stops accepting, waits briefly for running responses, and ends the process.
  ///
  /// Browsers keep connections open indefinitely, so the wait is limited.
  private func end(_ servers: Server<BrowserChannel>...) async -> Never {
    close()
    hub.end()
    let shutdown = Task {
      // The process ends in any case.
      for server in servers { try? await server.shutdownGracefully() }
    }
    // The task is never cancelled.
    try? await Task.sleep(for: .milliseconds(500))
    shutdown.cancel()
    // Waits for requested changes and aborts a sync.
    keeper.endAndWait()
    ThisProcess.exit(0)
  }

  private func server(
    _ address: String, _ port: Int, _ loops: any EventLoopGroup,
    _ isListening: @escaping @Sendable () -> Void
  ) -> Server<BrowserChannel> {
    var logger = Logger(label: "memo-web") { _ in SwiftLogNoOpLogHandler() }
    logger.logLevel = .critical
    let channel = BrowserChannel { [self] request, writer, _ in
      try await respond(to: request, writer)
    }
    return Server(
      childChannelSetup: channel,
      configuration: ServerConfiguration(
        address: .hostname(address, port: port), serverName: nil,
        availableConnectionsDelegate: MaximumAvailableConnections(BrowserChannel.most)),
      onServerRunning: { _ in isListening() }, eventLoopGroup: loops, logger: logger)
  }

  /// Creates the site and prints its link once the server listens.
  private func open(_ port: Int, _ device: WebAuthor??, _ opens: Bool) {
    let names = reach.names(port: port)
    let path = remember(port, names)
    let prefix = "/b/\(path)/"
    var gate = Gate(names, prefix: prefix)
    let now = context.environment.now()
    var invitations = Invitations(names.first, path: path, at: now)
    invitations.say("The link authorizes one browser, within a minute. Ctrl-C ends memo web.")
    if let others = names.others {
      if !names.isSecure {
        invitations.say(
          "Anybody on this network can read and change what is sent: it is plain HTTP. "
            + "For TLS, use a proxy and 'memo web --behind ORIGIN'.")
      }
      if let device {
        invitations.add(
          device: device, others, path: path, at: now,
          drawsSquare: context.terminal.output)
      }
    }
    for invitation in invitations.all { gate.take(invitation) }
    let site = Site(
      context, root: root, prefix: prefix, isReadOnly: isReadOnly, isSecure: names.isSecure)
    service.withLock { $0 = Service(site: site, gate: gate) }
    Device.output.write(isJSON ? invitations.json : invitations.text)
    if opens { Opener(context).open(invitations.link) }
  }

  /// Stores the port and path, so that open pages find them after a restart.
  ///
  /// - Returns: The path.
  private func remember(_ port: Int, _ names: ServerNames) -> String {
    register.withLock { register in
      let path = register.path ?? Secret.letters(12)
      register.path = path
      register.port = port
      register.isClosed = false
      register.origin = names.first
      register.originForOthers = names.others
      do throws(MemoError) {
        try register.write()
      } catch {
        Device.error.write(
          "note: devices are not remembered after memo web ends: \(error.message)\n")
      }
      return path
    }
  }

  /// Records that this server no longer accepts guests; they wait for the next one.
  private func close() {
    register.withLock { register in
      guard register.origin != nil, !register.isClosed else { return }
      register.isClosed = true
      // If the register can't be written, it can't say that this server runs either.
      try? register.write()
    }
  }

  func withService<Result>(_ body: (inout Service) -> Result) -> Result? {
    service.withLock { service in
      guard var value = service else { return nil }
      defer { service = value }
      return body(&value)
    }
  }
}
