@testable import Git
import TestSupport
import Testing

/// What kind of index git has written is told by its bytes.
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

  @Test(arguments: [
    ("--index-version=4", IndexForm.usual), ("--split-index", .split), ("--refresh", .usual),
  ]) func isTold(_ option: String, _ form: IndexForm) throws {
    try scratch.git("update-index", option, in: "r")
    #expect(try IndexForm(index()) == form)
  }

  @Test func whatIsLeftOutIsTold() throws {
    try scratch.git("sparse-checkout", "set", "--cone", "a", in: "r")
    #expect(try IndexForm(index()) == .usual)
    let repository = try #require(try Repository.discover(from: scratch("r")))
    #expect(try repository.isSparse("c d/0") && !repository.isSparse("a/b d/0"))
    try scratch.git("sparse-checkout", "reapply", "--sparse-index", in: "r")
    #expect(try IndexForm(index()) == .sparse)
    let error = #expect(throws: GitError.self) { try repository.isSparse("c d/0") }
    #expect(error?.code == .sparseIndex)
  }

  /// However much is missing at the end, and whichever byte is another.
  @Test(arguments: ["2", "4"]) func whatIsBrokenIsDamaged(version: String) throws {
    try scratch.git("update-index", "--index-version=\(version)", in: "r")
    let bytes = try index()
    for count in 0..<bytes.count { #expect(IndexForm(Array(bytes[..<count])) == .damaged) }
    for place in stride(from: 0, to: bytes.count, by: 7) {
      var other = bytes
      other[place] ^= 0x55
      #expect(IndexForm(other) == .damaged, "\(place)")
    }
  }
}
