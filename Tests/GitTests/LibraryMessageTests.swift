import Foundation
import TestSupport
import Testing

/// The messages of libgit2 that memo matches are still in the library.
///
/// libgit2 has one error code for many failures, so memo compares messages. If a new version
/// changes one, this test fails.
@Suite struct LibraryMessageTests {
  private static let library: String? = {
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    return maps.split(separator: "\n").first { $0.contains("/libgit2") }?
      .split(separator: " ").last.map(String.init)
  }()

  @Test(.enabled(if: library != nil)) func libgit2HasTheMessages() throws {
    // `GitError` compares these.
    let words = ["failed to fsync", "could not fsync"]
    let path = try #require(Self.library)
    let text = String(
      decoding: try Data(contentsOf: URL(filePath: path)), as: Unicode.ASCII.self
    ).lowercased()
    #expect(words.filter { !text.contains($0) } == [])
  }
}
