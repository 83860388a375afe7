import Foundation
import Git
import TestSupport
import Testing

@Suite(.onItsOwnThread) struct LocalRemoteTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try Talk.makeHub(scratch)
  }

  private var handlers: TransferHandlers {
    TransferHandlers(surroundings: Surroundings(environment: scratch.environment))
  }

  @Test func aPath() throws {
    try Talk(scratch: scratch, url: scratch("hub.git"), handlers: handlers).everything()
  }

  @Test func aURLOfAFile() throws {
    try scratch.move("hub.git", "a hub")
    let spaced = Talk(
      scratch: scratch, url: "file://\(scratch.path)/a%20hub", handlers: handlers)
    #expect(try spaced.clone("spaced").head().commit != nil)
    try scratch.move("a hub", "hub.git")
    try Talk(
      scratch: scratch, url: "file://localhost\(scratch("hub.git"))", handlers: handlers
    ).everything()
  }

  @Test func withoutGitLibgit2DoesIt() throws {
    var handlers = handlers
    handlers.surroundings.environment["PATH"] = scratch.path
    let talk = Talk(scratch: scratch, url: scratch("hub.git"), handlers: handlers)
    let here = try talk.clone("here")
    try Talk.commit(here, "two")
    try talk.push(here)
    #expect(try scratch.git("log", "--format=%s", in: "hub.git") == "two\none")
  }

  @Test func aBranchThatIsCheckedOutThere() throws {
    let talk = Talk(scratch: scratch, url: scratch("seed"), handlers: handlers)
    let here = try talk.clone("here")
    try Talk.commit(here, "two")
    let error = #expect(throws: GitError.self) { try talk.push(here) }
    #expect(error?.code == .checkedOut)
    #expect(error?.message == "branch is currently checked out")
    #expect(error?.details.contains { $0.contains("receive.denyCurrentBranch") } == true)
  }

  @Test func historyMayNotBeRewrittenThere() throws {
    try scratch.git("config", "receive.denyNonFastForwards", "true", in: "hub.git")
    let talk = Talk(scratch: scratch, url: scratch("hub.git"), handlers: handlers)
    let here = try talk.clone("here")
    try scratch.git("commit", "--quiet", "--amend", "--message=other", in: "here")
    let error = #expect(throws: GitError.self) {
      try here.push(
        "origin", refspecs: ["+refs/heads/main:refs/heads/main"], handlers: talk.handlers)
    }
    #expect(error?.code == .notFastForward)
    #expect(error?.details.contains { $0.contains("denying non-fast-forward") } == true)
  }

  @Test(.enabled(if: getuid() == 0, "only root can give a folder away"))
  func aRepositoryOfSomebodyElse() throws {
    chown(scratch("hub.git"), 12345, 12345)
    let talk = Talk(scratch: scratch, url: scratch("hub.git"), handlers: handlers)
    let error = #expect(throws: GitError.self) { _ = try talk.clone("here") }
    #expect(error?.code == .wrongOwner)
    #expect(!scratch.exists("here"))
    try scratch.write("[safe]\n  directory = \(scratch("hub.git"))\n", to: "home/.gitconfig")
    #expect(try talk.clone("here").head().commit != nil)
  }

  @Test func somethingThatIsNoRepository() throws {
    try scratch.write("x", to: "folder/x")
    let talk = Talk(scratch: scratch, url: scratch("folder"), handlers: handlers)
    let error = #expect(throws: GitError.self) { _ = try talk.clone("here") }
    #expect(error?.code == .notFound)
  }

  @Test func cancellingEndsTheServer() throws {
    try scratch.git("reset", "--quiet", "--hard", in: "seed")
    let file = FileHandle(forReadingAtPath: "/dev/urandom")
    let noise = try #require(try file?.read(upToCount: 6_000_000))
    try scratch.write(Array(noise), to: "seed/big")
    try scratch.git("add", "big", in: "seed")
    try scratch.git("commit", "--quiet", "--message=big", in: "seed")
    try scratch.git("push", "--quiet", scratch("hub.git"), "main", in: "seed")
    var talk = Talk(scratch: scratch, url: scratch("hub.git"), handlers: handlers)
    talk.handlers.progress = { $0.bytes < 100_000 }
    let error = #expect(throws: GitError.self) { _ = try talk.clone("here") }
    #expect(error?.code == .cancelled)
    #expect(!scratch.exists("here"))
  }

  /// An address for a program of git's, as `codecommit::`: git itself knows what to do with it.
  @Test func aProgramOfGitsOwn() throws {
    let environment = scratch.environment.merging(["GIT_ALLOW_PROTOCOL": "ext"]) { $1 }
    try Talk(
      scratch: scratch, url: "ext::git %s \(scratch("hub.git"))",
      handlers: TransferHandlers(surroundings: Surroundings(environment: environment, patience: 10))
    ).everything(isCounted: false)
  }

  @Test func aServerThatSaysSomethingElse() throws {
    let here = try Repository.create(at: scratch("here"), initialBranch: "main")
    try here.addRemote("origin", url: scratch("hub.git"))
    try scratch.git(
      "config", "remote.origin.uploadpack", "echo Welcome; git-upload-pack", in: "here")
    let error = #expect(throws: GitError.self) {
      try here.fetch("origin", handlers: handlers)
    }
    #expect(error?.code == .chatter, "\(error as Any)")
  }

  /// What is empty has a name for its first branch all the same; a second one would be a second
  /// store.
  @Test(arguments: ["main", "trunk"]) func theFirstBranchIsCalledAsItsRemotesIs(
    _ branch: String
  ) throws {
    _ = try Repository.create(at: scratch("new.git"), initialBranch: branch, bare: true)
    for (name, url) in [("path", scratch("new.git")), ("url", "file://\(scratch("new.git"))")] {
      let clone = try Repository.clone(url, to: scratch(name), handlers: handlers)
      #expect(try clone.head() == .unborn(branch))
      let upstream = try clone.upstream(ofBranch: branch)
      #expect(upstream?.remote == "origin")
      #expect(upstream?.remoteReference == "refs/heads/\(branch)")
    }
  }

  /// An empty path is no other name for the work tree.
  @Test func anEmptyAddress() throws {
    let here = try Repository.create(at: scratch("here"), initialBranch: "main")
    try here.addRemote("origin", url: "x")
    try scratch.git("config", "remote.origin.url", "", in: "here")
    let error = #expect(throws: GitError.self) { try here.fetch("origin", handlers: handlers) }
    #expect(error?.message == "its address is empty", "\(error as Any)")
  }
}
