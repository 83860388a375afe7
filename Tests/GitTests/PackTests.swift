@testable import Git
import TestSupport
import Testing

@Suite struct PackTests {
  @Test func manyContentsAreOnePack() throws {
    let scratch = try Scratch()
    let repository = try Repository.create(at: scratch("r"), initialBranch: "main")
    var contents = (0..<300).map {
      PackedContent(Array("Task \($0)\n\(String(repeating: "word ", count: $0))\n".utf8))
    }
    contents.append(contents[0])
    contents.append(PackedContent([]))
    let ids = try repository.writePack(of: contents)
    try expect(contents, ids, in: repository)
    #expect(
      try scratch.git("count-objects", "-v", in: "r").contains("count: 0\nsize: 0\nin-pack: 301\n"))
    // What is written next is stored as ever.
    let next = try repository.writeBlob(Array("next".utf8))
    #expect(try scratch.git("cat-file", "blob", next.hex, in: "r") == "next")
    // The same again, by another who has the repository open: nothing is there twice.
    let other = try Repository.open(at: scratch("r"))
    #expect(try other.writePack(of: contents + [PackedContent([1])]).dropLast() == ids[...])
    #expect(try repository.writePack(of: []) == [])
    let counts = try scratch.git("count-objects", "-v", in: "r")
    #expect(counts.contains("in-pack: 302\npacks: 2\n"))
    #expect(try scratch.git("fsck", "--strict", "--no-dangling", in: "r") == "")
  }

  /// Contents of which each was another one before somebody changed it in one place.
  @Test func whatWasChangedIsToldByWhatItWas() throws {
    let scratch = try Scratch()
    let repository = try Repository.create(at: scratch("r"), initialBranch: "main")
    var random = SeededRandom(seed: 11)
    var contents: [PackedContent] = []
    for _ in 0..<(Effort.isWhole ? 300 : 60) {
      let size = [0, 1, 63, 500, 5000, 70_000, 200_000].randomElement(using: &random) ?? 0
      let old = (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      let start = Int.random(in: 0...size, using: &random)
      let end = min(size, start + Int.random(in: 0...300, using: &random))
      let new = (0..<Int.random(in: 0...300, using: &random)).map {
        UInt8(truncatingIfNeeded: $0)
      }
      contents.append(PackedContent(old))
      contents.append(
        PackedContent(old[..<start] + new + old[end...], former: contents.count - 1))
    }
    // Told by what is told by another one, or by itself, is told in full.
    contents.append(PackedContent(contents[1].bytes + [7], former: 1))
    contents.append(PackedContent(contents[8].bytes, former: 8))
    let ids = try repository.writePack(of: contents)
    try expect(contents, ids, in: repository)
    #expect(try scratch.git("fsck", "--strict", "--no-dangling", in: "r") == "")
    let pack = try #require(scratch.files("r/.git/objects/pack").first { $0.hasSuffix(".idx") })
    let verified = try scratch.git(
      "verify-pack", "-v", pack.hasPrefix("/") ? pack : "r/.git/objects/pack/\(pack)")
    #expect(verified.contains("chain length = 1: ") && !verified.contains("chain length = 2: "))
  }

  /// What a writer left that was killed goes with the next pack; nobody touches what is written.
  @Test func anAbandonedPackIsPutAway() throws {
    let scratch = try Scratch()
    let repository = try Repository.create(at: scratch("r"), initialBranch: "main")
    let folder = "r/.git/objects/pack"
    for name in ["tmp_pack_memo1", "tmp_pack_memo1-index", "tmp_pack_git"] {
      try scratch.write("PACK", to: "\(folder)/\(name)")
    }
    let other = try FileLock(scratch("\(folder)/tmp_pack_memo2"), waitingUpTo: 0)
    _ = try repository.writePack(of: [PackedContent(Array("x".utf8))])
    #expect(other.process > 0)
    let left = scratch.files(folder).filter { $0.hasPrefix("tmp_") }
    #expect(left == ["tmp_pack_git", "tmp_pack_memo2"])
  }

  @Test func aPackThatCantBeWrittenLeavesTheRepositoryAsItWas() throws {
    let scratch = try Scratch()
    let repository = try Repository.create(at: scratch("r"), initialBranch: "main")
    try scratch.remove("r/.git/objects/pack")
    try scratch.write("in the way", to: "r/.git/objects/pack")
    #expect(throws: GitError.self) {
      try repository.writePack(of: [PackedContent(Array("x".utf8))])
    }
    let id = try repository.writeBlob(Array("y".utf8))
    #expect(try scratch.git("cat-file", "blob", id.hex, in: "r") == "y")
  }

  @Test func aPackIsFoundByItsIndexHoweverLargeItIs() throws {
    let scratch = try Scratch()
    let ids = try (0..<100).map { number throws(GitError) in try ObjectID.blob([number]) }
    let offsets: [UInt64] = ids.indices.map { UInt64($0) << ($0 % 5 * 8) + 12 }
    let entries = zip(ids, offsets).enumerated().map { number, entry in
      PackIndex.Entry(id: entry.0, offset: entry.1, checkSum: UInt32(number) << 20)
    }
    let bytes = PackIndex.bytes(of: entries, packCheckSum: Array(repeating: 9, count: 20))
    try scratch.write(bytes, to: "a.idx")
    let shown = try scratch.git("-c", "alias.x=!git show-index <a.idx", "x")
    let wanted = zip(ids, entries).sorted { $0.0 < $1.0 }.map { id, entry in
      let sum = String(entry.checkSum, radix: 16)
      return "\(entry.offset) \(id.hex) (\(String(repeating: "0", count: 8 - sum.count))\(sum))"
    }
    #expect(shown == wanted.joined(separator: "\n"))
  }

  /// The examples of FIPS 180, and what came in pieces.
  @Test(arguments: [
    ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
  ])
  func aHashIsAsTheStandardSays(unit: String, count: Int, hash: String) {
    let text = String(repeating: unit, count: count)
    for size in [1, 7, 63, 64, 65, 1000] where text.utf8.count < 1000 * size {
      for asksProcessor in [true, false] {
        var whole = SHA1(asksProcessor: asksProcessor)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
          whole.add(Array(rest.prefix(size)))
          rest = rest.dropFirst(size)
        }
        #expect(ObjectID(bytes: whole.end()[...]).hex == hash)
      }
    }
  }

  private func expect(
    _ contents: [PackedContent], _ ids: [ObjectID], in repository: Repository
  ) throws {
    #expect(try ids == contents.map { content throws(GitError) in try .blob(content.bytes) })
    for (id, content) in zip(ids, contents) {
      #expect(try repository.blob(id) == content.bytes)
    }
  }
}
