internal import ArgumentParser
internal import MemoCLI
internal import MemoKit
internal import MemoWeb
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
      once. Ctrl-C ends it; what is being typed in a page stays there.

      EXAMPLES:
        memo web
        memo web --port 8080 --no-open
        memo web --read-only
      """)

  @Option(help: "Where it listens; else 6366 or the next one that is free") var port: UInt16?
  @Flag(help: "Don't open a browser; only print the link") var noOpen = false
  @Flag(help: "Let nobody change anything") var readOnly = false

  func validate() throws {
    if port == 0 {
      throw ValidationError("--port 0 is no port; without it the next free one is taken")
    }
  }

  func run() async throws {
    guard let directory = ThisProcess.directory else {
      throw CleanExit.message("error: the folder you are in does not exist any more\nhint: cd")
    }
    Device.ignoreBrokenPipes()
    let context = Context.process(environment: ThisProcess.environment, directory: directory)
    do throws(MemoError) {
      let store = try context.store()
      guard let register = try WebRegister(store, at: context.environment.now()) else {
        return try offerLink(store, context)
      }
      let server = try WebServer(context, register, isReadOnly: readOnly)
      try await server.run(port: port, opens: !noOpen)
    } catch {
      let outcome = Memo.outcome(of: error, in: context)
      Device.error.write(outcome.error)
      throw ExitCode(outcome.status.rawValue)
    }
  }

  /// Another process serves the store already: it takes one more link.
  private func offerLink(_ store: Store, _ context: Context) throws(MemoError) {
    let token = WebServer.secret(letters: 26)
    let end = context.environment.now() + Gate.linkLifetime
    guard let place = try store.leaveWebLink(KeyDigest.text(of: token), until: end) else {
      throw MemoError(
        .busy, "another memo web is about to serve this store", hints: ["try again in a moment"])
    }
    let link = "http://localhost:\(place.port)/b/\(place.path)/?in=\(token)"
    Device.output.write(
      "\(link)\nThis store is served already; the link lets one more browser in.\n")
    if !noOpen { Opener(context).open(link) }
  }
}
