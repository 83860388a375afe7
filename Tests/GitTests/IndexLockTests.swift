import Foundation
import Git
import TestSupport
import Testing

@Suite struct IndexLockTests {
  let scratch: Scratch
  let repository: Repository

  init() throws {
    scratch = try Scratch()
    repository = try Repository.create(at: scratch("r"))
  }

  @Test func isTakenAndReleased() throws {
    try repository.lockIndex()
    // git respects it.
    try scratch.write("x", to: "r/x")
    #expect(throws: GitFailure.self) { try scratch.git("add", "x", in: "r") }
    repository.unlockIndex()
    try scratch.git("add", "x", in: "r")
    #expect(try scratch.git("status", "--porcelain", in: "r") == "A  x")
  }

  /// The lock is a folder where symbolic links don't work.
  @Test(arguments: [false, true]) func whatAKilledProcessLeftIsKnown(isFolder: Bool) throws {
    if isFolder {
      mkdir(scratch("r/.git/index.lock"), 0o700)
    } else {
      try Repository.open(at: scratch("r")).lockIndex()
    }
    #expect(scratch.exists("r/.git/index.lock"))
    #expect(!repository.isIndexLockedByAnother)
    repository.removeLeftovers()
    #expect(!scratch.exists("r/.git/index.lock"))
    // That of another program stays.
    try scratch.write("", to: "r/.git/index.lock")
    repository.removeLeftovers()
    #expect(scratch.exists("r/.git/index.lock"))
  }
}
