@testable import Git
import TestSupport
import Testing

/// git's index is changed by its bytes as git changes it.
@Suite struct IndexEditTests {
  private let scratch: Scratch
  private let repository: Repository

  init() throws {
    scratch = try Scratch()
    repository = try Repository.create(at: scratch("r"), initialBranch: "main")
  }

  private func git(_ arguments: String...) throws -> String {
    let ran = try run(
      "git", ["-C", scratch("r")] + arguments, in: scratch.path, environment: scratch.environment)
    guard ran.code == 0 else { throw GitFailure(message: "\(arguments): \(ran.error)") }
    return ran.output.split(separator: "\n").joined(separator: "\n")
  }

  private func commit(_ edits: [TreeEdit], on parent: ObjectID?) throws -> ObjectID {
    let who = Signature(name: "Kim", email: "kim@example.org", seconds: 0, offsetMinutes: 0)
    return try repository.writeCommit(
      tree: try repository.writeTree(basedOn: parent, edits), parents: parent.map { [$0] } ?? [],
      message: "x\n", author: who, committer: who)
  }

  private func index() throws -> [UInt8] {
    try #require(WorkTree.content(at: scratch("r/.git/index")))
  }

  /// Whatever is added, changed and removed, git sees the commit's files, and what was staged.
  @Test(arguments: 0..<(Effort.isWhole ? 6 : 2) as Range<UInt64>, [2, 3, 4]) func isAsGitHasIt(
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
      var edits: [String: TreeEdit] = [:]
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
      try repository.refreshIndex(Array(edits.keys), from: base, to: commit)
      base = commit
      #expect(try git("diff-files", "--name-only") == "")
      #expect(try git("diff", "--cached", "--name-only") == "staged.txt\ntodo/staged")
      #expect(try git("fsck", "--strict", "--no-dangling") == "")
      // What is noted of trees is no other than what the entries make.
      let noted = try notedTrees()
      try checkTrees()
      #expect(try notedTrees() == noted)
      let all = try settledFolders(of: commit, besides: "todo")
      if round == 0 {
        #expect(noted == [:])
      } else {
        // What git has noted of the one in which something is staged is as good.
        #expect(noted.allSatisfy { $0.key == "todo" || all[$0.key] == $0.value })
      }
      let tree = try git("write-tree")
      #expect(try git("read-tree", "-m", tree) == "")
      #expect(try git("ls-files").split(separator: "\n").count == files.count + 2)
    }
  }

  /// As where git adds one: what stands in its way goes.
  @Test func aFileAndAFolderAreNotBothThere() throws {
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
      try repository.refreshIndex([path], from: base, to: commit)
      #expect(try git("ls-files") == left)
      _ = try git("write-tree")
      try checkTrees()
      base = commit
    }
  }

  /// Has git compare each tree that is noted with the one that the entries make.
  private func checkTrees() throws {
    var environment = scratch.environment
    environment["GIT_TEST_CHECK_CACHE_TREE"] = "1"
    let ran = try run(
      "git", ["-C", scratch("r"), "update-index", "--force-write-index"], in: scratch.path,
      environment: environment)
    #expect(ran.code == 0, "\(ran.error)")
  }

  /// The folders of which the index tells the tree.
  private func notedTrees() throws -> [String: String] {
    var found: [String: String] = [:]
    func look(_ folder: IndexTree, _ path: String) {
      found[path] = folder.known?.id.hex
      for inner in folder.folders {
        look(inner, path + (path.isEmpty ? "" : "/") + String(decoding: inner.name, as: UTF8.self))
      }
    }
    if let tree = try IndexEntries(index()).tree { look(tree, "") }
    return found
  }

  /// The folders of a commit with their trees, but for one in which something is staged.
  private func settledFolders(
    of commit: ObjectID, besides staged: String? = nil
  ) throws -> [String: String] {
    let lines = try git("ls-tree", "-rtd", commit.hex).split(separator: "\n")
    let folders = lines.map { line in
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      return (String(words[3]), String(words[2]))
    }
    return Dictionary(uniqueKeysWithValues: folders.filter { $0.0 != staged })
  }

  /// Of folders that are as the last commit has them it is known which trees they are, whatever
  /// comes and goes in them, and where git has noted nothing.
  @Test func treesGoOn() throws {
    func change(_ edits: [TreeEdit], on parent: ObjectID?) throws -> ObjectID {
      let commit = try commit(edits, on: parent)
      let paths = edits.map { edit in
        switch edit {
        case .put(let path, _, _), .remove(let path): path
        }
      }
      try repository.move("refs/heads/main", to: commit, from: parent, message: "x", by: kim)
      try repository.refreshIndex(paths, from: parent, to: commit)
      try checkTrees()
      return commit
    }
    func put(_ path: String) throws -> TreeEdit {
      .put(path: path, id: try repository.writeBlob(Array(path.utf8)), mode: .regular)
    }
    let paths = ["a", "todo/b", "done/c", "done/x/d", "done/x.md", "done/x/e/f"]
    var head = try change(paths.map(put), on: nil)
    #expect(try notedTrees() == [:])
    head = try change([put("done/x/new")], on: head)
    #expect(try notedTrees() == settledFolders(of: head))
    #expect(try notedTrees().count == 4)
    head = try change([put("done/y/z/new"), .remove(path: "done/x/e/f")], on: head)
    #expect(try notedTrees() == settledFolders(of: head))
    head = try change([.remove(path: "todo/b")], on: head)
    #expect(try notedTrees() == settledFolders(of: head))
    head = try change([put("todo/g")], on: head)
    head = try change([put("todo/h")], on: head)
    #expect(try notedTrees() == settledFolders(of: head))
    // What somebody has staged is no commit's.
    try scratch.write("mine", to: "r/done/x/mine")
    _ = try git("add", "done/x/mine")
    head = try change([put("done/x/i"), put("done/y/j")], on: head)
    let all = try settledFolders(of: head)
    #expect(try notedTrees() == all.filter { $0.key != "done" && $0.key != "done/x" })
    _ = try git("reset", "-q", "done/x/mine")
    head = try change([put("done/k")], on: head)
    #expect(try notedTrees() == settledFolders(of: head))
  }

  /// A file that was written in the same moment as the index is looked at again.
  @Test func whatMayHaveChangedUnseenIsDoubted() throws {
    try scratch.write("one", to: "r/a")
    try scratch.write("one", to: "r/b")
    for name in ["a", "b"] { try touch(name) }
    _ = try git("config", "core.trustCtime", "false")
    _ = try git("add", ".")
    _ = try git("commit", "-qm", "x")
    let head = try #require(try repository.head().commit)
    // As far as size and time tell, it is as the index has it.
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
