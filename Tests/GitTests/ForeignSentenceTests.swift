import Foundation
import TestSupport
import Testing

/// The words of others that memo goes by are still in the library that says them.
///
/// It has one number for many failures. Should a new version say something else, this fails, and
/// not the person whose disk is full.
@Suite struct ForeignSentenceTests {
  private static let library: String? = {
    let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
    return maps.split(separator: "\n").first { $0.contains("/libgit2") }?
      .split(separator: " ").last.map(String.init)
  }()

  @Test(.enabled(if: library != nil)) func libgit2SaysIt() throws {
    // Those that `GitError` goes by.
    let words = ["failed to fsync", "could not fsync"]
    let path = try #require(Self.library)
    let text = String(
      decoding: try Data(contentsOf: URL(filePath: path)), as: Unicode.ASCII.self
    ).lowercased()
    #expect(words.filter { !text.contains($0) } == [])
  }
}
