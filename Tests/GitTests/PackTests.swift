@testable import Git
import TestSupport
import Testing

@Suite struct PackTests {
  @Test func manyContentsAreOnePack() throws {
    let scratch = try Scratch()
    let repository = try Repository.create(at: scratch("r"), initialBranch: "main")
    var contents: [(content: [UInt8], path: String)] = (0..<200).map {
      (Array("Task \($0)\n\(String(repeating: "word ", count: $0))\n".utf8), "todo/\($0).md")
    }
    contents.append(contents[0])
    contents.append(([], "todo/empty.md"))
    let ids = try repository.writePack(ofBlobs: contents)
    #expect(try ids == contents.map { content throws(GitError) in try .blob(content.content) })
    for (id, content) in zip(ids, contents) {
      #expect(try repository.blob(id) == content.content)
    }
    #expect(
      try scratch.git("count-objects", "-v", in: "r").contains("count: 0\nsize: 0\nin-pack: 201\n"))
    #expect(try scratch.git("fsck", "--strict", "--no-dangling", in: "r") == "")
    // What is written next is stored as ever.
    let next = try repository.writeBlob(Array("next".utf8))
    #expect(try scratch.git("cat-file", "blob", next.hex, in: "r") == "next")
    // The same again, by another who has the repository open.
    let other = try Repository.open(at: scratch("r"))
    #expect(try other.writePack(ofBlobs: contents) == ids)
    #expect(try repository.writePack(ofBlobs: []) == [])
  }

  @Test func aPackThatCantBeWrittenLeavesTheRepositoryAsItWas() throws {
    let scratch = try Scratch()
    let repository = try Repository.create(at: scratch("r"), initialBranch: "main")
    try scratch.remove("r/.git/objects/pack")
    try scratch.write("in the way", to: "r/.git/objects/pack")
    #expect(throws: GitError.self) {
      try repository.writePack(ofBlobs: [(Array("x".utf8), "x")])
    }
    let id = try repository.writeBlob(Array("y".utf8))
    #expect(try scratch.git("cat-file", "blob", id.hex, in: "r") == "y")
  }
}
