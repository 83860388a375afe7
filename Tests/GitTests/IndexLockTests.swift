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
    // git respects the lock.
    try scratch.write("x", to: "r/x")
    #expect(throws: GitFailure.self) { try scratch.git("add", "x", in: "r") }
    repository.unlockIndex()
    try scratch.git("add", "x", in: "r")
    #expect(try scratch.git("status", "--porcelain", in: "r") == "A  x")
  }

  /// Where symbolic links don't work, the lock is a folder.
  @Test(arguments: [false, true]) func staleLocksAreRecognized(isFolder: Bool) throws {
    if isFolder {
      mkdir(scratch("r/.git/index.lock"), 0o700)
    } else {
      try Repository.open(at: scratch("r")).lockIndex()
    }
    #expect(scratch.exists("r/.git/index.lock"))
    #expect(!repository.isIndexLockedByAnother)
    repository.removeLeftovers()
    #expect(!scratch.exists("r/.git/index.lock"))
    // Another program's lock stays.
    try scratch.write("", to: "r/.git/index.lock")
    repository.removeLeftovers()
    #expect(scratch.exists("r/.git/index.lock"))
  }
}
