import Foundation
import MemoCLI
import TestSupport
import Testing

/// Whole sessions with a client: `> ` is a message of the client, `< ` of the server.
///
/// `MEMO_WRITE_SESSIONS=1 swift test --filter TranscriptTests` updates them.
@Suite(.onItsOwnThread) struct TranscriptTests {
  private static let folder = Products.project.appending(path: "Tests/MCPTests/Transcripts")

  @Test(arguments: ["work", "mistakes", "read-only", "filter"])
  func transcriptsMatch(_ name: String) throws {
    let file = Self.folder.appending(path: "\(name).transcript")
    let script = try String(contentsOf: file, encoding: .utf8)
    let desk = Desk(try Scratch(), "kim")
    desk.memo("-C", desk.scratch.path, "init", "kim")
    desk.memo("add", "Buy milk", "+shop", "due:2026-12-01", "-m", "Two bottles.")
    desk.memo("add", "Write the report", "p:high", "+bot")
    let client = AgentClient(
      desk, readOnly: name == "read-only", filter: name == "filter" ? ["+bot"] : [])
    var played = ""
    for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("< ") { continue }
      played += "\(line)\n"
      if line.hasPrefix("> ") {
        desk.wait(seconds: 60)
        for answer in client.answers(to: String(line.dropFirst(2))) { played += "< \(answer)\n" }
      }
    }
    #expect(client.end() == [])
    played.removeLast()
    if ProcessInfo.processInfo.environment["MEMO_WRITE_SESSIONS"] != nil {
      try played.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(played == script)
    }
    #expect(try desk.complaints() == "")
  }
}
