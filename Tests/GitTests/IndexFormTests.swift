@testable import Git
import TestSupport
import Testing

/// The kinds of index that git writes.
@Suite struct IndexFormTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.git("init", "--quiet", "r")
    let long = String(repeating: "long ", count: 40)
    for name in ["a/b", "a/\(long)/\(long)/\(long)/\(long)/\(long)/\(long)", "c", "link", "sdir"] {
      for file in 0..<3 { try scratch.write(name, to: "r/\(name) d/\(file)") }
    }
    try scratch.git("add", ".", in: "r")
    try scratch.git("commit", "--quiet", "-m", "x", in: "r")
  }

  private func index() throws -> [UInt8] {
    try #require(WorkTree.content(at: scratch("r/.git/index")))
  }

  /// The error of reading the index; nil if there is none.
  private func obstacle(_ bytes: [UInt8]) -> GitError.Code? {
    do {
      _ = try IndexEntries(bytes)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: [("--split-index", GitError.Code.splitIndex), ("--refresh", nil)])
  func splitIndexesAreNoticed(_ option: String, _ code: GitError.Code?) throws {
    try scratch.git("update-index", option, in: "r")
    #expect(try obstacle(index()) == code)
  }

  /// With every kind of shared path prefix.
  @Test(arguments: ["2", "4"]) func everyEntryIsFound(version: String) throws {
    try scratch.git("update-index", "--index-version=\(version)", in: "r")
    let entries = try IndexEntries(index())
    let lines = try run(
      "git", ["ls-files", "--stage", "-z"], in: scratch("r"), environment: scratch.environment
    ).output.split(separator: "\0")
    let found = entries.starts.indices.map { index in
      let path = String(decoding: entries.bytes[entries.path(index)], as: UTF8.self)
      return "100644 \(entries.entry(index).id.hex) 0\t\(path)"
    }
    #expect(found == lines.map(String.init) && found.count == 15)
  }

  @Test func sparseEntriesAreRecognized() throws {
    try scratch.git("sparse-checkout", "set", "--cone", "a", in: "r")
    #expect(try obstacle(index()) == nil)
    let repository = try #require(try Repository.discover(from: scratch("r")))
    #expect(try repository.isSparse("c d/0") && !repository.isSparse("a/b d/0"))
    try scratch.git("sparse-checkout", "reapply", "--sparse-index", in: "r")
    #expect(try obstacle(index()) == .sparseIndex)
    let error = #expect(throws: GitError.self) { try repository.isSparse("c d/0") }
    #expect(error?.code == .sparseIndex)
  }

  /// A truncated index is an error, and no corrupt byte causes a read beyond its end.
  @Test(arguments: ["2", "4"]) func damagedIndexesAreErrors(version: String) throws {
    try scratch.git("update-index", "--index-version=\(version)", in: "r")
    let bytes = try index()
    // Cut there, it looks like a valid index without extensions, since the hash isn't checked.
    let entries = try IndexEntries(bytes)
    let whole = bytes.count - (entries.bytes.count - entries.end) + IndexEntries.hashSize
    for count in 0..<bytes.count where count != whole {
      #expect(obstacle(Array(bytes[..<count])) == .damagedIndex)
    }
    for place in bytes.indices {
      var other = bytes
      other[place] ^= 0x55
      if let entries = try? IndexEntries(other) { _ = entries.starts.indices.map(entries.path) }
    }
  }
}
