import Foundation
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// If the remote's store is invalid or newer, a sync takes nothing from it.
@Suite(.onItsOwnThread) struct RemoteSettingsTests {
  @Test(arguments: [
    ("git rm -q .memo/config.yml", "origin/main has no .memo/config.yml any more"),
    ("echo 'version: 99' > .memo/config.yml", "version 99"),
  ]) func unusableStoresAreRefused(script: String, error: String) throws {
    let team = try Team(of: 2)
    team[0].memo("add", "Milk")
    team[0].memo("sync")
    team[1].memo("sync")
    let ran = try run(
      "sh", ["-ec", "\(script); git commit -qam Whatever; git push -q"],
      in: team.scratch(team[0].folder), environment: team[0].environment.variables)
    #expect(ran.code == 0, "\(ran)")
    team[1].memo("add", "Bread")
    let head = try team.scratch.git("rev-parse", "HEAD", in: team[1].folder)
    let outcome = team[1].memo("sync")
    #expect(outcome.status == .refused && outcome.error.contains(error), "\(outcome)")
    #expect(try team.scratch.git("rev-parse", "HEAD", in: team[1].folder) == head)
    #expect(team[1].memo("add", "Cheese").status == .done)
  }

  /// Changes from before the clone was made don't belong to it.
  @Test func aNewCloneHasNoChangesToUndo() throws {
    let team = try Team(of: 1)
    team[0].memo("add", "Milk")
    team[0].memo("add", "Bread")
    team[0].memo("sync")
    let hub = team.scratch("hub.git")
    for (folder, command) in [("one", "memo"), ("two", "git")] {
      let ran = try run(
        "sh", ["-ec", "\(command) clone \(hub) \(folder)"], in: team.scratch.path,
        environment: team[0].environment.variables)
      #expect(ran.code == 0, "\(ran)")
      // Even with a clone made in the same second as the last change.
      let date = try team.scratch.git("log", "-1", "--format=%ct", in: folder)
      var log = try team.scratch.read("\(folder)/.git/logs/HEAD").split(separator: " ")
      if let place = log.firstIndex(where: { $0.hasSuffix(">") }) {
        log[place + 1] = Substring(date.trimmingCharacters(in: .whitespacesAndNewlines))
      }
      try team.scratch.write(log.joined(separator: " "), to: "\(folder)/.git/logs/HEAD")
      var context = team[0].context
      context.directory = team.scratch(folder)
      #expect(team[0].memo(["undo", "--list"], in: context).output == "")
      #expect(team[0].memo(["undo"], in: context).status == .refused)
      team[0].memo(["add", "Tea"], in: context)
      #expect(team[0].memo(["undo"], in: context).output.hasPrefix("undo: add: Tea\n"))
      #expect(team[0].memo(["undo"], in: context).status == .refused)
    }
    #expect(team[0].memo("undo").output.hasPrefix("undo: add: Bread\n"))
  }
}
