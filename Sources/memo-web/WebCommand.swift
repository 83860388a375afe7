internal import MemoCLI
internal import MemoKit
internal import MemoWeb
internal import Terminal

/// The program `memo-web`, which runs `memo web`.
@main
enum WebProgram {
  static func main() async {
    Device.setSignals()
    let outcome = await outcome(of: Array(CommandLine.arguments.dropFirst()))
    Device.output.write(outcome.output)
    Device.error.write(outcome.error)
    ThisProcess.exit(outcome.status.rawValue)
  }

  private static func outcome(of arguments: [String]) async -> Outcome {
    guard let directory = ThisProcess.directory else {
      return Outcome(
        error: "error: the folder you are in does not exist any more\nhint: cd\n",
        status: .refused)
    }
    var context = Context.process(environment: ThisProcess.environment, directory: directory)
    context.leaveGitsRepository()
    let options = arguments.globalOptions
    context.color = options.color
    do {
      switch arguments.first {
      case "help"? where arguments.dropFirst().first == "--man":
        let page = try ManualPage.text(
          named: arguments.dropFirst(2).first, of: [WebCommand.usage, DevicesCommand.usage],
          listedBy: "memo web help --man")
        return Outcome(output: page)
      case "help"?: return await outcome(of: arguments.dropFirst() + ["--help"])
      case "devices"?: return try await run(DevicesCommand(), arguments, context)
      default: return try await run(WebCommand(), ["web"] + arguments, context)
      }
    } catch {
      if options.wantsJSON { context.keepQuiet() }
      return Memo.outcome(of: error, context)
    }
  }

  private static func run<Command: WebLine>(
    _ command: Command, _ line: [String], _ context: Context
  ) async throws -> Outcome {
    var context = context
    switch try command.read(line, &context.options) {
    case .help?:
      return Outcome(
        output: HelpText(width: context.terminal.width).text(of: Command.usage))
    case .version?:
      return Outcome(
        output: MemoVersion.output(of: "memo-web", isJSON: line.globalOptions.wantsJSON))
    case nil: return Outcome(output: try await command.run(in: context))
    }
  }
}

protocol WebLine: TypedCommand {
  /// - Returns: The output.
  func run(in context: Context) async throws -> String
}

extension Context {
  var isForJSON: Bool { options.form == .document }

  /// Opens the link in a browser; a failure is only reported, since the link is printed anyway.
  func open(_ link: String) {
    do throws(MemoError) {
      let store = try store()
      let opener = try store.opener()
      let command =
        opener.contains("%s") ? opener.replacing("%s", with: "\"$1\"") : "\(opener) \"$1\""
      let program = Program(
        "/bin/sh", ["-c", command + " >/dev/null 2>&1 &", opener, link], in: store.root,
        environment: environment.variables)
      _ = try program.runOnTerminal()
    } catch {
      Device.error.write("no browser was opened: \(error.message)\n")
    }
  }
}

struct WebCommand: WebLine {
  static let grammar = Grammar(
    "web", "Show the board in a browser",
    """
    Serves the store to browsers on this machine, and opens one with a link that works once. \
    Ctrl-C ends the server; unsaved text stays in the page. If a server runs already, memo prints \
    another link, or with --share another code.

    'memo web devices' lists the authorized devices, and revokes one.
    """,
    examples: """
      memo web
      memo web --port 8080 --no-open
      memo web --read-only
      memo web --share --as 'Ada <ada@example.org>'
      memo web --behind https://tasks.example.org
      memo web devices --revoke Ada
      """)

  @Value("--port", "port", "Port (default: the last one, or the first free one from 6366)")
  var port
  @Flag("--no-open", "Print the link, and open no browser") var noOpen
  @Flag("--read-only", "Allow no changes") var isReadOnly
  @Flag("--share", "Serve the local network, too, and print a code for a device") var shares
  @Value("--as", "name", "Name of the next device; the author of its changes") var name
  @Values("--host", "name", "With --share: another name of this machine") var hosts
  @Value("--behind", "origin", "Address of a proxy with TLS; the server answers to no other name")
  var origin

  /// - Throws: The error for the first invalid value.
  private func values() throws(MemoError) -> (UInt16?, WebAuthor?, ServerNames?) {
    let number = port.flatMap { UInt16($0) }
    if let port, number ?? 0 == 0 {
      throw MemoError(
        .usage, "invalid value '\(port)' for '--port'", hints: ["write a number from 1 to 65535"])
    }
    let author = name.flatMap { WebAuthor($0) }
    if let name, author == nil {
      throw MemoError(
        .usage, "invalid author '\(name)'", hints: ["--as Ada, or --as 'Ada <ada@example.org>'"])
    }
    if let host = hosts.first(where: { !ServerNames.isName($0) }) {
      throw MemoError(.usage, "invalid host name '\(host)'", hints: ["--host desk.example.org"])
    }
    let names = origin.flatMap { ServerNames.behind($0) }
    if let origin, names == nil {
      throw MemoError(
        .usage, "invalid origin '\(origin)'", hints: ["--behind https://tasks.example.org"])
    }
    if shares, names != nil {
      throw MemoError(.usage, "--share and --behind exclude each other: a proxy serves the network")
    }
    if !hosts.isEmpty, !shares { throw MemoError(.usage, "--host NAME goes with --share") }
    if author != nil, !shares, names == nil {
      throw MemoError(.usage, "--as goes with --share or --behind: it names another device")
    }
    return (number, author, names)
  }
}

