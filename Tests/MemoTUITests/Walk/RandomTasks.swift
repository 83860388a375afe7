import BoardModel
import Git
import MemoKit
@testable import MemoTUI
import StoreFiles
import TaskFile
import TestSupport

/// A few task files of all kinds, as people, editors and clones leave them.
struct RandomTasks {
  private(set) var files: [String: String] = [:]
  private var count = 0

  static let titles = [
    "Buy milk", "Paint the fence and the door of the shed before winter comes", "", "牛乳を買う",
    "กำกำกำกำ ทำน้ำ", "👍🏽 done ⚠️ or not 🏳️‍🌈", "क्षि e\u{301}", "\u{1B}[2Jevil\u{7}", "한국어 제목",
    "x", String(repeating: "long", count: 60), "\u{202E}backwards", "a: b # c",
  ]

  /// Adds, changes, moves or deletes a file or a few.
  mutating func change(_ random: inout SeededRandom) {
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let path = files.keys.sorted().randomElement(using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: add(&random)
      case 4..<6: if let path { files[path] = nil }
      case 6..<8:
        guard let path, let text = files.removeValue(forKey: path) else { continue }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        files["\(folder(&random))/\(name)"] = text
      default:
        guard let path, let text = files[path] else { continue }
        files[path] = text + "\nmore"
      }
    }
    // As after a mistake in a script.
    if Int.random(in: 0..<40, using: &random) == 0 { files = [:] }
  }

  /// Applies the visible result of a job.
  mutating func take(_ job: Job, _ storeState: StoreState?, _ random: inout SeededRandom) {
    for key in job.tasks {
      guard let path = storeState?.tasks[key]?.path, let text = files[path] else { continue }
      if job.isDeletion || job.status != nil { files[path] = nil }
      if let status = job.status {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        files["\(status.rawValue)/\(name)"] = text
      }
    }
    if job.tasks.isEmpty { add(&random) }
  }

  mutating func put(_ text: String, _ path: String) { files[path] = text }

  private mutating func add(_ random: inout SeededRandom) {
    count += 1
    let title = Self.titles.randomElement(using: &random) ?? ""
    var lines = ["---", "title: \"\(title.filter { $0 != "\u{1B}" && $0 != "\u{7}" })\""]
    func sometimes(_ line: String) {
      if Int.random(in: 0..<3, using: &random) == 0 { lines.append(line) }
    }
    sometimes("deadline: 2026-11-\(Int.random(in: 10...29, using: &random))")
    sometimes("deadline: no day at all")
    sometimes("priority: \(["high", "low", "odd"].randomElement(using: &random) ?? "")")
    sometimes("tags: [home, \"한글\", a b]")
    sometimes("rank: \(["b", "n", "nn", "a", "Z9"].randomElement(using: &random) ?? "")")
    // Sometimes two have the same id.
    let id = Int.random(in: 0..<12, using: &random) == 0 ? 1 : count
    if Int.random(in: 0..<5, using: &random) > 0 { lines.append("id: \(Self.id(id))") }
    sometimes("open: [")
    lines += ["---", "", title, "", "- [ ] one", "- [x] two"]
    files["\(folder(&random))/task-\(count).md"] = lines.joined(separator: "\n")
  }

  private func folder(_ random: inout SeededRandom) -> String {
    Status.allCases.randomElement(using: &random)?.rawValue ?? "todo"
  }

  static func id(_ number: Int) -> String {
    let letters = Array("bcdfghjkmnpqrstvwxz")
    var rest = number
    return String(
      (0..<10).map { _ in
        defer { rest = rest / 19 + number }
        return letters[rest % 19]
      })
  }

  /// Up to as many as there are tasks: valid and unusable ones.
  private var themes: [ThemeFile] {
    let texts = [
      "name: Forest\nemoji: 🌳\nscheme: light\n", "name: Fog\ncolors: {text: \"#777777\"}\n",
      "name: 밤\nemoji: 👩‍👩‍👧‍👦\nscheme: dark\ncolors: {canvas: \"#101010\"}\n", "colors: [", "name: ''\n",
    ]
    return texts.prefix(files.count % 6).enumerated().map { number, text in
      ThemeFile(Array(text.utf8), path: ".memo/themes/\(number).yml", isStores: number != 2)
    }
  }

  var storeState: StoreState {
    let tasks = files.sorted { $0.key < $1.key }.compactMap {
      StoredTask(path: $0.key, bytes: Array($0.value.utf8), file: nil)
    }
    var snapshot = Snapshot(root: "/store", began: .distantPast, tasks: tasks)
    snapshot.markDoubles()
    var storeState = StoreState(snapshot, done: snapshot.tasks.filter { $0.status == .done })
    storeState.name = "store"
    storeState.themes = themes
    storeState.themeName = themes.last?.theme.name
    return storeState
  }
}
