import Foundation
import Git
import TestSupport
import Testing

/// Which places the settings of a remote lead to, compared with what git says.
@Suite struct RemoteURLTests {
  let scratch: Scratch
  let repository: Repository

  init() throws {
    scratch = try Scratch()
    repository = try Repository.create(at: scratch("here"), initialBranch: "main")
  }

  private func check(_ name: String = "origin") throws {
    let remote = try repository.remote(named: name)
    #expect(try scratch.git("remote", "get-url", name, in: "here") == remote.url)
    #expect(
      try scratch.git("remote", "get-url", "--push", "--all", name, in: "here")
        == remote.pushURLs.joined(separator: "\n"))
  }

  private func config(_ key: String, _ value: String) throws {
    try scratch.git("config", "--add", key, value, in: "here")
  }

  @Test func plain() throws {
    try config("remote.origin.url", "kim@example.org:x")
    try check()
  }

  @Test func theLongestRuleWins() throws {
    try config("url.ssh://git@example.org/.insteadOf", "ex:")
    try config("url.https://Example.org/Team/.insteadOf", "ex:team/")
    try config("remote.origin.url", "ex:team/tasks")
    try config("remote.other.url", "ex:tasks")
    try check()
    try check("other")
  }

  @Test func rulesForPushesOnly() throws {
    try config("url.ssh://git@example.org/.pushInsteadOf", "https://example.org/")
    try config("remote.origin.url", "https://example.org/tasks")
    try check()
    // Not with an address that is meant for pushes.
    try config("remote.origin.pushurl", "https://example.org/other")
    try check()
  }

  @Test func severalPlaces() throws {
    try config("remote.origin.url", "one:x")
    try config("remote.origin.url", "two:x")
    try check()
    try config("remote.origin.pushurl", "three:x")
    try config("remote.origin.pushurl", "four:x")
    try check()
  }

  @Test func aPushGoesToAllOfThem() throws {
    for hub in ["a.git", "b.git"] {
      try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", hub)
      try config("remote.origin.url", scratch(hub))
    }
    try Talk.commit(repository, "one")
    try repository.push(
      "origin", refspecs: Talk.branch,
      handlers: TransferHandlers(surroundings: Surroundings(environment: scratch.environment)))
    for hub in ["a.git", "b.git"] {
      #expect(try scratch.git("log", "--format=%s", in: hub) == "one")
    }
  }

  @Test func settingsOfAnIncludedFile() throws {
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub.git")
    try scratch.write("[url \"\(scratch.path)/\"]\n  insteadOf = here:\n", to: "included")
    try config("includeIf.gitdir:**/here/.path", scratch("included"))
    try config("remote.origin.url", "here:hub.git")
    try Talk.commit(repository, "one")
    #expect(try repository.remote(named: "origin").url == scratch("hub.git"))
    try repository.push("origin", refspecs: Talk.branch)
    #expect(try scratch.git("log", "--format=%s", in: "hub.git") == "one")
  }
}