extension WebCommand {
  func run(in context: Context) async throws -> String {
    let (port, author, names) = try values()
    let store = try context.store()
    let reach: ListenScope = names.map { .behind($0) } ?? (shares ? .network(hosts) : .machine)
    let device: WebAuthor?? = shares || author != nil ? .some(author) : nil
    let end = ContinuousClock.now + Self.answerTimeout
    while true {
      if let lock = try WebLock(store) {
        let register = try BrowserRegistry(store, at: context.environment.now())
        let server = try WebServer(
          context, register, try WebInbox(store), reach, isReadOnly: isReadOnly)
        try await server.run(port: port, device: device, opens: !noOpen)
        _ = consume lock
        return ""
      }
      if let text = try invite(store, context, device, port) { return text }
      guard ContinuousClock.now < end else {
        throw MemoError(
          .busy, "another memo web is starting or ending in this store",
          hints: ["try again in a moment"])
      }
      // The task is never cancelled: a signal ends the process.
      try? await Task.sleep(for: .milliseconds(50))
    }
  }

  /// How long to wait for another process to start or end serving; it may have to abort a sync
  /// first.
  private static let answerTimeout = Duration.seconds(10)

  /// Gives another link, or also a code, to the process that already serves the store.
  ///
  /// - Returns: The output; nil if no process accepts links.
  private func invite(
    _ store: Store, _ context: Context, _ device: WebAuthor??, _ port: UInt16?
  ) throws(MemoError) -> String? {
    let now = context.environment.now()
    let register = try BrowserRegistry(store, at: now)
    guard !register.isClosed, let origin = register.origin, let path = register.path else {
      return nil
    }
    let isOtherPort = port.map { Int($0) != register.port } ?? false
    if let option = isReadOnly ? "--read-only" : isOtherPort ? "--port" : nil {
      throw MemoError(
        .refused, "this store is served already, without '\(option)'",
        hints: ["end it with Ctrl-C, and start it again", "'memo web' prints another link"])
    }
    var invitations = Invitations(
      origin, "/b/\(path)/", context,
      "This store is served already. The link is for one more browser.")
    if let device {
      guard let origin = register.originForOthers else {
        throw MemoError(
          .refused, "this store is served already, for this machine only",
          hints: ["end it with Ctrl-C, and start 'memo web --share'"])
      }
      invitations.add(device: device, origin)
    }
    try WebInbox(store).put(invitations.all.map { .invite($0) })
    // The server may have started to end meanwhile; an unprinted link is harmless.
    guard try !BrowserRegistry(store, at: now).isClosed else { return nil }
    if !noOpen { context.open(invitations.link) }
    return invitations.output
  }
}

struct DevicesCommand: WebLine {
  static let grammar = Grammar(
    "web devices", "List authorized devices, or revoke one",
    examples: """
      memo web devices
      memo web devices --revoke Ada
      """)

  @Value("--revoke", "name", "Revoke the access of this device at once") var revoked

  func run(in context: Context) async throws -> String {
    let store = try context.store()
    var register = try BrowserRegistry(store, at: context.environment.now())
    guard let revoked else {
      return context.isForJSON
        ? Memo.devices(register.guests, in: context) : Self.list(register.guests, context)
    }
    guard register.guests.contains(where: { $0.visitor.name == revoked }) else {
      throw MemoError(
        .notFound, "there is no device '\(revoked.sanitized)'",
        hints: ["'memo web devices' lists them"])
    }
    if let lock = try WebLock(store) {
      _ = try register.revoke(revoked)
      _ = consume lock
    } else {
      // The server reads it before its next response, and every two seconds for open pages.
      try WebInbox(store).put([.revoke(revoked)])
    }
    let left = register.guests.filter { $0.visitor.name != revoked }
    return context.isForJSON ? Memo.devices(left, in: context) : "\(revoked.sanitized) is out\n"
  }

  private static func list(_ guests: [BrowserRegistry.AuthorizedBrowser], _ context: Context)
    -> String
  {
    guard !guests.isEmpty else { return "no authorized devices\n" }
    let rows = guests.map { guest in
      [
        guest.visitor.name.sanitized, guest.visitor.isDevice ? "device" : "this machine",
        "since \(context.now.at(guest.since).date)", "seen \(context.now.at(guest.seen).date)",
        guest.visitor.author.map { "as \($0.text.sanitized)" } ?? "",
      ].map { Table.Cell($0) }
    }
    return Table(rows, flexible: 0).text(Style())
  }
}
