import Git
extension RandomHistory {
  static let titles = [
    "Milk", "milk", "Buy milk", "Buy bread", "Äpfel kaufen", "買い物", "Call: Bob #1", "- dash",
    "\"q\"",
    "Tea",
  ]

  /// Adds a task, with memo or by hand.
  mutating func add(_ who: Int) throws {
    let mark = mark()
    let title = pick(Self.titles) ?? ""
    let body = "Born b\(mark)q \(word(for: mark))"
    guard chance(60) else { return try addByHand(who, mark, title, body) }
    var arguments = ["add", "--", title]
    var options = ["-m", chance(50) ? body : "\(body)\n\n- [ ] one \(word(for: mark))\n- [ ] two"]
    if chance(20) { options += ["-d", "2026-12-0\(1 + number(9))"] }
    if chance(20) { options += ["-t", word(for: mark)] }
    if chance(15) { options += ["--in", pick(["home", "work/deep"]) ?? "home"] }
    if chance(15) { options.append("--doing") }
    arguments.insert(contentsOf: options, at: 1)
    try memo(who, arguments, about: [mark])
  }

  private mutating func addByHand(
    _ who: Int, _ mark: Int, _ title: String, _ body: String
  ) throws {
    let name = pick(["milk", "tea", "shared", "äpfel", "a\u{308}pfel", "new-\(mark)"]) ?? "x"
    let path = "\(pick(["todo", "todo", "doing", "done"]) ?? "todo")/\(name).md"
    guard try disk(who)[path] == nil else { return }
    var text =
      switch number(5) {
      case 0: "# \(title)\n\n\(body)\n"
      case 1: "\(body)\n"
      case 2:
        "---\ntitle: Tea\ntags: [home, \(word(for: mark))]\n---\n\(body)\n\nEnd \(word(for: mark))"
      case 3: "---\ntitle: Milk\nstatus: todo\n---\n\(body)\n"
      default: "---\nowner: \(word(for: mark))\n---\n\n# Milk\n\n\(body)\n"
      }
    if chance(10) {
      text = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    }
    let escaped = text.replacing("\r", with: "\\r").replacing("\n", with: "\\n")
      .replacing("\"q\"", with: "q")
    try type(
      who,
      "mkdir -p \(path.split(separator: "/")[0]); printf %b \(quoted(escaped)) > \(quoted(path))")
  }

  /// Runs a command on a random task.
  mutating func command(_ who: Int) throws {
    guard let path = try anyTask(who) else { return try add(who) }
    try command(who, on: path)
  }

  mutating func command(_ who: Int, on path: String) throws {
    let facts = try disk(who)
    guard let file = facts[path], let mark = file.marks.min() else { return }
    var arguments: [String]
    var marks = file.marks
    switch number(20) {
    case 0...2: arguments = ["set", path, "deadline=2026-12-\(10 + number(19))"]
    case 3: arguments = ["set", path, "priority=\(pick(["high", "low", "none"]) ?? "low")"]
    case 4, 5: arguments = ["set", path, "title=\(pick(Self.titles) ?? "") \(word(for: mark))"]
    case 6, 7: arguments = ["set", path, "owner=\(word(for: mark))"]
    case 8, 9: arguments = ["set", path, "+\(word(for: mark))", "+\(pick(["home", "x"]) ?? "")"]
    case 10:
      let tags = file.words.keys.sorted()
      arguments = ["set", path, "-w\(pick(tags) ?? 0)q"]
    case 11...15:
      arguments = [pick(["start", "done", "done", "reopen"]) ?? "done", path]
      if chance(20), let other = try anyTask(who), other != path {
        arguments.append(other)
        marks.formUnion(facts[other]?.marks ?? [])
      }
    case 16: arguments = ["remove", path, "--yes"]
    default:
      arguments = ["resolve", path] + (chance(50) ? ["--theirs"] : [])
      if file.noted.isEmpty { arguments = ["set", path, "note=\(word(for: mark))"] }
    }
    try memo(who, arguments, about: marks)
  }

  /// The path of a random task in a person's clone.
  mutating func anyTask(_ who: Int) throws -> String? {
    pick(
      try disk(who).tasks.filter { !$0.value.marks.isEmpty }.keys.map(\.path)
        .sorted { $0.precedes(path: $1) })
  }
}
