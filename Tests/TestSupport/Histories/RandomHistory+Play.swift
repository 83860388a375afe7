import Foundation
import Git
import MemoKit
import TaskFile

extension RandomHistory {
  /// Plays random steps, lets all sync until nothing is new, and collects faults.
  ///
  /// - Returns: The checked commits; nil if a step failed before.
  @discardableResult
  public mutating func play(steps: Int) -> HistoryCheck? {
    do {
      for _ in 0..<steps {
        if chance(15) { try conflict() } else { try step() }
      }
      // memo records only tasks; people commit their other files.
      for who in 0..<people {
        try type(
          who,
          "git add -A -- . ':(exclude)*.md'; git add -A -- 'README*'; git commit -qm 'Other files'")
      }
      guard try settle() else {
        fault("the clones don't come to rest")
        return nil
      }
      for who in 0..<people { try checkClone(who) }
      return try checkHistory()
    } catch {
      fault("\(error)")
      return nil
    }
  }

  /// Keeps the script, the faults and the remote for debugging.
  public func keep(in folder: String) throws {
    let target = URL(filePath: "\(folder)/\(seed)")
    try? FileManager.default.removeItem(at: target)
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    for (name, text) in [("script.sh", text), ("faults", faults.joined(separator: "\n"))] {
      try Data(text.utf8).write(to: target.appending(component: name))
    }
    for name in ["hub.git"] + team.desks.map(\.folder) {
      try FileManager.default.copyItem(
        at: URL(filePath: team.scratch(name)), to: target.appending(component: name))
    }
  }

  func store(_ who: Int) throws -> Store {
    try Store.open(team.scratch(team[who].folder), environment: team[who].environment)
  }

  private mutating func checkHistory() throws -> HistoryCheck {
    let check = try HistoryCheck(team.scratch("hub.git"), owners: owners, joined: joined)
    faults += check.faults
    let lost = sightings.subtracting(check.everything).subtracting(forgiven)
      .filter { $0.place != "file" }
    if !lost.isEmpty { fault("never recorded: \(lost.map(\.description).sorted())") }
    return check
  }

  private mutating func checkClone(_ who: Int) throws {
    let (scratch, folder) = (team.scratch, team[who].folder)
    let tips = try [
      scratch.git("rev-parse", "main", in: "hub.git"), scratch.git("rev-parse", "HEAD", in: folder),
    ]
    if tips[0] != tips[1] { fault("\(folder) is at \(tips[1]), the hub at \(tips[0])") }
    let complaints = try team[who].complaints()
    if !complaints.isEmpty { fault("\(folder): \(complaints)") }
    let names = try FileManager.default.subpathsOfDirectory(atPath: scratch(folder))
    let left = names.filter { name in
      name.hasSuffix(".lock") || name.contains(".memo-")
        || ["MERGE_HEAD", "rebase-merge", "rebase-apply", "CHERRY_PICK_HEAD"].contains(
          String(name.split(separator: "/").last ?? ""))
    }
    if !left.isEmpty { fault("\(folder) was left with \(left)") }
    guard who == 0 else { return }
    let snapshot = try store(who).read()
    let facts = try disk(who)
    var ids: [String: String] = [:]
    for task in snapshot.tasks where facts[task.path]?.isBroken != true {
      if !task.item.problems.isEmpty { fault("\(task.path): \(task.item.problems)") }
      guard let id = task.id?.text else {
        fault("\(task.path) has no id")
        continue
      }
      if let other = ids.updateValue(task.path, forKey: id) {
        fault("\(task.path) and \(other) have the id \(id)")
      }
      if !task.path.hasPrefix("\(task.status.rawValue)/") {
        fault("\(task.path) says \(task.status)")
      }
    }
  }
}
