import Foundation
import MemoCLI
import MemoKit
import Synchronization
import TestSupport
import Testing

/// A task is claimed by one worker at a time, across clones.
@Suite(.onItsOwnThread) struct ClaimTests {
  /// A remote with clones; the first one added the tasks.
  private func hub(_ clones: Int, tasks: Int) throws -> (scratch: Scratch, desks: [Desk]) {
    let scratch = try Scratch()
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub.git")
    let desks = (0..<clones).map {
      Desk(scratch, "c\($0)", name: "Person\($0)", seed: UInt64($0) + 1)
    }
    desks[0].memo("-C", scratch.path, "init", "c0", "--remote", scratch("hub.git"))
    var context = desks[0].context
    context.standardInput = {
      Array((1...tasks).map { "Task \($0)\n" }.joined().utf8)
    }
    try #require(desks[0].memo("add", "-", in: context).status == .done)
    try #require(desks[0].memo("sync").status == .done)
    for desk in desks.dropFirst() {
      try #require(
        desk.memo("-C", scratch.path, "clone", scratch("hub.git"), desk.folder).status == .done)
    }
    return (scratch, desks)
  }

  private final class Claims: Sendable {
    let all = Mutex<[String: [String]]>([:])
    let endings = Mutex<[String]>([])
  }

  /// Workers in several clones claim tasks until none is left.
  @Test func eachTaskIsClaimedOnce() throws {
    let (workers, clones, tasks) = Effort.isWhole ? (20, 5, 200) : (8, 5, 16)
    let (scratch, desks) = try hub(clones, tasks: tasks)
    let claims = Claims()
    let group = DispatchGroup()
    for number in 0..<workers {
      let (desk, name) = (desks[number % clones], "w\(number)")
      let thread = Thread {
        while true {
          let outcome = Memo.run(["claim", "--as", name, "--quiet"], in: desk.context)
          guard outcome.status == .done else {
            claims.endings.withLock { $0.append(outcome.error) }
            break
          }
          let id = outcome.output.trimmingCharacters(in: .newlines)
          claims.all.withLock { $0[id, default: []].append(name) }
        }
        group.leave()
      }
      thread.stackSize = 8 << 20
      group.enter()
      thread.start()
    }
    group.wait()
    let all = claims.all.withLock { $0 }
    #expect(all.count == tasks && all.values.allSatisfy { $0.count == 1 })
    #expect(
      claims.endings.withLock { $0 }
        == Array(
          repeating: """
            error: there is no task to claim
            hint: 'memo next' lists ready tasks, also claimed and started ones

            """, count: workers))
    for desk in desks {
      #expect(desk.memo("sync").status == .done)
      #expect(try desk.complaints() == "")
      // No branch has the claims that lost.
      let subjects = try scratch.git("log", "--all", "--format=%s", in: desk.folder)
      #expect(subjects.split(separator: "\n").count { $0.contains("claimed-by") } == tasks)
      #expect(desk.memo("list", "unclaimed", "--quiet").output == "")
    }
    let (id, names) = try #require(all.first)
    let found = desks[1].memo("list", "claimed-by:\(names[0])", "--quiet").output
    #expect(found.split(separator: "\n").map(String.init).contains(id))
  }

  @Test func aClaimIsOnePushedCommit() throws {
    let (scratch, desks) = try hub(2, tasks: 2)
    let claim = desks[0].memo("claim", "task", "--as", "bot 1", "--for", "90m")
    #expect(claim.status == .done, "\(claim.error)")
    #expect(claim.output.contains("claimed-by bot 1"))
    #expect(
      try scratch.git("rev-parse", "main", in: "hub.git")
        == scratch.git("rev-parse", "main", in: "c0"))
    #expect(try desks[0].journal().count == 3)
    let file = try #require(desks[0].tasks().first { $0.hasPrefix("doing/") })
    let text = try desks[0].read(file)
    #expect(text.contains("claimed-by: bot 1\nclaimed-until: 2026-11-20T16:39+00:00\n"), "\(text)")
    // The remote has it before anybody syncs by hand.
    let id = desks[0].memo("list", "doing", "--quiet").output.trimmingCharacters(in: .newlines)
    let other = desks[1].memo("claim", id)
    #expect(other.status == .refused)
    #expect(
      other.error.hasPrefix("error: Task 1 is claimed by bot 1 until 2026-11-20T16:39+00:00\n")
        || other.error.hasPrefix("error: Task 2 is claimed by bot 1 until 2026-11-20T16:39+00:00\n")
    )
    // The same worker may extend the claim.
    #expect(desks[0].memo("claim", id, "--as", "bot 1", "--for", "3h").status == .done)
    // Claims of this clone can be undone here.
    #expect(desks[0].memo("undo", "2").status == .done)
    #expect(desks[0].memo("list", "claimed-by:any", "doing", "--quiet").output == "")
    #expect(try desks[0].complaints() + desks[1].complaints() == "")
  }

  @Test func doneReleaseAndTimeEndAClaim() throws {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("-C", desk.scratch.path, "init", "kim")
    desk.memo("add", "Milk")
    #expect(
      desk.memo("claim", "--as", "a\nb").error
        == "error: --as: a name is one line without control characters\nhint: write --as bot-1\n")
    // Without a remote, the claim counts for this store.
    #expect(desk.memo("claim").status == .done)
    #expect(desk.exists("doing/milk.md"))
    #expect(desk.memo("claim").status == .refused)
    #expect(desk.memo("release", "milk", "--as", "Ann").status == .refused)
    #expect(desk.memo("release", "milk").status == .done)
    #expect(try !desk.read("todo/milk.md").contains("claimed"))
    #expect(desk.memo("claim", "--as", "Ann", "--for", "10m").status == .done)
    #expect(desk.memo("list", "unclaimed", "--quiet").output == "")
    desk.wait(seconds: 3600)
    #expect(desk.memo("list", "unclaimed", "--quiet").output != "")
    #expect(desk.memo("claim", "--as", "Ben").status == .done)
    #expect(try desk.read("doing/milk.md").contains("claimed-by: Ben\n"))
    #expect(desk.memo("done", "milk").status == .done)
    #expect(try !desk.read("done/milk.md").contains("claimed"))
    let again = desk.memo("claim", "milk")
    #expect(again.status == .refused && again.error.hasPrefix("error: Milk is done\n"))
    // A task that was started without a claim belongs to the person who started it.
    desk.memo("add", "Bread", "--doing")
    #expect(desk.memo("claim").status == .refused)
    #expect(desk.memo("claim", "bread").status == .done)
    #expect(try desk.complaints() == "")
  }

  @Test func offlineClaimsNeedTheOption() throws {
    let (scratch, desks) = try hub(2, tasks: 1)
    try scratch.move("hub.git", "away.git")
    let failed = desks[0].memo("claim")
    #expect(failed.status == .remote)
    #expect(failed.error.contains("hint: 'memo claim --local' claims on this clone only"))
    #expect(desks[0].exists("todo/task-1.md"))
    #expect(desks[0].memo("claim", "--local", "--as", "Ann").status == .done)
    try scratch.move("away.git", "hub.git")
    // Meanwhile somebody else claims it; the first claim on the remote wins.
    #expect(desks[1].memo("claim", "--as", "Ben").status == .done)
    let sync = desks[0].memo("sync")
    #expect(sync.status == .done, "\(sync.output)\(sync.error)")
    let text = try desks[0].read("doing/task-1.md")
    #expect(text.contains("claimed-by: Ben\n") && !text.contains("Ann"))
    #expect(try desks[0].complaints() == "")
  }

  /// The store's hook runs before the push.
  @Test func aHookMayRefuseAClaim() throws {
    let (scratch, desks) = try hub(1, tasks: 1)
    try scratch.write("#!/bin/sh\nexit 1\n", to: "c0/.git/hooks/commit-msg")
    try scratch.git("config", "core.hooksPath", ".git/hooks", in: "c0")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: scratch("c0/.git/hooks/commit-msg"))
    let before = try scratch.git("rev-parse", "main", in: "hub.git")
    #expect(desks[0].memo("claim").status == .refused)
    #expect(try scratch.git("rev-parse", "main", in: "hub.git") == before)
    #expect(desks[0].exists("todo/task-1.md"))
    #expect(try desks[0].complaints() == "")
  }
}
