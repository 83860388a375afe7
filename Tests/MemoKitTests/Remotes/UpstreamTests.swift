import Foundation
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// memo pushes to the same place as `git push`.
@Suite(.onItsOwnThread) struct UpstreamTests {
  /// Settings of a branch `mine` with the upstream `main` on `hub`, and the resulting place.
  @Test(arguments: [
    ("", "hub main"),
    ("push.default=current", "hub mine"),
    ("remote.pushDefault=fork", "fork mine"),
    ("branch.mine.pushRemote=fork", "fork mine"),
    ("remote.pushDefault=nowhere branch.mine.pushRemote=fork", "fork mine"),
    ("remote.hub.push=refs/heads/*:refs/heads/kim/*", "hub kim/mine"),
    ("remote.hub.push=+mine:refs/heads/other", "hub other"),
    ("remote.hub.push=refs/heads/else:refs/heads/other", "hub main"),
    ("remote.fork.push=HEAD:refs/heads/main remote.pushDefault=fork", "fork main"),
  ])
  func pushesToTheConfiguredPlace(_ settings: String, _ place: String) throws {
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

  /// memo follows `remote.NAME.fetch`.
  @Test(arguments: [
    "+refs/heads/*:refs/remotes/elsewhere/*", "+refs/heads/main:refs/theirs/main",
    "refs/heads/main:refs/remotes/origin/main", "+refs/heads/m*:refs/remotes/origin/m*",
  ]) func followsTheFetchRefspec(_ refspecs: String) throws {
    let team = try Team(of: 2)
    let ana = team[0]
    try ana.scratch.git("config", "--unset-all", "remote.origin.fetch", in: ana.folder)
    try ana.scratch.git("update-ref", "-d", "refs/remotes/origin/main", in: ana.folder)
    for refspec in refspecs.split(separator: " ") {
      try ana.scratch.git("config", "--add", "remote.origin.fetch", String(refspec), in: ana.folder)
    }
    _ = try team[1].store().add(NewTask(title: "Theirs"))
    _ = try team[1].store().sync()
    _ = try ana.store().add(NewTask(title: "Ours"))
    let report = try ana.store().sync()
    #expect(report.incoming == 1)
    #expect(report.sent.map(\.title) == ["Ours"])
    #expect(try ana.store().sync().isUpToDate)
    #expect(try ana.store().status().ahead == 0)
    // `--as` shows the fetched branch, not one at the usual place.
    try ana.scratch.git("update-ref", "refs/remotes/origin/old", "HEAD~2", in: ana.folder)
    for name in ["origin", "origin/main"] {
      let shown = ana.memo("list", "--as", name, "--format", "{title}\\n").output
      #expect(shown == "Ours\nTheirs\n" || shown == "Theirs\nOurs\n", "\(name): \(shown)")
    }
    _ = try ana.store().add(NewTask(title: "More"))
    #expect(try ana.store().status().ahead == 1)
    #expect(try ana.store().sync().sent.map(\.title) == ["More"])
  }

  /// memo shows the fetched state of a remote, even if it is tracked elsewhere and the local branch
  /// has another name.
  @Test(arguments: [
    "+refs/heads/*:refs/remotes/origin/*", "+refs/heads/*:refs/remotes/team/*",
    "+refs/heads/main:refs/theirs/main", "+refs/heads/*:refs/remotes/team/x/*",
  ]) func theShownStateFollowsTheFetchRefspec(_ refspec: String) throws {
    for branch in ["main", "mine"] {
      let team = try Team(of: 2)
      let ana = team[0]
      try ana.scratch.git("config", "remote.origin.fetch", refspec, in: ana.folder)
      _ = try ana.store().sync()
      if branch != "main" {
        try ana.scratch.git("branch", "--quiet", "--move", branch, in: ana.folder)
        try ana.scratch.git("config", "branch.\(branch).remote", "origin", in: ana.folder)
        try ana.scratch.git("config", "branch.\(branch).merge", "refs/heads/main", in: ana.folder)
      }
      _ = try team[1].store().add(NewTask(title: "Theirs"))
      _ = try team[1].store().sync()
      _ = try ana.store().sync()
      _ = try ana.store().add(NewTask(title: "Ours"))
      for name in ["origin", "origin/main"] {
        let there = try ana.store().past(nil, of: name).snapshot.tasks.map(\.title)
        #expect(there == ["Theirs"], "\(name), \(branch)")
      }
    }
  }

  @Test(arguments: [
    "", "+refs/heads/other:refs/remotes/origin/other", "+refs/heads/*:refs/heads/*",
    "+refs/heads/main", "+refs/heads/*:refs/remotes/origin/* ^refs/heads/main",
    "+refs/heads/*:refs/remotes/origin/* ^refs/heads/m*",
  ]) func unsupportedRefspecsAreRefused(_ refspecs: String) throws {
    let team = try Team(of: 1)
    let ana = team[0]
    _ = try ana.store().add(NewTask(title: "Ours"))
    let before = try ana.scratch.git("rev-parse", "main", in: ana.folder)
    // git fetches nothing if a branch is missing.
    try ana.scratch.git("branch", "other", "main", in: "hub.git")
    try ana.scratch.git("config", "--unset-all", "remote.origin.fetch", in: ana.folder)
    for refspec in refspecs.split(separator: " ") {
      try ana.scratch.git("config", "--add", "remote.origin.fetch", String(refspec), in: ana.folder)
    }
    for dryRun in [true, false] {
      let error = #expect(throws: MemoError.self) {
        _ = try dryRun ? ana.store().previewSync() : ana.store().sync()
      }
      #expect(error?.kind == .refused)
      #expect(error?.message.hasPrefix("remote.origin.fetch ") == true)
      #expect(try ana.store().status().notices.contains(error?.message ?? ""))
    }
    // An older tracking branch doesn't show the remote's current state.
    #expect(try ana.store().status().ahead == nil)
    #expect(try ana.store().status().behind == nil)
    for name in ["origin", "origin/main"] {
      let error = #expect(throws: MemoError.self) { _ = try ana.store().past(nil, of: name) }
      #expect(error?.message.hasPrefix("remote.origin.fetch ") == true, "\(name)")
    }
    #expect(try ana.scratch.git("rev-parse", "main", in: ana.folder) == before)
    // The hint works.
    let error = #expect(throws: MemoError.self) { _ = try ana.store().sync() }
    let hint = try #require(error?.hints.first)
    #expect(hint.hasPrefix("memo git config --"))
    _ = try run(
      "/bin/sh", ["-c", String(hint.dropFirst("memo ".count))], in: ana.scratch(ana.folder),
      environment: ana.environment.variables)
    #expect(try ana.store().sync().outgoing == 1)
  }

