extension RandomHistory {
  /// One random step of somebody who uses git and an editor as often as memo: every change of
  /// plain git's is a commit.
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

  /// Has git commit what is on somebody's disk, as it is.
  public mutating func commitAll(_ who: Int) throws {
    try type(who, "git add -A; git commit -qm All")
  }
}
