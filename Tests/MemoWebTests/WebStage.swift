import BoardModel
import MemoCLI
import MemoKit
@testable import MemoWeb
import StoreFiles
import TestSupport
import Testing

/// A store's pages without a socket; forms change a real store.
final class WebStage {
  static let prefix = "/b/prefix/"
  let desk: Desk
  let site: Site
  private var revision = 1
  private var endings: [String: JobResult] = [:]
  var visitor = WebVisitor(name: "browser")
  /// How a change waits for another process.
  var lockTimeout = LockTimeout()

  init(_ desk: Desk, isReadOnly: Bool = false) {
    self.desk = desk
    site = Site(
      desk.context, root: desk.scratch(desk.folder), prefix: Self.prefix, isReadOnly: isReadOnly)
  }

  /// A store with a few tasks.
  static func groceries() throws -> WebStage { WebStage(try made.get().copy()) }

  private static let made = Result<Desk, any Error> {
    let desk = Desk(try Scratch(), "groceries")
    for line in [
      "init", "add 'Buy oat milk' --deadline 2026-11-18 -p high --tag home",
      "add 'Call <b>mum</b>' due:tomorrow", "add --doing 'Paint the fence'", "add 'Pay \"rent\"'",
      "done rent",
    ] {
      #expect(desk.memo(ShellWords.split(line) ?? []).status == .done)
    }
    return desk
  }

  var serverState: ServerState {
    get throws {
      ServerState(
        try StoreState(reading: desk.context.store()), revision: revision, endings: endings)
    }
  }

  /// The stored authorizations.
  var registry: BrowserRegistry {
    get throws { try BrowserRegistry(desk.context.store(), at: desk.context.environment.now()) }
  }

  func get(_ path: String, headers: [WebRequest.Header] = []) throws -> WebResponse {
    try answer(WebRequest("GET", Self.prefix + path, headers: headers))
  }

  func post(
    _ path: String, _ fields: [(String, String)], headers: [WebRequest.Header] = []
  ) throws -> WebResponse {
    let text = fields.map { "\(FormFields.encoded($0))=\(FormFields.encoded($1))" }
    return try answer(
      WebRequest(
        "POST", Self.prefix + path, headers: headers, body: Array(text.joined(separator: "&").utf8))
    )
  }

  /// - Parameter body: The raw bytes.
  func post(_ path: String, body: [UInt8]) throws -> WebResponse {
    try answer(WebRequest("POST", Self.prefix + path, body: body))
  }

  private func answer(_ request: WebRequest) throws -> WebResponse {
    try end(site.answer(request, try serverState, visitor, operation: "operation"), request)
  }

  private func end(_ answer: Answer, _ request: WebRequest) throws -> WebResponse {
    switch answer {
    case .response(let response): return response
    case .access(let render):
      var registry = try registry
      return render(&registry, "secret")
    case .run(let job, let render):
      desk.wait(seconds: 60)
      let ending = Performer(desk.context, words: Site.words(of: request)).perform(
        job, width: 100, lockTimeout)
      revision += 1
      let name = "ending\(revision)"
      endings[name] = ending
      return render(ending, name)
    }
  }

  /// The id of the task with this title.
  func id(_ title: String) throws -> String {
    try #require(
      try serverState.storeState?.tasks.values.first { $0.title.contains(title) }?.id?.text,
      "no task is called \(title)")
  }
}

extension WebRequest.Header {
  /// The header that scripts send.
  static let part = WebRequest.Header("X-Memo", "part")
}
