import Foundation
@testable import Git
import TestSupport
import Testing

@Suite struct ImportTests {
  private func contents(_ count: Int) -> [[UInt8]] {
    (0..<count).map { Array("Task \($0)\n\(String(repeating: "word ", count: $0))\n".utf8) }
  }

  private func write(
    _ contents: [[UInt8]], to repository: Repository, _ variables: [String: String]
  ) throws {
    let ids = try repository.writeBlobs(contents.map { ("todo/x.md", $0) }, variables)
    #expect(try ids == contents.map { content throws(GitError) in try ObjectID.blob(content) })
  }

  @Test func manyContentsAreStoredInOnePack() throws {
    let scratch = try Scratch()
    let repository = try Repository.create(at: scratch("r"))
    let contents = contents(300) + [[], [0, 10, 0], Array("done\n".utf8)]
    try write(contents + contents, to: repository, Talk(scratch, "").environment.environment)
    #expect(
      try scratch.git("count-objects", "-v", in: "r").contains("count: 0\nsize: 0\nin-pack: 303\n"))
    for content in contents { #expect(try repository.blob(.blob(content)) == content) }
    // Another process, with the repository open, writes the same contents: no object is stored
    // twice.
    let other = try Repository.open(at: scratch("r"))
    try write(contents + [[1]], to: other, Talk(scratch, "").environment.environment)
    #expect(
      try scratch.git("count-objects", "-v", in: "r").contains("count: 1\n"))
    #expect(try scratch.git("fsck", "--strict", "--no-dangling", in: "r") == "")
  }

  /// If git is missing or fails, contents are stored as loose objects.
  @Test(arguments: ["/nowhere", "bin"]) func contentsAreStoredUnpacked(_ path: String) throws {
    let scratch = try Scratch()
    let repository = try Repository.create(at: scratch("r"))
    try scratch.write("#!/bin/sh\nexit 1\n", to: "bin/git")
    chmod(scratch("bin/git"), 0o755)
    let variables = ["PATH": path == "bin" ? scratch(path) : path]
    try write(contents(60), to: repository, variables)
    for content in contents(60) { #expect(try repository.blob(.blob(content)) == content) }
    #expect(try scratch.git("count-objects", in: "r").hasPrefix("60 objects"))
  }

  /// The examples in FIPS 180.
  @Test(arguments: [
    ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
  ])
  func hashesMatchTheStandard(unit: String, count: Int, hash: String) {
    let text = Array(String(repeating: unit, count: count).utf8)
    for asksProcessor in [true, false] {
      let bytes = SHA1.hash(of: text, asksProcessor: asksProcessor)
      #expect(ObjectID(bytes: bytes[...]).hex == hash)
    }
  }
}
