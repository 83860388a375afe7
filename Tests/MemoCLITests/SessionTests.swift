import Foundation
import TestSupport
import Testing

/// Every file in `Sessions` is played, and the output must be the same.
///
/// `MEMO_WRITE_SESSIONS=1 swift test --filter SessionTests` updates them.
@Suite(.onItsOwnThread) struct SessionTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(component: "Sessions")
  private static let writes = ProcessInfo.processInfo.environment["MEMO_WRITE_SESSIONS"] != nil

  static let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
    .filter { !foreign.contains($0) }.sorted()

  /// Sessions that this system's disks can't hold: for macOS, names that look alike are one.
  private static var foreign: [String] {
    #if os(macOS)
    ["lookalike-names.session", "unportable.session"]
    #else
    []
    #endif
  }

  @Test(arguments: names ?? []) func sessionsMatch(name: String) throws {
    let file = Self.folder.appending(component: name)
    let written = try String(contentsOf: file, encoding: .utf8)
    let session = Session(written)
    if Self.writes { try session.played().write(to: file, atomically: true, encoding: .utf8) }
    let difference = try session.difference()
    #expect(difference == nil)
  }

  @Test func thereAreSessions() { #expect((Self.names?.count ?? 0) > 5) }
}
