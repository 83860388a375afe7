import Foundation
import TestSupport
import Testing

/// Every file in `Sessions` is played; what is seen must be what is written there.
///
/// `MEMO_WRITE_SESSIONS=1 swift test --filter SessionTests` writes down what is seen now.
@Suite struct SessionTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(component: "Sessions")
  private static let writes = ProcessInfo.processInfo.environment["MEMO_WRITE_SESSIONS"] != nil

  static let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted()

  @Test(arguments: names ?? []) func isSeenAgain(name: String) throws {
    let file = Self.folder.appending(component: name)
    let written = try String(contentsOf: file, encoding: .utf8)
    let seen = try played(Session(written))
    if Self.writes { try seen.write(to: file, atomically: true, encoding: .utf8) }
    #expect(Self.firstDifference(seen, written) == nil)
  }

  /// The first line that is not the same, so that a failure can be read.
  private static func firstDifference(_ seen: String, _ written: String) -> String? {
    let (seen, written) = (seen.split(separator: "\n"), written.split(separator: "\n"))
    for index in 0..<max(seen.count, written.count) {
      let now = index < seen.count ? seen[index] : "(the end)"
      let then = index < written.count ? written[index] : "(the end)"
      if now != then { return "line \(index + 1): seen '\(now)', written '\(then)'" }
    }
    return nil
  }

  /// Sessions of several people begin with a hub and a clone each.
  private func played(_ session: Session) throws -> String {
    let people = session.people
    guard people.count > 1 else {
      let desk = Desk(try Scratch(), "kim")
      return try session.played { _ in desk }
    }
    let team = try Team(of: people.count)
    return try session.played { who in
      try #require(team.desks.first { $0.folder == who }, "nobody is called \(who)")
    }
  }

  @Test func thereAreSessions() { #expect((Self.names?.count ?? 0) > 5) }
}
