extension RandomHistory {
  /// Moves, copies or deletes a random task's file.
  mutating func moveByHand(_ who: Int) throws {
    guard let path = try anyTask(who) else { return try add(who) }
    try moveByHand(who, path)
  }

  mutating func moveByHand(_ who: Int, _ path: String) throws {
    let parts = path.split(separator: "/").map(String.init)
    let (top, name) = (parts[0], parts[parts.count - 1])
    switch number(20) {
    case 0...5:
      let target = ([pick(["todo", "doing", "done"]) ?? top] + parts.dropFirst()).joined(
        separator: "/")
      try type(who, "move \(quoted(path)) \(quoted(target))")
    case 6...8:
      let new = pick([
        "milk.md", "Milk.md", "tea.md", "äpfel.md", "a\u{308}pfel.md", "r-\(number(5)).md",
      ])
      try type(who, "move \(quoted(path)) \(quoted("\(top)/\(new ?? name)"))")
    case 9:
      try type(
        who, "move \(quoted(path)) \(quoted("\(top)/\(pick(["home", "Home"]) ?? "")/\(name)"))")
    case 10: try type(who, "move \(quoted(path)) \(quoted("done/2026/11/\(name)"))")
    case 11: try type(who, "move \(quoted(path)) \(quoted("\(top)/\(name.lowercased())"))")
    case 12, 13:
      guard let other = try anyTask(who), other != path else { return }
      try type(
        who,
        "mv \(quoted(path)) swap; mv \(quoted(other)) \(quoted(path)); mv swap \(quoted(other))")
    case 14, 15: try type(who, "rm \(quoted(path))")
    case 16, 17:
      let target = "\(pick(["todo", "doing"]) ?? top)/c-\(number(4)).md"
      guard try disk(who)[target] == nil else { return }
      try type(
        who, "mkdir -p \(target.prefix { $0 != "/" }); cp -n \(quoted(path)) \(quoted(target))")
    default: try copyAnew(who, path, to: "todo/\(pick(["milk", "d-\(number(4))"]) ?? "d").md")
    }
  }

  /// Copies a file for another task: its words change, its id stays.
  private mutating func copyAnew(_ who: Int, _ path: String, to target: String) throws {
    let facts = try disk(who)
    // A file at the path of a recorded task, with its id, is that task.
    let wasThere = try type(who, "git cat-file -e HEAD:\(target) 2>/dev/null").code == 0
    guard !wasThere, facts[target] == nil, let file = facts[path] else { return }
    copies += 1
    let offset = copies * 1_000_000
    for word in file.all.union(file.marks) {
      if let owner = owners[word] { owners[word + offset] = owner + offset }
    }
    let code = "s/([bw])(\\d+)q/$1.($2+\(offset)).\"q\"/ge for @l"
    try type(
      who, "mkdir -p todo; cp -n \(quoted(path)) \(target) && edit \(quoted(code)) \(target)")
  }

  /// Changes a file that is not a task, so that git can merge it.
  mutating func changeOtherFile(_ who: Int) throws {
    let word = word(for: 0)
    let name = team[who].folder
    switch number(4) {
    case 0: try type(who, "echo 'About \(word)' >> README-\(name).md")
    case 1: try type(who, "mkdir -p img; printf '\\000\\001%s' \(word) > img/\(name).png")
    case 2: try type(who, "rm -f img/\(name).png")
    default: try type(who, "mkdir -p todo; echo '\(word)' > todo/\(name)-\(number(3)).txt")
    }
  }
}
