import Foundation
import TestSupport

/// A history made by chance: tasks come, move, change, go and come back, on branches that are
/// merged again, committed by clocks that are not always right.
struct RandomPast {
  /// For `git fast-import`.
  private(set) var stream = ""
  private var random: SeededRandom
  /// What each branch has, by path.
  private var branches: [[String: String]] = [[:]]
  private var tips: [Int?] = [nil]
  private var marks = 0
  private var tasks = 0
  private var time: Int64 = 1_780_000_000

  /// - Returns: Nothing is written; ``stream`` has it all, ending on `main`.
  init(seed: UInt64, commits: Int) {
    random = SeededRandom(seed: seed)
    for _ in 0..<commits { step() }
    while branches.count > 1 { merge(1) }
    stream += "reset refs/heads/main\nfrom :\(tips[0] ?? 0)\n\n"
  }

  private mutating func step() {
    // Clocks of several people: not always later than what came before.
    time += Int64.random(in: -40_000...200_000, using: &random)
    let branch = Int.random(in: 0..<branches.count, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0 where branches.count < 4:
      branches.append(branches[branch])
      tips.append(tips[branch])
    case 1 where branches.count > 1: merge(Int.random(in: 1..<branches.count, using: &random))
    default:
      var files = branches[branch]
      for _ in 0...Int.random(in: 0...2, using: &random) { edit(&files) }
      branches[branch] = files
      tips[branch] = commit(files, parents: [tips[branch]])
    }
  }

  private mutating func edit(_ files: inout [String: String]) {
    let status = ["todo", "doing", "done"].randomElement(using: &random) ?? "todo"
    let path = files.keys.sorted().randomElement(using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4:
      tasks += 1
      files["\(status)/task-\(tasks).md"] = "---\nid: \(Self.id(tasks))\n---\nTask \(tasks)\n"
    case 4: if let path { files[path] = nil }
    case 5: if let path { files[path]? += "more\n" }
    case 6:
      // No task, until somebody moves it to where tasks are.
      tasks += 1
      files["notes/\(tasks).md"] = "---\nid: \(Self.id(tasks))\n---\nNote\n"
    default:
      guard let path, let text = files.removeValue(forKey: path) else { return }
      let name = path.split(separator: "/").last ?? ""
      let folder = Bool.random(using: &random) ? status : "\(status)/2026/11"
      files["\(folder)/\(name)"] = text
    }
  }

  /// A branch ends in the first one; of files that both changed, either side's may stay.
  private mutating func merge(_ branch: Int) {
    let (ours, theirs) = (branches[0], branches.remove(at: branch))
    let tip = tips.remove(at: branch)
    var merged = ours
    let known = Set(ours.values.map(Self.name(of:)))
    for (path, text) in theirs.sorted(by: { $0.key < $1.key }) {
      if !known.contains(Self.name(of: text)) {
        merged[path] = text
      } else if Bool.random(using: &random) {
        merged = merged.filter { Self.name(of: $0.value) != Self.name(of: text) }
        merged[path] = text
      }
    }
    branches[0] = merged
    if tips[0] == nil || tips[0] == tip {
      tips[0] = tip
    } else {
      tips[0] = commit(merged, parents: [tips[0], tip])
    }
  }

  private mutating func commit(_ files: [String: String], parents: [Int?]) -> Int {
    marks += 1
    stream += "commit refs/heads/work-\(marks)\nmark :\(marks)\n"
    stream += "author A <a@example.org> \(time) +0200\n"
    // The committer's clock is another one.
    stream += "committer B <b@example.org> \(time + 5_000_000) -0300\ndata 2\nx\n"
    for (word, parent) in zip(["from", "merge"], parents.compactMap { $0 }) {
      stream += "\(word) :\(parent)\n"
    }
    stream += "deleteall\n"
    let all = files.merging([".memo/config.yml": "version: 1\n"]) { first, _ in first }
    for (path, text) in all.sorted(by: { $0.key < $1.key }) {
      stream += "M 100644 inline \(path)\ndata \(text.utf8.count)\n\(text)\n"
    }
    stream += "\n"
    return marks
  }

  private static func name(of text: String) -> Substring { text.split(separator: "\n")[1] }

  private static func id(_ number: Int) -> String {
    let letters = Array("bcdfghjkmn")
    return "xxxxx"
      + String(
        "\(100_000 + number)".suffix(5).compactMap { $0.wholeNumberValue.map { letters[$0] } })
  }
}
