internal import ArgumentParser
internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import MemoWeb
internal import NIOCore
internal import NIOPosix
internal import StoreFiles
internal import Terminal

/// Takes the arguments of `memo web`.
@main
struct WebCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memo web",
    abstract: "Show the board in a browser",
    discussion: """
      Serves the store you are in to browsers on this machine, and opens one with a link that works \
      once. Ctrl-C ends it; what is being typed in a page stays there. Where one serves the store \
      already, it makes one more link, or with --share one more code.

      EXAMPLES:
        memo web
        memo web --port 8080 --no-open
        memo web --read-only
        memo web --share --as 'Ada <ada@example.org>'
        memo web --behind https://tasks.example.org
        memo web devices --revoke Ada
      """,
    version: "memo-web \(MemoVersion.number)", subcommands: [DevicesCommand.self])

  @Option(help: "Where it listens; else where it did last, or the first free one from 6366 on")
  var port: UInt16?
  @Flag(help: "Don't open a browser; only print the link") var noOpen = false
  @Flag(help: "Let nobody change anything") var readOnly = false
  @Flag(help: "Also serve the network that this machine is in, and print a code for a device")
  var share = false
  @Option(
    help: ArgumentHelp(
      "What the next device is called; its changes have that author", valueName: "name"))
  var `as`: String?
  @Option(help: ArgumentHelp("Another name of this machine, with --share", valueName: "name"))
  var host: [String] = []
  @Option(
    help: ArgumentHelp(
      "Serve a proxy that has TLS; the only name it answers to", valueName: "origin"))
  var behind: String?
  @Flag(help: "Print one JSON document: the link and the code for a device, or who is let in")
  var json = false

  func validate() throws {
    if port == 0 {
      throw ValidationError("--port 0 is no port; without it the next free one is taken")
    }
    if share, behind != nil {
      throw ValidationError("--share and --behind exclude each other: a proxy serves the network")
    }
    if !host.isEmpty, !share { throw ValidationError("--host NAME goes with --share") }
    if let name = host.first(where: { !ServerNames.isName($0) }) {
      throw ValidationError("--host '\(name)' is no name of a machine, as desk.example.org")
    }
    if let text = `as`, WebAuthor(text) == nil {
      throw ValidationError("--as '\(text)' is no author, as Ada or 'Ada <ada@example.org>'")
    }
    if `as` != nil, !share, behind == nil {
      throw ValidationError("--as goes with --share or --behind: it names another device")
    }
    if let behind, ServerNames.behind(behind) == nil {
      throw ValidationError("--behind '\(behind)' is no origin, as https://tasks.example.org")
    }
  }

  private var reach: Reach {
    if let names = behind.flatMap(ServerNames.behind) { return .behind(names) }
    return share ? .network(host) : .machine
  }

  func run() async throws {
    try await WebCommand.inStore(isJSON: json) { (store, context) throws(MemoError) in
      let invites = share || `as` != nil
      let author = `as`.flatMap { WebAuthor($0) }
      let end = ContinuousClock.now + Self.patience
      while true {
        if let lock = try WebLock(store) {
          let register = try WebRegister(store, at: context.environment.now())
          let server = try WebServer(
            context, register, try WebInbox(store), reach, isReadOnly: readOnly, isJSON: json)
          try await server.run(
            port: port, device: invites ? .some(author) : nil, opens: !noOpen)
          _ = consume lock
          return
        }
        if try invite(store, context, invites ? .some(author) : nil) { return }
        guard ContinuousClock.now < end else {
          throw MemoError(
            .busy, "another memo web is about to serve this store, or to end",
            hints: ["try again in a moment"])
        }
        // Nobody cancels it: a signal ends the process.
        try? await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  /// So long one waits for another process that begins to serve the store, or ends; it may have to
  /// give up a sync first.
  private static let patience = Duration.seconds(10)

  /// Another process serves the store already: it takes one more link, or a code as well.
  ///
  /// - Returns: False where it takes none, or takes none any more; nothing is printed then.
  private func invite(
    _ store: Store, _ context: Context, _ device: WebAuthor??
  ) throws(MemoError) -> Bool {
    let now = context.environment.now()
    let register = try WebRegister(store, at: now)
    guard !register.isClosed, let origin = register.origin, let path = register.path else {
      return false
    }
    var invitations = Invitations(origin, path: path, at: now)
    invitations.say("This store is served already; the link lets one more browser in.")
    if let device {
      guard let origin = register.originForOthers else {
        throw MemoError(
          .refused, "this store is served already, for this machine only",
          hints: ["end it with Ctrl-C, and start 'memo web --share'"])
      }
      invitations.add(
        device: device, origin, path: path, at: now,
        drawsSquare: context.terminal.output)
    }
    try WebInbox(store).put(invitations.messages)
    // It may have begun to end meanwhile; a link that nobody hears of harms nobody.
    guard try !WebRegister(store, at: now).isClosed else { return false }
    Device.output.write(json ? invitations.json : invitations.text)
    if !noOpen { Opener(context).open(invitations.link) }
    return true
  }

  /// Does something with the store that one is in; what fails is said as `memo` says it.
  ///
  /// - Parameter isJSON: Whether that is a document.
  static func inStore(
    isJSON: Bool = false, _ body: (Store, Context) async throws(MemoError) -> Void
  ) async throws {
    guard let directory = ThisProcess.directory else {
      throw CleanExit.message("error: the folder you are in does not exist any more\nhint: cd")
    }
    Device.ignoreBrokenPipes()
    var context = Context.process(environment: ThisProcess.environment, directory: directory)
    context.leaveOtherRepository(startedIn: directory)
    do throws(MemoError) {
      try await body(try context.store(), context)
    } catch {
      let outcome = Memo.outcome(of: error, isJSON ? ["--json"] : [], context)
      Device.error.write(outcome.error)
      throw ExitCode(outcome.status.rawValue)
    }
  }
}

/// Takes the arguments of `memo web devices`.
struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List who was let in, or send one away")

  @Option(help: ArgumentHelp("Send this one away, at once", valueName: "name"))
  var revoke: String?
  // The parser gives an option of both to the first.
  @ParentCommand private var web: WebCommand
  private var json: Bool { web.json }

  func run() async throws {
    try await WebCommand.inStore(isJSON: json) { (store, context) async throws(MemoError) in
      var register = try WebRegister(store, at: context.environment.now())
      guard let revoke else {
        Device.output.write(
          json ? Memo.devices(register.guests, in: context) : Self.list(register.guests, context))
        return
      }
      guard register.guests.contains(where: { $0.visitor.name == revoke }) else {
        throw MemoError(
          .notFound, "nobody called '\(revoke.sanitized)' was let in",
          hints: ["'memo web devices' lists them"])
      }
      if let lock = try WebLock(store) {
        _ = try register.revoke(revoke)
        _ = consume lock
      } else {
        try WebInbox(store).put([.revoke(revoke)])
        if let port = register.port { await Self.wake(port) }
      }
      let left = register.guests.filter { $0.visitor.name != revoke }
      Device.output.write(
        json ? Memo.devices(left, in: context) : "\(revoke.sanitized) is out\n")
    }
  }

  /// Has the one who serves look into its inbox at once, by a request of no further meaning.
  ///
  /// One that doesn't answer within a second looks there before it says anything to anybody.
  private static func wake(_ port: Int) async {
    let client = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connectTimeout(.seconds(1))
    guard let channel = try? await client.connect(host: "127.0.0.1", port: port).get() else {
      return
    }
    let request = "HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    let end = channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    channel.writeAndFlush(ByteBuffer(string: request), promise: nil)
    // Closed by the server when it has answered.
    try? await channel.closeFuture.get()
    end.cancel()
  }

  private static func list(_ guests: [WebRegister.Guest], _ context: Context) -> String {
    guard !guests.isEmpty else { return "no authorized devices\n" }
    let rows = guests.map { guest in
      [
        guest.visitor.name.sanitized, guest.visitor.isDevice ? "device" : "this machine",
        "since \(context.now.at(guest.since).date)", "seen \(context.now.at(guest.seen).date)",
        guest.visitor.author.map { "as \($0.text.sanitized)" } ?? "",
      ]
    }
    let widths = (0..<4).map { column in rows.map { $0[column].terminalWidth }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: width - text.terminalWidth)
      }
      return (cells.joined(separator: "  ") + "  " + row[4]).trimmedEnd + "\n"
    }.joined()
  }
}
