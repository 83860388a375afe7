import Foundation
import MemoKit
import TestSupport
import Testing

/// Syncs and failures with every kind of server.
@Suite(.onItsOwnThread) struct HubTests {
  let people: HubPeople
  private var scratch: Scratch { people.scratch }

  init() throws { people = HubPeople(scratch: try Scratch()) }

  @Test(arguments: Hub.Way.installed) func aTeamCanSync(_ way: Hub.Way) throws {
    let hub = try Hub(scratch, way)
    let ana = try people.ana(hub)
    let ben = people.desk("Ben", hub, seed: 2)
    let clone = try Store.clone(
      hub.url, to: "ben", in: scratch.path, environment: ben.environment, HubPeople.quiet)
    #expect(clone.taskCount == 1)
    // One pushes, the other fetches.
    try people.add("Eggs", ana)
    #expect(try people.sync(ana).outgoing == 1)
    #expect(try people.sync(ben).incoming == 1)
    // Both have changes: the second sync merges.
    try people.add("Ana's", ana)
    try people.add("Ben's", ben)
    try people.sync(ana)
    let merged = try people.sync(ben)
    #expect(merged.incoming == 1 && merged.outgoing == 2)
    try people.sync(ana)
    #expect(try people.sync(ben).isUpToDate)
    #expect(
      try ana.tasks().map { "\($0) \(try ana.read($0))" }
        == ben.tasks().map { "\($0) \(try ben.read($0))" })
    #expect(ana.tasks().count == 4)
    #expect(try ana.complaints() + ben.complaints() == "")
    #expect(
      try scratch.git("rev-parse", "main", in: "hub.git")
        == scratch.git("rev-parse", "main", in: "ben"))
  }

  /// As a git host refuses a push to a protected branch.
  @Test(arguments: Hub.Way.installed) func aRefusalHasTheHooksReason(_ way: Hub.Way) throws {
    let hub = try Hub(scratch, way)
    let ana = try people.ana(hub)
    try scratch.write(
      "#!/bin/sh\necho 'main is protected' >&2\nexit 1\n", to: "hub.git/hooks/pre-receive")
    try people.add("Eggs", ana)
    let error = people.failure { try people.sync(ana) }
    #expect(error?.message == "\(hub.url) refused to push: pre-receive hook declined")
    #expect(
      error?.details
        .first == "remote: main is protected")
    #expect(error?.details.last == "nothing is lost: 1 change is not pushed yet")
    #expect(
      error?.hints
        == ["the remote's rules decide this: a protected branch, a hook, or no right to write"])
    try scratch.remove("hub.git/hooks/pre-receive")
    #expect(try people.sync(ana).outgoing == 1)
  }

  @Test(arguments: Hub.Way.installed) func aMissingRepositoryIsReported(_ way: Hub.Way) throws {
    let hub = try Hub(scratch, way)
    let ana = try people.ana(hub)
    let url = hub.url(of: "nothing.git")
    try scratch.git("remote", "set-url", "origin", url, in: "ana")
    let sync = people.failure { try people.sync(ana) }
    #expect(sync?.message.hasPrefix("can't fetch from origin (\(url)): ") == true)
    #expect(
      sync?.hints == ["'memo git fetch origin' tries it with git alone; then 'memo sync' again"])
    let clone = people.failure {
      _ = try Store.clone(
        url, to: "new", in: scratch.path, environment: ana.environment, HubPeople.quiet)
    }
    #expect(clone?.message.hasPrefix("can't clone (\(url)): ") == true)
    #expect(clone?.hints == ["'git ls-remote \(url)' tries it with git alone"])
    #expect(!scratch.exists("new"))
  }

  @Test(arguments: Hub.Way.far) func anUnreachableServerIsReported(_ way: Hub.Way) throws {
    let hub = try Hub(scratch, way)
    let ana = try people.ana(hub)
    try people.add("Eggs", ana)
    hub.stop()
    let error = people.failure { try people.sync(ana) }
    #expect(error?.message.hasPrefix("can't fetch from origin (\(hub.url)): ") == true)
    #expect(error?.message.lowercased().contains("connect") == true)
    #expect(error?.details.last == "nothing is lost: 1 change is not pushed yet")
  }

  @Test(arguments: Hub.Way.far) func aSilentServerIsReported(_ way: Hub.Way) throws {
    let hub = try Hub(scratch, way)
    let ana = try people.ana(hub)
    try people.add("Eggs", ana)
    // ssh needs a moment to connect.
    var hasty = HubPeople.quiet
    hasty.longestSilence = 0.3
    try hub.breakOff(after: 0, .silence, of: "ana")
    let error = people.failure { try people.sync(ana, hasty) }
    #expect(error?.message.contains("seconds") == true, "\(error as Any)")
    #expect(
      error?.hints == ["the server or the network hangs; 'memo sync' pushes the rest"])
    try hub.breakOff(after: nil, of: "ana")
    #expect(try people.sync(ana).outgoing == 1)
  }
}
