import Foundation
import Git
import TestSupport
import Testing

/// An object that a power cut truncated is an error, whatever its length.
@Suite struct LooseObjectTests {
  let scratch: Scratch
  let repository: Repository

  init() throws {
    scratch = try Scratch()
    repository = try Repository.create(at: scratch("r"))
  }

  private func file(_ id: ObjectID) -> String {
    "r/.git/objects/\(id.hex.prefix(2))/\(id.hex.dropFirst(2))"
  }

  @Test func objectsOfGitAreRead() throws {
    var random = SeededRandom(seed: 7)
    // Lengths around what is read with the header, and around zlib's window.
    for count in [0, 1, 50, 55, 56, 57, 63, 64, 65, 1000, 32_767, 32_768, 200_000] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      try scratch.write(bytes, to: "r/blob")
      let hex = try scratch.git("hash-object", "-w", "blob", in: "r").prefix(40)
      let id = try #require(ObjectID(hex: String(hex)))
      #expect(try repository.blob(id) == bytes)
      #expect(try repository.size(of: id) == count)
    }
  }

  /// libgit2 would read beyond the pack's memory.
  @Test func anOffsetBeyondThePackIsAnError() throws {
    let ids = try (1...3).map { try repository.writeBlob(Array("milk \($0)\n".utf8)) }
    try scratch.git("tag", "milk", ids[0].hex, in: "r")
    try scratch.git("tag", "tea", ids[1].hex, in: "r")
    try scratch.git("repack", "-adq", in: "r")
    let folder = "r/.git/objects/pack"
    let name = try #require(scratch.files(folder).first { $0.hasSuffix(".idx") })
    let whole = try [UInt8](Data(contentsOf: URL(filePath: scratch("\(folder)/\(name)"))))
    #expect(try Repository.open(at: scratch("r")).blob(ids[0]) == Array("milk 1\n".utf8))
    // The offsets follow the header, 256 counts, and the names and checksums of two objects.
    let offsets = 8 + 4 * 256 + 2 * (20 + 4)
    for place in [offsets, offsets + 4] {
      var bytes = whole
      bytes[place] = 0x7F
      try scratch.remove("\(folder)/\(name)")
      try scratch.write(bytes, to: "\(folder)/\(name)")
      let error = #expect(throws: GitError.self) { try Repository.open(at: scratch("r")) }
      #expect(error?.code == .damagedObject)
      #expect(error?.details.first?.hasSuffix("/\(name)") == true)
    }
  }

  @Test func truncatedObjectsAreErrors() throws {
    let blob = try repository.writeBlob(Array(String(repeating: "milk and tea\n", count: 9).utf8))
    let kim = Signature(name: "Kim", email: "kim@example.org", seconds: 1, offsetMinutes: 0)
    let tree = try repository.writeTree(
      basedOn: nil, [.put(path: "a.md", id: blob, mode: .regular)])
    let commit = try repository.writeCommit(
      tree: tree, parents: [], message: "add: A\n", author: kim, committer: kim)
    for id in [blob, tree, commit] {
      let whole = try Data(contentsOf: URL(filePath: scratch(file(id))))
      for length in 0..<whole.count {
        try scratch.remove(file(id))
        try scratch.write(Array(whole.prefix(length)), to: file(id))
        // libgit2 caches what it read once.
        let fresh = try Repository.open(at: scratch("r"))
        #expect(throws: GitError.self) { _ = try fresh.blob(id) }
        #expect(throws: GitError.self) {
          _ = try fresh.files(in: commit).map { try fresh.blob($0.id) }
        }
        #expect(throws: GitError.self) {
          _ = try fresh.resolve(revision: String(id.hex.prefix(8)))
            .map { try fresh.blob($0) }
          _ = try fresh.blob(id)
        }
      }
      try scratch.remove(file(id))
      try scratch.write(Array(whole), to: file(id))
    }
    #expect(try repository.files(in: commit).map(\.path) == ["a.md"])
  }

  @Test func truncatedAlternatesAreErrors() throws {
    let blob = try repository.writeBlob(Array("borrowed".utf8))
    let other = try Repository.create(at: scratch("other"))
    try scratch.write("../../../r/.git/objects\n", to: "other/.git/objects/info/alternates")
    #expect(try Repository.open(at: scratch("other")).blob(blob) == Array("borrowed".utf8))
    let whole = try Data(contentsOf: URL(filePath: scratch(file(blob))))
    try scratch.remove(file(blob))
    try scratch.write(Array(whole.prefix(12)), to: file(blob))
    #expect(throws: GitError.self) { _ = try Repository.open(at: scratch("other")).blob(blob) }
    _ = other
  }
}
