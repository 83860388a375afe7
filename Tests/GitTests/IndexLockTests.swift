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

  @Test(arguments: ["file", "pipe", "folder", "link"])
  func isTakenAndReleased(_ kind: String) throws {
    mkdir(scratch("r/.git/memo"), 0o700)
    let own = scratch("r/.git/memo/index-lock")
    switch kind {
    case "pipe": mkfifo(own, 0o600)
    case "folder": mkdir(own, 0o700)
    case "link":
      try FileManager.default.createSymbolicLink(atPath: own, withDestinationPath: "../../x")
    default: break
    }
    try repository.lockIndex()
    // git respects it, whatever it is.
    try scratch.write("x", to: "r/x")
    #expect(throws: GitFailure.self) { try scratch.git("add", "x", in: "r") }
    repository.unlockIndex()
    try scratch.git("add", "x", in: "r")
    #expect(try scratch.git("status", "--porcelain", in: "r") == "A  x")
  }

  @Test(arguments: ["file", "pipe"]) func whatAKilledProcessLeftIsKnown(_ kind: String) throws {
    mkdir(scratch("r/.git/memo"), 0o700)
    if kind == "pipe" { mkfifo(scratch("r/.git/memo/index-lock"), 0o600) }
    try Repository.open(at: scratch("r")).lockIndex()
    #expect(scratch.exists("r/.git/index.lock"))
    repository.removeLeftovers()
    #expect(!scratch.exists("r/.git/index.lock"))
    // That of another program stays.
    try scratch.write("", to: "r/.git/index.lock")
    repository.removeLeftovers()
    #expect(scratch.exists("r/.git/index.lock"))
  }
}
