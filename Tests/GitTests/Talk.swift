import Foundation
import Git
import TestSupport
import Testing

/// What has to work with every kind of server, done with one.
struct Talk {
  let scratch: Scratch
  let url: String
  var handlers: TransferHandlers

  static let kim = Signature(
    name: "Kim", email: "kim@example.org", seconds: 1_700_000_000, offsetMinutes: 0)
  static let branch = ["refs/heads/main:refs/heads/main"]

  /// A hub with one commit.
  static func makeHub(_ scratch: Scratch) throws {
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub.git")
    try scratch.git("config", "http.receivepack", "true", in: "hub.git")
    let seed = try Repository.create(at: scratch("seed"), initialBranch: "main")
    try commit(seed, "one")
    try seed.addRemote("origin", url: scratch("hub.git"))
    try seed.push("origin", refspecs: branch)
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
    try Repository.clone(url, to: scratch(name), handlers: handlers)
  }

  func push(_ repository: Repository) throws {
    try repository.push("origin", refspecs: Self.branch, handlers: handlers)
  }

  /// Clones, pushes, fetches, is refused for being late, and refused by a hook.
  ///
  /// - Parameter isCounted: Whether it is told how far a transfer is.
  func everything(isCounted: Bool = true) throws {
    var phases: Set<TransferProgress.Phase> = []
    var counting = self
    counting.handlers.progress = {
      phases.insert($0.phase)
      return true
    }
    let (here, there) = (try counting.clone("here"), try clone("there"))
    #expect(phases.contains(.receiving) == isCounted)
    #expect(try scratch.read("here/a") == "one")
    try Self.commit(here, "two")
    try push(here)
    try there.fetch("origin", handlers: handlers)
    #expect(try there.commitID(of: "refs/remotes/origin/main") == here.head().commit)
    #expect(try scratch.git("rev-parse", "main", in: "hub.git") == here.head().commit?.hex)
    // A change on a commit that the hub has moved on from.
    try Self.commit(there, "other")
    let late = #expect(throws: GitError.self) { try push(there) }
    #expect(late?.code == .notFastForward, "\(late as Any)")
    try refuse(here)
  }

  /// A hook's reason comes with the refusal.
  private func refuse(_ here: Repository) throws {
    try scratch.write(
      "#!/bin/sh\necho 'only on Mondays'\necho 'ask Ana' >&2\nexit 1\n",
      to: "hub.git/hooks/pre-receive")
    try Self.commit(here, "three")
    let refused = #expect(throws: GitError.self) { try push(here) }
    #expect(refused?.code == .refused, "\(refused as Any)")
    #expect(refused?.message == "pre-receive hook declined")
    #expect(refused?.details == ["only on Mondays", "ask Ana"])
  }
}
