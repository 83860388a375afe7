import Foundation
import Git
import TestSupport
import Testing

/// What git's index and the files beside it tell about running operations.
@Suite struct IndexFileTests {
  let scratch: Scratch
  let repository: Repository

  init() throws {
    scratch = try Scratch()
    try scratch.git("init", "--quiet", "--initial-branch=main", "r")
    repository = try Repository.open(at: scratch("r"))
  }

  private func pause() throws -> Bool {
    try repository.pauseForHead(at: repository.head().commit) > 0
  }

  /// An index with another whole tree than HEAD's means that git is about to move HEAD.
  @Test(arguments: [2, 3, 4]) func anIndexWithAnotherTreeIsNoticed(version: Int) throws {
    try scratch.git("config", "index.version", "\(version)", in: "r")
    for name in ["a", String(repeating: "long", count: 40), "x/y/z"] {
      try scratch.write(name, to: "r/todo/\(name).md")
    }
    try scratch.git("add", "-A", in: "r")
    try scratch.git("commit", "--quiet", "-m", "x", in: "r")
    if version == 3 {
      try scratch.git("update-index", "--skip-worktree", "todo/a.md", in: "r")
    }
    try scratch.write("more", to: "r/todo/b.md")
    try scratch.git("add", "-A", in: "r")
    #expect(try !pause(), "staged")
    try scratch.git("commit", "--quiet", "-m", "y", in: "r")
    #expect(try !pause(), "committed")
    try scratch.git("read-tree", "HEAD~", in: "r")
    #expect(try pause(), "another tree")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: scratch("r/.git/index"))
    #expect(try !pause(), "for long")
  }

  /// Between two commits of a cherry-pick, only the sequencer's file shows that it is in progress.
  @Test(arguments: [("pick", "a cherry-pick"), ("revert", "a revert")])
  func aSeriesIsInProgressBetweenItsCommits(word: String, told: String) throws {
    #expect(repository.operationInProgress == nil)
    try scratch.write("\(word) 1234567 Buy milk\n", to: "r/.git/sequencer/todo")
    #expect(repository.operationInProgress?.description == told)
  }

  /// The lock is reentrant, and is released after as many releases.
  @Test func theIndexLockIsReentrant() throws {
    #expect(!repository.isIndexLockedByAnother)
    try repository.lockIndex()
    try repository.lockIndex()
    #expect(!repository.isIndexLockedByAnother)
    repository.unlockIndex()
    #expect(scratch.exists("r/.git/index.lock"))
    repository.unlockIndex()
    #expect(!scratch.exists("r/.git/index.lock"))
    try scratch.write("", to: "r/.git/index.lock")
    #expect(repository.isIndexLockedByAnother)
  }
}
