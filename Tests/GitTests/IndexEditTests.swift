@testable import Git
import TestSupport
import Testing

/// memo edits the bytes of git's index, and the result is what git would write.
@Suite struct IndexEditTests {
  private let scratch: Scratch
  private let repository: Repository

  init() throws {
    scratch = try Scratch()
    repository = try Repository.create(at: scratch("r"))
  }

  private func git(_ arguments: String...) throws -> String {
    let ran = try run(
      "git", ["-C", scratch("r")] + arguments, in: scratch.path, environment: scratch.environment)
    guard ran.code == 0 else { throw GitFailure(message: "\(arguments): \(ran.error)") }
    return ran.output.split(separator: "\n").joined(separator: "\n")
  }

  private func commit(_ edits: [FileChange], on parent: ObjectID?) throws -> ObjectID {
    let who = Signature(name: "Kim", email: "kim@example.org", seconds: 0, offsetMinutes: 0)
    return try repository.writeCommit(
      tree: try repository.writeTree(basedOn: parent, edits), parents: parent.map { [$0] } ?? [],
      message: "x\n", author: who, committer: who)
  }

  private func index() throws -> [UInt8] {
    try #require(WorkTree.content(at: scratch("r/.git/index")))
  }

  /// After additions, changes and removals git sees the commit's files, and what was staged.
  @Test(arguments: 0..<(Effort.isWhole ? 6 : 2) as Range<UInt64>, [2, 3, 4]) func resultMatchesGit(
    seed: UInt64, version: Int
  ) throws {
    var random = SeededRandom(seed: seed)
    try scratch.write("mine", to: "r/staged.txt")
    try scratch.write("mine", to: "r/todo/staged")
    let long = "todo/" + String(repeating: "long ", count: 50)
    _ = try git("add", ".")
    _ = try git("update-index", "--index-version", "\(version)")
    if version == 3 { _ = try git("update-index", "--skip-worktree", "staged.txt") }
    var base: ObjectID?
    var files: [String: String] = [:]
    for round in 0..<12 {
      var edits: [String: FileChange] = [:]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        var path =
          ["", "todo/", "done/x/"].randomElement(using: &random)!
          + ["a", "ab", "a.md", "é", "z\(round)", "b"].randomElement(using: &random)!
        if Int.random(in: 0..<8, using: &random) == 0 { path = long }
        if files[path] != nil, Bool.random(using: &random) {
          files[path] = nil
          edits[path] = .remove(path: path)
          try scratch.remove("r/\(path)")
        } else {
          let text = "\(round) \(path)"
          files[path] = text
          try scratch.write(text, to: "r/\(path)")
          edits[path] = .put(
            path: path, id: try repository.writeBlob(Array(text.utf8)), mode: .regular)
        }
      }
      let commit = try commit(Array(edits.values), on: base)
      try repository.move("refs/heads/main", to: commit, from: base, message: "x", by: kim)
      try repository.refreshIndex(Array(edits.keys), to: commit)
      base = commit
      #expect(try git("diff-files", "--name-only") == "")
      #expect(try git("diff", "--cached", "--name-only") == "staged.txt\ntodo/staged")
      #expect(try git("fsck", "--strict", "--no-dangling") == "")
      try checkTrees()
      let tree = try git("write-tree")
      #expect(try git("read-tree", "-m", tree) == "")
      #expect(try git("ls-files").split(separator: "\n").count == files.count + 2)
    }
  }

  /// As in git, a file replaces a folder of its name, and the other way round.
  @Test func aFileReplacesAFolder() throws {
    try scratch.write("a", to: "r/todo/x/a.md")
    try scratch.write("b", to: "r/todo/x/deep/b")
    try scratch.write("c", to: "r/todo/x.md")
    try scratch.write("d", to: "r/todo/y")
    _ = try git("add", ".")
    let blob = try repository.writeBlob(Array("n".utf8))
    var base: ObjectID?
    for (path, left) in [
      ("todo/x", "todo/x\ntodo/x.md\ntodo/y"), ("todo/y/n", "todo/x\ntodo/x.md\ntodo/y/n"),
    ] {
      let commit = try commit([.put(path: path, id: blob, mode: .regular)], on: base)
      try repository.move("refs/heads/main", to: commit, from: base, message: "x", by: kim)
      try repository.refreshIndex([path], to: commit)
      #expect(try git("ls-files") == left)
      _ = try git("write-tree")
      try checkTrees()
      base = commit
    }
  }

  /// Lets git compare each cached tree with the index entries.
  private func checkTrees() throws {
    var environment = scratch.environment
    environment["GIT_TEST_CHECK_CACHE_TREE"] = "1"
    let ran = try run(
      "git", ["-C", scratch("r"), "update-index", "--force-write-index"], in: scratch.path,
      environment: environment)
    #expect(ran.code == 0, "\(ran.error)")
  }

  /// A file that changed in the same second as the index is compared by content.
  @Test func racilyCleanFilesAreCompared() throws {
    try scratch.write("one", to: "r/a")
    try scratch.write("one", to: "r/b")
    for name in ["a", "b"] { try touch(name) }
    _ = try git("config", "core.trustCtime", "false")
    _ = try git("add", ".")
    _ = try git("commit", "-qm", "x")
    let head = try #require(try repository.head().commit)
    // Size and time are those in the index.
    try scratch.write("two", to: "r/a")
    for name in ["a", "b", ".git/index"] { try touch(name) }
    let commit = try commit(
      [.put(path: "c", id: repository.writeBlob([]), mode: .regular)], on: head)
    try scratch.write("", to: "r/c")
    try repository.move("refs/heads/main", to: commit, from: head, message: "x", by: kim)
    try repository.refreshIndex(["c"], to: commit)
    #expect(try git("diff-files", "--name-only") == "a")
  }

  private func touch(_ name: String) throws {
    let ran = try run(
      "touch", ["-t", "202611200800.00", scratch("r/\(name)")], in: scratch.path,
      environment: scratch.environment)
    #expect(ran.code == 0)
  }

  private let kim = Signature(
    name: "Kim", email: "kim@example.org", seconds: 1_700_000_000, offsetMinutes: 0)
}
