import Foundation
import Git
import TestSupport
import Testing

private let kim = Signature(
  name: "Kim", email: "kim@example.org", seconds: 1_700_000_000, offsetMinutes: 540)

@Suite struct RepositoryTests {
  let scratch: Scratch
  let repository: Repository

  init() throws {
    scratch = try Scratch()
    repository = try Repository.create(at: scratch("r"))
  }

  /// Commits texts on top of HEAD and updates index and files, as memo does.
  @discardableResult
  private func commit(_ files: [String: String?], _ message: String = "change") throws -> ObjectID {
    let head = try repository.head()
    var edits: [FileChange] = []
    for (path, text) in files {
      if let text {
        try scratch.write(text, to: "r/\(path)")
        let id = try repository.writeBlob(Array(text.utf8))
        edits.append(.put(path: path, id: id, mode: .regular))
      } else {
        try scratch.remove("r/\(path)")
        edits.append(.remove(path: path))
      }
    }
    let id = try repository.writeCommit(
      tree: try repository.writeTree(basedOn: head.commit, edits),
      parents: head.commit.map { [$0] } ?? [], message: message, author: kim, committer: kim)
    try repository.move("refs/heads/main", to: id, from: head.commit, message: "test", by: kim)
    try repository.refreshIndex(Array(files.keys), to: id)
    return id
  }

  @Test func commitsMatchGit() throws {
    #expect(try repository.head() == .unborn("main"))
    try commit(["todo/a.md": "a", "b": "b"])
    try commit(["todo/a.md": nil, "doing/x/a.md": "a2"])
    let head = try repository.head()
    #expect(try repository.files(in: #require(head.commit)).map(\.path) == ["b", "doing/x/a.md"])
    #expect(try scratch.git("status", "--porcelain", in: "r") == "")
    #expect(try scratch.git("fsck", "--strict", in: "r") == "")
    // git would have written the same tree.
    try scratch.git("add", "-A", in: "r")
    #expect(
      try scratch.git("write-tree", in: "r") == scratch.git("rev-parse", "HEAD^{tree}", in: "r"))
  }

  @Test func stagedChangesStayStaged() throws {
    try commit(["todo/a.md": "a", "code.c": "int x;"])
    try scratch.write("int y;", to: "r/code.c")
    try scratch.git("add", "code.c", in: "r")
    try scratch.write("int z;", to: "r/code.c")
    try commit(["todo/a.md": "changed"])
    #expect(try scratch.git("status", "--porcelain", in: "r") == "MM code.c")
    #expect(try scratch.git("show", ":code.c", in: "r") == "int y;")
  }

  @Test func aMovedBranchIsNotOverwritten() throws {
    let first = try commit(["a": "1"])
    let second = try commit(["a": "2"])
    let error = #expect(throws: GitError.self) {
      try repository.move("refs/heads/main", to: first, from: first, message: "x", by: kim)
    }
    #expect(error?.code == .modified)
    let other = #expect(throws: GitError.self) {
      try repository.move("refs/heads/main", to: first, from: nil, message: "x", by: kim)
    }
    #expect(other?.code == .modified)
    #expect(try repository.commitID(of: "HEAD") == second)
  }

  @Test func readsCommitsBlobsAndHistory() throws {
    let first = try commit(["a": "1"], "first\n\nbody")
    let second = try commit(["a": "2", "b": ""], "second")
    let commit = try repository.commit(first)
    #expect(commit.subject == "first")
    #expect(commit.author == kim)
    let entry = try #require(try repository.entry(at: "a", in: second))
    #expect(try repository.blob(entry.id) == Array("2".utf8))
    #expect(try repository.entry(at: "nothing", in: second) == nil)
    #expect(
      try repository.changedFiles(from: first, to: second).map { "\($0.path) \($0.before == nil)" }
        == ["a false", "b true"])
    #expect(try repository.changedFiles(from: nil, to: first).map(\.path) == ["a"])
    #expect(try repository.mergeBases(first, second) == [first])
    #expect(try repository.count(of: second, besides: first) == 1)
    #expect(try repository.count(of: first, besides: second) == 0)
    #expect(try repository.resolve(revision: "HEAD~1") == first)
    #expect(try repository.resolve(revision: "nonsense") == nil)
    var seen: [ObjectID] = []
    try repository.walk(from: [second]) { commit throws(GitError) in
      seen.append(commit.id)
      return true
    }
    #expect(seen == [second, first])
  }

  @Test func objectIDsMatchGit() throws {
    #expect(try ObjectID.blob([]).hex == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")
    let id = try #require(ObjectID(hex: "0123456789abcdef0123456789ABCDEF01234567"))
    #expect(id.hex == "0123456789abcdef0123456789abcdef01234567")
    #expect(ObjectID(hex: "0123") == nil)
    #expect(ObjectID(hex: String(repeating: "g", count: 40)) == nil)
  }

  @Test func reportsTheOperationInProgress() throws {
    try commit(["a": "1"])
    #expect(repository.operationInProgress == nil)
    try scratch.write("\(String(repeating: "0", count: 40))\n", to: "r/.git/MERGE_HEAD")
    #expect(repository.operationInProgress == .merge)
  }

  @Test func findsTheIdentity() throws {
    #expect(throws: GitError.self) {
      try repository.identity(.author, environment: [:], seconds: 0, offsetMinutes: 0)
    }
    try repository.set("user.name", to: "Ana")
    try repository.set("user.email", to: "ana@example.org")
    try repository.set("author.name", to: "Ana A.")
    let found = try repository.identity(
      .author,
      environment: scratch.environment.filter { ["PATH", "HOME"].contains($0.key) }
        .merging(["GIT_AUTHOR_DATE": "@1700000000 -0330"]) { $1 },
      seconds: 5, offsetMinutes: 0)
    #expect(
      found
        == Signature(
          name: "Ana A", email: "ana@example.org", seconds: 1_700_000_000, offsetMinutes: -210))
    let given = try repository.identity(
      .committer, environment: ["GIT_COMMITTER_NAME": "Ben"], seconds: 5, offsetMinutes: 60)
    #expect(given.name == "Ben")
    #expect(given.seconds == 5)
  }

  @Test func discoversTheRepository() throws {
    #expect(try Repository.discover(from: scratch.path) == nil)
    try scratch.write("", to: "r/deep/er/x")
    #expect(try Repository.discover(from: scratch("r/deep/er"))?.workTree == scratch("r"))
  }

  @Test func appliesFilters() throws {
    try scratch.write("*.md text eol=crlf\n", to: "r/.gitattributes")
    let crlf = Array("a\r\nb\r\n".utf8)
    let lf = Array("a\nb\n".utf8)
    #expect(try repository.blobContent(of: crlf, at: "x.md") == lf)
    #expect(try repository.workTreeContent(of: lf, at: "x.md") == crlf)
    #expect(try repository.blobContent(of: crlf, at: "x.txt") == crlf)
  }

  @Test func aBusyIndexIsAnErrorAndNothingIsDeleted() throws {
    let id = try commit(["a": "1"])
    try scratch.write("", to: "r/.git/index.lock")
    let error = #expect(throws: GitError.self) { try repository.refreshIndex(["a"], to: id) }
    #expect(error?.code == .locked)
    #expect(scratch.exists("r/.git/index.lock"))
  }
}

