import Foundation
import Git
import Synchronization
import TestSupport
import Testing

@Suite(.onItsOwnThread) struct LocalRemoteTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try Talk.makeHub(scratch)
  }

  @Test func aPathWorks() throws { try Talk(scratch, scratch("hub.git")).everything() }

  @Test func aFileURLWorks() throws {
    try scratch.move("hub.git", "a hub")
    let spaced = Talk(scratch, "file://\(scratch.path)/a%20hub")
    #expect(try spaced.clone("spaced").head().commit != nil)
    try scratch.move("a hub", "hub.git")
    try Talk(scratch, "file://\(scratch("hub.git"))").everything()
  }

  @Test func pushingToACheckedOutBranchIsRefused() throws {
    let talk = Talk(scratch, scratch("seed"))
    let here = try talk.clone("here")
    try Talk.commit(here, "two")
    guard case .refused(let reason, let said) = try talk.push(here) else {
      Issue.record("it was not refused")
      return
    }
    #expect(reason == "branch is currently checked out")
    #expect(said.contains { $0.contains("receive.denyCurrentBranch") })
  }

  @Test(.enabled(if: getuid() == 0, "only root can give a folder away"))
  func anotherUsersRepositoryIsRefused() throws {
    chown(scratch("hub.git"), 12345, 12345)
    let talk = Talk(scratch, scratch("hub.git"))
    let error = talk.failure()
    #expect(error?.code == .remote)
    #expect(error?.message.contains("dubious ownership") == true, "\(error as Any)")
    try scratch.write("[safe]\n  directory = \(scratch("hub.git"))\n", to: "home/.gitconfig")
    #expect(try talk.clone("here").head().commit != nil)
  }

  @Test func aFolderWithoutRepositoryIsRefused() throws {
    try scratch.write("x", to: "folder/x")
    let error = Talk(scratch, scratch("folder")).failure()
    #expect(error?.code == .remote)
    #expect(error?.message.contains("repository") == true)
  }

  @Test func cancellingEndsTheServer() throws {
    try scratch.git("reset", "--quiet", "--hard", in: "seed")
    let file = FileHandle(forReadingAtPath: "/dev/urandom")
    let noise = try #require(try file?.read(upToCount: 6_000_000))
    try scratch.write(Array(noise), to: "seed/big")
    try scratch.git("add", "big", in: "seed")
    try scratch.git("commit", "--quiet", "--message=big", in: "seed")
    try scratch.git("push", "--quiet", scratch("hub.git"), "main", in: "seed")
    var talk = Talk(scratch, scratch("hub.git"))
    let hasBegun = Mutex(false)
    talk.environment.show = { _ in hasBegun.withLock { $0 = true } }
    talk.environment.isInterrupted = { hasBegun.withLock { $0 } }
    #expect(talk.failure()?.code == .cancelled)
  }

  /// An address for a remote helper, such as `codecommit::`.
  @Test func aRemoteHelperIsUsed() throws {
    try Talk(scratch, "ext::git %s \(scratch("hub.git"))", ["GIT_ALLOW_PROTOCOL": "ext"])
      .everything()
  }

  @Test func nonsenseFromTheServerIsAnError() throws {
    let talk = Talk(scratch, scratch("hub.git"))
    let here = try talk.clone("here")
    try scratch.git(
      "config", "remote.origin.uploadpack", "echo Welcome; git-upload-pack", in: "here")
    let error = #expect(throws: GitError.self) { try here.fetch("origin", talk.environment) }
    #expect(error?.code == .remote, "\(error as Any)")
  }

  /// An empty remote also has a name for its first branch.
  ///
  /// A branch of another name would be a second store.
  @Test(arguments: ["main", "trunk"]) func theFirstBranchIsNamedAsTheRemoteSays(
    _ branch: String
  ) throws {
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=\(branch)", "new.git")
    for (name, url) in [("path", scratch("new.git")), ("url", "file://\(scratch("new.git"))")] {
      let clone = try Talk(scratch, url).clone(name)
      #expect(try clone.head() == .unborn(branch))
      let upstream = try clone.upstream(ofBranch: branch)
      #expect(upstream?.remote == "origin")
      #expect(upstream?.branch == branch)
    }
  }

  /// memo makes no clone in a format that libgit2 can't read.
  @Test func clonesStoreReferencesInFiles() throws {
    try scratch.write("[init]\n  defaultRefFormat = reftable\n", to: "home/.gitconfig")
    #expect(try Talk(scratch, scratch("hub.git")).clone("here").head().commit != nil)
  }

  /// An empty path doesn't mean the work tree.
  @Test func anEmptyAddressIsRefused() throws {
    let talk = Talk(scratch, scratch("hub.git"))
    let here = try talk.clone("here")
    try scratch.git("config", "remote.origin.url", "", in: "here")
    #expect(throws: GitError.self) { try here.fetch("origin", talk.environment) }
  }
}
