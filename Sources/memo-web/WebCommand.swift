internal import ArgumentParser
internal import MemoCLI
internal import MemoKit
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
      let server = try WebServer(context, isReadOnly: readOnly)
      try await server.run(port: port, opens: !noOpen)
    } catch {
      let outcome = Memo.outcome(of: error, in: context)
      Device.error.write(outcome.error)
      throw ExitCode(outcome.status.rawValue)
    }
  }
}