  @Test(arguments: [
    "branch.main.remote", "branch.main.pushRemote", "remote.pushDefault",
  ]) func aURLInsteadOfARemoteIsRefused(_ key: String) throws {
    let team = try Team(of: 1)
    let ana = team[0]
    try ana.scratch.git("config", key, "https://ana:secret@example.org/hub", in: ana.folder)
    _ = try ana.store().add(NewTask(title: "Buy milk"))
    let error = #expect(throws: MemoError.self) { _ = try ana.store().sync() }
    #expect(error?.kind == .refused)
    #expect(error?.message == "there is no remote 'https://example.org/hub'")
    #expect(try ana.store().status().notices.contains(error?.message ?? ""))
  }

  /// Among several remotes memo doesn't guess.
  @Test(arguments: [(true, false), (false, true)])
  func severalRemotesAreListed(_ isFetched: Bool, _ isEmpty: Bool) throws {
    let scratch = try Scratch()
    let desk = Desk(scratch, "desk")
    desk.memo("init")
    for name in ["kim", "team"] {
      try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", name)
      if !isEmpty { try scratch.git("push", "--quiet", scratch(name), "main", in: "desk") }
      try scratch.git("remote", "add", name, scratch(name), in: "desk")
      if isFetched { try scratch.git("fetch", "--quiet", name, in: "desk") }
    }
    desk.memo("add", "Buy milk")
    let error = #expect(throws: MemoError.self) { try desk.store().sync() }
    #expect(error?.kind == .refused)
    #expect(
      error?.message == "main has no upstream, and there are several remotes: kim, team")
    let choice = "memo git branch --set-upstream-to=kim/main"
    let hints =
      isFetched && !isEmpty
      ? [choice]
      : [
        "if kim has the branch: memo git fetch kim && \(choice)",
        "if it hasn't: memo git push --set-upstream kim main",
      ]
    #expect(error?.hints == hints)
    let status = desk.memo("status")
    #expect(!status.output.contains("No remote"))
    #expect(status.error.contains("several remotes: kim, team; \(hints[0])"))
    // The hint works when typed.
    let line = isEmpty ? hints.last : hints.first
    let command = line.map { $0.split(separator: ": ").last.map(String.init) ?? $0 } ?? ""
    let ran = try run(
      "/bin/sh", ["-c", command], in: scratch("desk"), environment: desk.environment.variables)
    #expect(ran.code == 0, "\(ran)")
    #expect(try desk.store().sync().upstream == "kim/main")
  }
}
