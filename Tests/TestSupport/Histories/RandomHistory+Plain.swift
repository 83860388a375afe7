extension RandomHistory {
  /// A random step of a person who uses git and an editor as often as memo, and commits each
  /// change.
  public mutating func plainStep() throws {
    waitLong()
    let who = number(people)
    guard let path = try anyTask(who), chance(85) else { return try add(who) }
    let name = String(path.split(separator: "/").last ?? "")
    let file = quoted(path)
    let folder = pick(["todo", "doing", "done"]) ?? ""
    switch number(16) {
    case 0, 1:
      try commit(who, "mkdir -p \(folder); git mv -k \(file) \(quoted("\(folder)/\(name)"))")
    case 2: try commit(who, "mkdir -p \(folder); git mv -k \(file) \(folder)/name-\(number(20)).md")
    case 3, 4: try commit(who, "sed -i 's/^status: .*/status: \(folder)/' \(file)")
    case 5: try commit(who, "sed -i '/^id: /d' \(file)")
    case 6: try commit(who, "cp -n \(file) todo/copy-\(number(20)).md; git add -A")
    case 7: try commit(who, "git rm -qf \(file)")
    case 8: try editByHand(who, path)
    case 9:
      let other = try anyTask(who).map(quoted) ?? file
      try commit(who, "mv \(file) x; mv \(other) \(file); mv x \(other); git add -A")
    case 10, 11: try command(who, on: path)
    case 12: _ = try runMemo(who, [pick(["undo", "redo"]) ?? "", "--yes"])
    case 13:
      try commit(who, "git add -A")
      try type(who, "git fetch -q; git merge -q --no-edit origin/main || git merge --abort")
    default: try sync(who)
    }
  }

  private mutating func commit(_ who: Int, _ line: String) throws {
    try type(who, "git add -A; git commit -qm Before; \(line); git commit -qam 'By hand'")
  }

  /// Commits a person's files with git.
  public mutating func commitAll(_ who: Int) throws {
    try type(who, "git add -A; git commit -qm All")
  }

  /// Changes a file by hand, without a commit.
  public mutating func unrecordedStep(_ who: Int) throws {
    waitLong()
    guard let path = try anyTask(who) else { return }
    let file = quoted(path)
    let other = "$(dirname \(file))/other-\(number(90)).md"
    let folder = pick(["todo", "doing", "done"]) ?? ""
    let id = (0..<10).compactMap { _ in pick(["b", "c", "d", "f", "g"]) }.joined()
    switch number(10) {
    case 0, 1: try type(who, "mv -n \(file) \(other)")
    case 2: try type(who, "sed -i '/^id: /d' \(file)")
    case 3: try type(who, "sed -i '/^id: /d' \(file); mv -n \(file) \(other)")
    case 4: try type(who, "sed -i 's/^id: .*/id: \(id)/' \(file)")
    case 5: try type(who, "mkdir -p \(folder); mv -n \(file) \(folder)/")
    case 6: try type(who, "rm \(file)")
    case 7: try type(who, "cp -n \(file) \(other)")
    case 8: try type(who, "sed -i 's/^status: .*/status: \(folder)/' \(file)")
    default: try editByHand(who, path)
    }
  }
}
