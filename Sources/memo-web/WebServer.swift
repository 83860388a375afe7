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
  let site: Site
  let register: Mutex<BrowserRegistry>
  let gate: Mutex<Gate>
  /// One request at a time takes messages; others wait until the gate has them.
  let inbox: Mutex<WebInbox>
  private let reach: ListenScope
  /// Pages are made on these threads, so a slow page delays no others and no changes.
  let threads = NIOThreadPool(numberOfThreads: 32)
  /// The prefix of operation ids in this server's pages.
  let issuer = Secret.letters(6)

  private static let firstPort = 6366
  private static let portCount = 20

  init(
    _ context: Context, _ register: BrowserRegistry, _ inbox: WebInbox, _ reach: ListenScope,
    isReadOnly: Bool
  ) throws(MemoError) {
    Platform.System.useOneHeap()
    Spawn.passOnlyStreams()
    let store = try context.store()
    // The path stays, so that open pages find it after a restart.
    var register = register
    let path = register.path ?? Secret.letters(12)
    register.path = path
    let gate = Gate(reach.names(port: 0), prefix: "/b/\(path)/")
    site = Site(
      context, root: store.root, prefix: gate.prefix, isReadOnly: isReadOnly,
      isSecure: gate.names.isSecure)
    self.register = Mutex(register)
    self.gate = Mutex(gate)
    self.inbox = Mutex(inbox)
    self.reach = reach
    self.context = context
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
    let (addresses, names) = (reach.addresses, reach.names(port: port))
    gate.withLock { $0.names = names }
    let main = server(addresses.0, port, loops) { [self] in open(port, names, device, opens) }
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

  /// Prints a link once the server listens.
  private func open(
    _ port: Int, _ names: ServerNames, _ device: WebAuthor??, _ opens: Bool
  ) {
    remember(port, names)
    var invitations = Invitations(
      names.first, gate.withLock(\.prefix), context,
      "The link authorizes one browser, within a minute. Ctrl-C ends memo web.")
    if let others = names.others {
      if !names.isSecure {
        invitations.say(
          "Anybody on this network can read and change what is sent: it is plain HTTP. "
            + "For TLS, use a proxy and 'memo web --behind ORIGIN'.")
      }
      if let device { invitations.add(device: device, others) }
    }
    gate.withLock { gate in
      for invitation in invitations.all { gate.take(invitation) }
    }
    Device.output.write(invitations.output)
    if opens { context.open(invitations.link) }
  }

  /// Stores where other processes and, after a restart, open pages find this server.
  private func remember(_ port: Int, _ names: ServerNames) {
    register.withLock { register in
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
}
