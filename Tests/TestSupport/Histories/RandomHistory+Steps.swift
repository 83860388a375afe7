import Git
import MemoKit

extension RandomHistory {
  /// A random step of a random person.
  public mutating func step() throws {
    wait()
    let who = number(people)
    switch number(100) {
    case 0..<14: try add(who)
    case 14..<34: try command(who)
    case 34..<62: try editByHand(who)
    case 62..<76: try moveByHand(who)
    case 76..<79: try changeOtherFile(who)
    case 79..<88: try plainGit(who)
    default: try sync(who)
    }
  }

  /// Several people change one task before one of them syncs.
  public mutating func conflict() throws {
    let all = try (0..<people).map { try disk($0) }
    let marks = all.map { Set($0.tasks.values.flatMap(\.marks)) }
    let common = marks.dropFirst().reduce(marks[0]) { $0.intersection($1) }.sorted()
    guard let mark = pick(common) else { return try step() }
    for who in (0..<people).shuffled(using: &random).prefix(2 + number(2)) {
      for _ in 0..<(1 + number(2)) {
        wait()
        guard
          let path = try disk(who).tasks.filter({ $0.value.marks.contains(mark) }).keys.map(
            \.path
          ).min(by: { $0.precedes(path: $1) })
        else { break }
        switch number(10) {
        case 0..<4: try command(who, on: path)
        case 4..<8: try editByHand(who, path)
        default: try moveByHand(who, path)
        }
      }
    }
  }

  /// Syncs a person's clone, which has to record everything on the disk.
  @discardableResult
  public mutating func sync(_ who: Int) throws -> Ran {
    let before = try disk(who)
    let ran = try runMemo(who, ["sync"])
    guard ran.code == 0 || ran.code == 4 else {
      fault("memo sync ended with \(ran.code): \(ran.output)\(ran.error)")
      return ran
    }
    sightings.formUnion(before.findings)
    return ran
  }

  /// All sync until nothing is new.
  ///
  /// - Returns: Whether they came to an end.
  public mutating func settle() throws -> Bool {
    for _ in 0..<5 {
      var isQuiet = true
      for who in 0..<people {
        wait()
        let ran = try sync(who)
        if !ran.output.contains("Up to date") { isQuiet = false }
      }
      if isQuiet { return true }
    }
    return false
  }

  /// Runs a memo command, and checks that other tasks stay unchanged.
  ///
  /// - Parameter marks: The tasks that the command is about.
  mutating func memo(_ who: Int, _ arguments: [String], about marks: Set<Int>) throws {
    let before = try disk(who)
    let ran = try runMemo(who, arguments)
    let after = try disk(who)
    if ran.code == 0 || ran.code == 4 { sightings.formUnion(before.findings) }
    let isFine = ran.code == 0 || ran.code == 1 && arguments[0] != "add"
    if !isFine { fault("memo \(arguments) ended with \(ran.code): \(ran.output)\(ran.error)") }
    let names = Set(marks.map { "b\($0)q" })
    let lost = before.findings.subtracting(after.findings).filter { !names.contains($0.place) }
    let made = after.findings.subtracting(before.findings).filter { !names.contains($0.place) }
    if !lost.isEmpty { fault("memo \(arguments) lost \(lost)") }
    if !made.isEmpty { fault("memo \(arguments) made \(made)") }
    for (key, file) in before.tasks {
      let path = key.path
      // A task that was alone with its id, and wasn't moved, keeps it.
      guard let id = file.id, let now = after[path], now.marks == file.marks,
        before.tasks.values.filter({ $0.id == id }).count == 1
      else { continue }
      if now.id != id, try isRecorded(who, path, id) {
        fault("memo \(arguments) took the id \(id) from \(path)")
      }
    }
  }

  /// Whether the last commit before the current one has the file with the id.
  private mutating func isRecorded(_ who: Int, _ path: String, _ id: String) throws -> Bool {
    let ran = try shell.type(
      "(as x \(team[who].folder) 0; git show HEAD~1:\(quoted(path)) 2>&1)")
    return ran.code == 0 && FileFacts(Array(ran.output.utf8)).id == id
  }
}