@Suite struct CompareTests {
  let scratch: Scratch
  let repository: Repository

  init() throws {
    scratch = try Scratch()
    try scratch.git("init", "--quiet", "--initial-branch=main", "r")
    repository = try Repository.open(at: scratch("r"))
  }

  private func changes() throws -> [String] {
    let tree = try WorkTree(scratch("r"))
    let files = try tree.list("todo").compactMap { entry in
      try tree.status(of: entry.path).map { WorkTreeFile(path: entry.path, $0) }
    }
    return try repository.compare(
      files, with: try repository.head().commit, under: ["todo"]
    ) { (try? tree.content($0)) ?? [] }.map { "\($0.kind) \($0.path)" }.sorted()
  }

  @Test func reportsDifferences() throws {
    for name in ["a", "b", "c"] { try scratch.write(name, to: "r/todo/\(name).md") }
    try scratch.git("add", "-A", in: "r")
    try scratch.git("commit", "--quiet", "-m", "x", in: "r")
    #expect(try changes() == [])
    try scratch.write("B", to: "r/todo/b.md")
    try scratch.remove("r/todo/c.md")
    try scratch.write("d", to: "r/todo/d.md")
    #expect(try changes() == ["added todo/d.md", "deleted todo/c.md", "modified todo/b.md"])
    // A staged change is not committed yet.
    try scratch.git("add", "-A", in: "r")
    #expect(try changes() == ["added todo/d.md", "missing todo/c.md", "modified todo/b.md"])
  }

  @Test(arguments: 0..<5) func seesAChangeOfTheSameSizeInTheSameInstant(_ round: Int) throws {
    try scratch.write("old", to: "r/todo/a.md")
    try scratch.git("add", "-A", in: "r")
    try scratch.git("commit", "--quiet", "-m", "x", in: "r")
    try scratch.write("new", to: "r/todo/a.md")
    // Even with the index's own time, as on a file system with coarse times.
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch("r/.git/index"))
    try FileManager.default.setAttributes(
      [.modificationDate: attributes[.modificationDate] as Any],
      ofItemAtPath: scratch("r/todo/a.md"))
    #expect(try changes() == ["modified todo/a.md"])
  }

  @Test func sparseFilesAreNotDeleted() throws {
    for name in ["a", "b"] { try scratch.write(name, to: "r/todo/\(name).md") }
    try scratch.git("add", "-A", in: "r")
    try scratch.git("commit", "--quiet", "-m", "x", in: "r")
    try scratch.git("update-index", "--skip-worktree", "todo/b.md", in: "r")
    try scratch.remove("r/todo/b.md")
    #expect(try changes() == ["leftOut todo/b.md"])
  }

  /// Files that the index lacks, has as another kind, or has from no checkout are missing, not
  /// deleted.
  @Test func filesThatWereNeverCheckedOutAreMissing() throws {
    for name in ["a", "b"] { try scratch.write(name, to: "r/todo/\(name).md") }
    try scratch.git("add", "-A", in: "r")
    try scratch.git("commit", "--quiet", "-m", "x", in: "r")
    try scratch.git("rm", "--quiet", "todo/a.md", in: "r")
    #expect(try changes() == ["missing todo/a.md"])
    try scratch.git("reset", "--quiet", in: "r")
    #expect(try changes() == ["missing todo/a.md"])
    try scratch.git("checkout", "--quiet", "--", "todo/a.md", in: "r")
    try scratch.remove("r/todo/a.md")
    #expect(try changes() == ["deleted todo/a.md"])
    try scratch.write("other", to: "r/todo/a.md")
    try scratch.git("add", "-A", in: "r")
    try scratch.remove("r/todo/a.md")
    #expect(try changes() == ["missing todo/a.md"])
    try scratch.remove("r/.git/index")
    #expect(try changes() == ["missing todo/a.md"])
  }
}
