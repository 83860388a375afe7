import Foundation
import MemoKit
import TestSupport
import Testing

/// Changes go where `git push` sends them.
@Suite(.onItsOwnThread) struct UpstreamTests {
  /// Settings of a branch `mine` whose upstream is `main` on `hub`, and where its changes go.
  @Test(arguments: [
    ("", "hub main"),
    ("push.default=simple", "hub main"),
    ("push.default=upstream", "hub main"),
    ("push.default=current", "hub mine"),
    ("remote.pushDefault=fork", "fork mine"),
    ("branch.mine.pushRemote=fork", "fork mine"),
    ("remote.pushDefault=nowhere branch.mine.pushRemote=fork", "fork mine"),
    ("remote.hub.push=refs/heads/*:refs/heads/kim/*", "hub kim/mine"),
    ("remote.hub.push=+mine:refs/heads/other", "hub other"),
    ("remote.hub.push=refs/heads/else:refs/heads/other", "hub main"),
    ("remote.fork.push=HEAD:refs/heads/main remote.pushDefault=fork", "fork main"),
    ("branch.mine.remote=../hub", "hub main"),
    ("branch.mine.pushRemote=../fork", "fork mine"),
    ("remote.pushDefault=there:fork url.../.insteadOf=there:", "fork mine"),
  ])
  func goes(_ settings: String, _ place: String) throws {
    let scratch = try Scratch()
    let desk = Desk(scratch, "desk")
    for name in ["hub", "fork"] {
      try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", name)
    }
    _ = try Store.create(scratch("desk"), environment: desk.environment)
    try scratch.git("remote", "add", "hub", scratch("hub"), in: "desk")
    try scratch.git("remote", "add", "fork", scratch("fork"), in: "desk")
    try scratch.git("push", "--quiet", "hub", "main", in: "desk")
    try scratch.git("checkout", "--quiet", "-b", "mine", "--track", "hub/main", in: "desk")
    for setting in settings.split(separator: " ") {
      let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
      try scratch.git("config", parts[0], parts[1], in: "desk")
    }
    _ = try desk.store().add(NewTask(title: "Buy milk"))
    #expect(try desk.store().sync().outgoing > 0)
    let ours = try scratch.git("rev-parse", "mine", in: "desk")
    let found = try ["hub", "fork"].flatMap { remote in
      try scratch.git(
        "for-each-ref", "--format=\(remote) %(refname:lstrip=2)", "--points-at=\(ours)",
        in: "desk/../\(remote)"
      ).split(separator: "\n").map(String.init)
    }
    #expect(found == [place])
    #expect(try desk.store().sync().isUpToDate)
  }

  /// What others send to a remote that has no name comes in, and its password stays private.
  @Test func anAddressInPlaceOfAName() throws {
    let scratch = try Scratch()
    let (ana, ben) = (Desk(scratch, "ana"), Desk(scratch, "ben"))
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub")
    _ = try Store.create(scratch("ana"), environment: ana.environment)
    try scratch.git("push", "--quiet", "../hub", "main", in: "ana")
    try scratch.git("clone", "--quiet", "hub", "ben")
    let address = "https://ana:secret@example.org/hub"
    for (key, value) in [
      ("url.../hub.insteadOf", address), ("branch.main.remote", address),
      ("branch.main.merge", "refs/heads/main"),
    ] { try scratch.git("config", key, value, in: "ana") }
    _ = try ana.store().add(NewTask(title: "Buy milk"))
    #expect(try ana.store().sync().outgoing == 1)
    _ = try ben.store().sync()
    _ = try ben.store().add(NewTask(title: "Buy eggs"))
    _ = try ben.store().sync()
    _ = try ana.store().add(NewTask(title: "Buy bread"))
    let report = try ana.store().sync()
    #expect(report.incoming == 1)
    #expect(try ana.journal().contains("merge: https://example.org/hub/main (1 task)"))
    #expect(
      try scratch.git("rev-parse", "main", in: "hub") == scratch.git("rev-parse", "main", in: "ana")
    )
    #expect(try ana.store().sync().isUpToDate)
  }
}
