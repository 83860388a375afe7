import Foundation
import MemoKit
import TaskFile
import TestSupport

/// People who change tasks in all ways there are, one step after another, and sync at times.
///
/// Each task belongs to one person, so no two change the same one before they sync.
struct RandomTeam {
  let team: Team
  private var random: SeededRandom
  /// What each person's tasks are called by: words that are in no other task.
  private var owned: [[String]]
  /// Words that were written and not removed since.
  private(set) var words: Set<String> = []
  private var count = 0
  /// What was done, for who reads a failure.
  private(set) var story: [String] = []

  init(seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    team = try Team(of: Int.random(in: 2...3, using: &random), seed: seed)
    owned = team.desks.map { _ in [] }
  }

  private mutating func newWord() -> String {
    count += 1
    return "w\(count)x"
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func pick<Value>(_ values: [Value]) -> Value? {
    values.randomElement(using: &random)
  }

  /// One random step of one random person.
  mutating func step() throws {
    let who = number(0..<team.desks.count)
    let desk = team[who]
    desk.wait(seconds: 60)
    let store = try desk.store()
    // Each task is known by the word in its title, which stays.
    guard let word = pick(owned[who]),
      let task = try store.read().tasks.first(where: { $0.title.hasPrefix(word) })
    else {
      try add(who, desk, store)
      return
    }
    switch number(0..<14) {
    case 0...2: try add(who, desk, store)
    case 3...5: try command(who, word, task, store)
    case 6...10: try byHand(who, word, task, desk)
    case 11:
      notify(who, "git commit")
      try desk.scratch.git("add", "-A", in: desk.folder)
      try desk.scratch.git(
        "-c", "commit.gpgSign=false", "commit", "--quiet", "--allow-empty", "-m", "By hand",
        in: desk.folder)
    default:
      notify(who, "sync")
      _ = try store.sync()
    }
  }

  private mutating func notify(_ who: Int, _ what: String) {
    story.append("\(team[who].folder): \(what)")
  }

  private mutating func add(_ who: Int, _ desk: Desk, _ store: Store) throws {
    let (word, body) = (newWord(), newWord())
    owned[who].append(word)
    words.formUnion([word, body])
    let status = pick(Status.allCases) ?? .todo
    if Bool.random(using: &random) {
      var task = NewTask(title: "\(word) \(number(0..<3))")
      task.status = status
      task.body = body
      task.folder = pick(["", "", "home", "home/x"]) ?? ""
      notify(who, "add \(word)")
      _ = try store.add(task)
    } else {
      let name = pick(["\(desk.folder)-1", "\(desk.folder)-2", word]) ?? word
      let path = "\(status.rawValue)/\(name).md"
      guard !desk.exists(path) else {
        notify(who, "add \(word) by hand as \(word).md")
        return try desk.write("# \(word)\n\n\(body)\n", to: "todo/\(word).md")
      }
      notify(who, "add \(word) by hand as \(path)")
      try desk.write("# \(word)\n\n\(body)\n", to: path)
    }
  }

  private mutating func command(
    _ who: Int, _ word: String, _ task: StoredTask, _ store: Store
  ) throws {
    switch number(0..<4) {
    case 0:
      let status = pick(Status.allCases) ?? .done
      notify(who, "move \(word) to \(status.rawValue)")
      _ = try store.move([task.path], to: status)
    case 1:
      let tag = newWord()
      words.insert(tag)
      notify(who, "tag \(word) with \(tag)")
      _ = try store.change([task.path], [.addTag(tag)])
    case 2:
      notify(who, "set the deadline of \(word)")
      _ = try store.change(
        [task.path], [.set(key: "deadline", .text("2026-12-\(number(10..<29))"))])
    default:
      notify(who, "remove \(word)")
      _ = try store.remove([task.path])
      try forget(who, word, task)
    }
  }

  /// What a copy and its first have in common stays as long as one of them does.
  private mutating func forget(_ who: Int, _ word: String, _ task: StoredTask) throws {
    owned[who].removeAll { $0 == word }
    let text = String(decoding: task.document.bytes, as: UTF8.self)
    words.subtract(Self.words(in: text).subtracting(Self.words(in: try allText(team[who]))))
  }

  private mutating func byHand(
    _ who: Int, _ word: String, _ task: StoredTask, _ desk: Desk
  ) throws {
    let text = try desk.read(task.path)
    switch number(0..<7) {
    case 0, 1:
      let new = newWord()
      words.insert(new)
      notify(who, "append \(new) to \(task.path)")
      try desk.write(text + new + "\n", to: task.path)
    case 2:
      let status = pick(Status.allCases) ?? .done
      let path = "\(status.rawValue)/\(pick(["", "home/"]) ?? "")\(Self.name(task.path))"
      guard !desk.exists(path) else { return }
      notify(who, "mv \(task.path) \(path)")
      try desk.move(task.path, path)
    case 3:
      let path = "todo/\(newWord()).md"
      notify(who, "mv \(task.path) \(path)")
      try desk.move(task.path, path)
    case 4:
      guard task.item.status != nil else { return }
      let status = pick(Status.allCases) ?? .done
      notify(who, "write status \(status.rawValue) into \(task.path)")
      try desk.write(
        text.replacing(/status: \w+/, with: "status: \(status.rawValue)"), to: task.path)
    case 5:
      // A copy is a task of its own, called by a word of its own.
      let copy = newWord()
      words.insert(copy)
      owned[who].append(copy)
      notify(who, "cp \(task.path) todo/\(copy).md")
      try desk.write(text.replacing(word, with: copy), to: "todo/\(copy).md")
    default:
      notify(who, "rm \(task.path)")
      try desk.remove(task.path)
      try forget(who, word, task)
    }
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  static func words(in text: String) -> Set<String> {
    Set(text.matches(of: /w[0-9]+x/).map { String($0.output) })
  }

  /// All files of one person, each below its name.
  func allText(_ desk: Desk) throws -> String {
    try desk.tasks().map { "\($0)\n\(try desk.read($0))" }.joined(separator: "\n")
  }

  /// All sync until nobody has anything new.
  ///
  /// - Returns: Whether that came to an end.
  mutating func settle() throws -> Bool {
    for _ in 0..<4 {
      var isQuiet = true
      for (who, desk) in team.desks.enumerated() {
        desk.wait(seconds: 60)
        notify(who, "sync")
        let report = try desk.store().sync()
        if report.incoming + report.outgoing > 0 { isQuiet = false }
      }
      if isQuiet { return true }
    }
    return false
  }
}
