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
  ])
  func goes(_ settings: String, _ place: String) throws {
    let scratch = try Scratch()
    let desk = Desk(scratch, "desk")
    for name in ["hub", "fork"] {
      try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", name)
    }
    _ = try Store.create(scratch("desk"), world: desk.world)
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
}
