import Foundation
import Git
import Synchronization
import TestSupport
import Testing

/// The checks that every kind of server has to pass.
struct Talk {
  let scratch: Scratch
  let url: String
  var environment: ProgramEnvironment

  static let kim = Signature(
    name: "Kim", email: "kim@example.org", seconds: 1_700_000_000, offsetMinutes: 0)

  init(_ scratch: Scratch, _ url: String, _ variables: [String: String] = [:]) {
    self.scratch = scratch
    self.url = url
    environment = ProgramEnvironment(
      environment: scratch.environment.merging(variables) { $1 }, longestSilence: 20)
  }

  /// A hub with one commit.
  static func makeHub(_ scratch: Scratch) throws {
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub.git")
    try scratch.git("config", "http.receivepack", "true", in: "hub.git")
    let seed = try Repository.create(at: scratch("seed"))
    try commit(seed, "one")
    try scratch.git("push", "--quiet", scratch("hub.git"), "main", in: "seed")
  }

  static func commit(_ repository: Repository, _ text: String) throws {
    let head = try repository.head().commit
    let blob = try repository.writeBlob(Array(text.utf8))
    let id = try repository.writeCommit(
      tree: try repository.writeTree(basedOn: head, [.put(path: "a", id: blob, mode: .regular)]),
      parents: head.map { [$0] } ?? [], message: text, author: kim, committer: kim)
    try repository.move("refs/heads/main", to: id, from: head, message: "x", by: kim)
  }

  func clone(_ name: String) throws -> Repository {
    try Repository.clone(url, to: scratch(name), environment)
  }

  /// The error of a clone that fails and leaves nothing behind.
  func failure() -> GitError? {
    let error = #expect(throws: GitError.self) { _ = try clone("never") }
    #expect(!scratch.exists("never"))
    return error
  }

  func push(_ repository: Repository, to branch: String = "main") throws -> PushResult {
    try repository.push(
      try #require(try repository.head().commit), to: branch, of: "origin", environment)
  }

  /// Clones, pushes and fetches; a late push and a push that a hook refuses fail.
  func everything() throws {
    let activities = Mutex<Set<String>>([])
    var counting = self
    counting.environment.show = { moment in
      activities.withLock { _ = $0.insert(moment.activity) }
    }
    let (here, there) = (try counting.clone("here"), try clone("there"))
    #expect(activities.withLock { $0.contains("Receiving objects") })
    #expect(try scratch.read("here/a") == "one")
    try Self.commit(here, "two")
    #expect(try push(here) == .accepted)
    try there.fetch("origin", environment)
    #expect(try there.commitID(of: "refs/remotes/origin/main") == here.head().commit)
    #expect(try here.commitID(of: "refs/remotes/origin/main") == here.head().commit)
    #expect(try scratch.git("rev-parse", "main", in: "hub.git") == here.head().commit?.hex)
    // A commit on top of an outdated one.
    try Self.commit(there, "other")
    guard case .raced = try push(there) else {
      Issue.record("it was not late")
      return
    }
    try refuse(here)
  }

  /// The error has the hook's reason.
  private func refuse(_ here: Repository) throws {
    try scratch.write(
      "#!/bin/sh\necho 'only on Mondays'\necho 'ask Ana' >&2\nexit 1\n",
      to: "hub.git/hooks/pre-receive")
    try Self.commit(here, "three")
    guard case .refused(let reason, let said) = try push(here) else {
      Issue.record("it was not refused")
      return
    }
    #expect(reason == "pre-receive hook declined")
    #expect(said.prefix(2) == ["remote: only on Mondays", "remote: ask Ana"])
  }
}
