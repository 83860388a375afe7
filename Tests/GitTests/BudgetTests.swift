import Foundation
import Git
import TestSupport
import Testing

/// Trees that are made to exhaust memory or to never end are refused.
@Suite(.onItsOwnThread, .timeLimit(.minutes(30))) struct BudgetTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.git("init", "-q", "seed")
    try scratch.git("commit", "-q", "--allow-empty", "-m", "one", in: "seed")
  }

  /// A tree of ten levels with ten folders each, made of a dozen objects, and its commit.
  private func bomb(of leaf: String) throws -> ObjectID {
    try commit(
      """
      tree=$(\(leaf))
      for level in 1 2 3 4 5 6 7 8 9; do
        tree=$(for i in 0 1 2 3 4 5 6 7 8 9; do printf '040000 tree %s\\td%s\\n' $tree $i; done | git mktree)
      done
      """)
  }

  private func commit(_ script: String) throws -> ObjectID {
    let line =
      script + "\ngit reset -q --soft $(git commit-tree -p HEAD -m bomb $tree); git rev-parse HEAD"
    let ran = try run(
      "/bin/sh", ["-c", line], in: scratch("seed"), environment: scratch.environment)
    let text = ran.output.split(separator: "\n").last.map(String.init) ?? ran.error
    return try #require(try Repository.open(at: scratch("seed")).resolve(revision: text))
  }

  private let files =
    "for i in 0 1 2 3 4 5 6 7 8 9; do printf '100644 blob %s\\tf%s\\n' $(echo x | git hash-object -w --stdin) $i; done | git mktree"

  private func expectTooLarge(
    _ commit: ObjectID, _ what: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    let repository = try Repository.open(at: scratch("seed"))
    repository.treeBudget = TreeBudget(entries: 20_000, depth: 200)
    let message = "the commit \(commit.short) has \(what)"
    func expect(_ look: () throws -> Any) {
      let error = #expect(throws: GitError.self, sourceLocation: location) { _ = try look() }
      #expect(error?.code == .tooLarge, sourceLocation: location)
      #expect(error?.message == message, sourceLocation: location)
    }
    expect { try repository.files(in: commit) }
    expect { try repository.files(in: commit, under: ["d3"]) }
    expect { try repository.changedFiles(from: nil, to: commit) }
    expect { try repository.changedFiles(from: commit, to: nil) }
    let clone = #expect(throws: GitError.self, sourceLocation: location) {
      try Repository.clone(
        scratch("seed"), to: scratch("clone"),
        ProgramEnvironment(environment: scratch.environment),
        budget: repository.treeBudget)
    }
    #expect(clone?.message == message, sourceLocation: location)
  }

  @Test func tooManyFilesAreRefused() throws {
    try expectTooLarge(try bomb(of: files), "more than 20000 files")
  }

  @Test func tooManyFoldersAreRefused() throws {
    try expectTooLarge(try bomb(of: "git mktree < /dev/null"), "more than 20000 files")
  }

  @Test func tooDeepFoldersAreRefused() throws {
    let deep = try commit(
      """
      tree=$(\(files))
      i=0
      while [ $i -lt 220 ]; do tree=$(printf '040000 tree %s\\td3\\n' $tree | git mktree); i=$((i+1)); done
      """)
    try expectTooLarge(deep, "folders nested deeper than 200 levels")
  }

  @Test func treesWithinTheBudgetAreClonedAndChecked() throws {
    let small = try commit("tree=$(\(files))")
    let clone = try Repository.clone(
      scratch("seed"), to: scratch("clone"),
      ProgramEnvironment(environment: scratch.environment),
      budget: TreeBudget(entries: 10, depth: 1))
    #expect(try clone.head().commit == small)
    #expect(try scratch.git("status", "--porcelain", in: "clone") == "")
    #expect(FileManager.default.fileExists(atPath: scratch("clone/f9")))
  }

  @Test func aBlobIsReadUpToASize() throws {
    let repository = try Repository.open(at: scratch("seed"))
    let blob = try repository.writeBlob(Array("12345".utf8))
    #expect(try repository.size(of: blob) == 5)
    #expect(try repository.blob(blob, atMost: 5) == Array("12345".utf8))
    #expect(try repository.blob(blob, atMost: 4) == nil)
    #expect(throws: GitError.self) { try repository.size(of: ObjectID.blob([1])) }
  }

  /// Symbolic references that lead in a circle are refused.
  @Test func circularReferencesAreRefused() throws {
    try scratch.git("symbolic-ref", "refs/heads/a", "refs/heads/b", in: "seed")
    try scratch.git("symbolic-ref", "refs/heads/b", "refs/heads/a", in: "seed")
    let repository = try Repository.open(at: scratch("seed"))
    #expect(throws: GitError.self) { try repository.commitID(of: "refs/heads/a") }
  }
}
