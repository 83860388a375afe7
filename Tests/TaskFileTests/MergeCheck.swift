@testable import TaskFile

/// The faults of a merge: lost, invented or unreadable parts.
struct MergeCheck {
  var problems: [String] = []
  let base: TaskVersion?
  let merge: TaskMerge
  private(set) var sides: [TaskVersion] = []
  private(set) var result = TaskVersion("")

  init(_ triple: RandomTriple, _ merge: TaskMerge) {
    base = triple.base
    self.merge = merge
    guard let result = merge.task else { return }
    self.result = result
    checkReading()
    guard let kim = triple.kim, let ada = triple.ada else { return }
    sides = [kim, ada]
    checkLines()
    checkFields()
  }

  private mutating func checkReading() {
    let document = result.document
    let notes = document.conflictNotes.map(\.note)
    if !document.isUnderstood || merge.second != nil || merge.isMereText {
      problems.append("not understood")
    }
    if notes.count != document.item.conflictNotes || !merge.notes.allSatisfy(notes.contains) {
      problems.append("notes that are not found again")
    }
  }

  private func lines(_ task: TaskVersion?) -> [String] {
    guard let task else { return [] }
    return BodyLines(task.document.bodyBytes, findsNotes: false).lines.filter { !$0.isBlank }
      .map { String(decoding: $0.text.filter { $0 != 0x0D }, as: UTF8.self) }
  }

  /// Text that conflict notes in the result keep.
  private var keptLines: Set<String> {
    Set(
      result.document.conflictNotes.flatMap { note -> [String] in
        guard case .lines(let lines) = note.note.value else { return [] }
        return lines.map(Self.plain)
      })
  }

  private mutating func checkLines() {
    let old = Set(lines(base))
    let (here, kept) = (Set(lines(result)), keptLines)
    let both = sides.map { Set(lines($0)) }
    for (mine, their) in zip(both, both.reversed()) {
      for line in mine.subtracting(old).subtracting(here) where !kept.contains(line) {
        if !isInBoth(line, old, here, their) { problems.append("lost line: \(line)") }
      }
    }
    let written = Set(merge.notes.flatMap { Self.plain($0.description).linesOfText })
    let items = Set(both.joined().compactMap(Item.init).map(\.text))
    for line in here.subtracting(both.joined()) where !written.contains(line) {
      let isBoth = Item(line).map { items.contains($0.text) } ?? false
      if !isBoth { problems.append("made up line: \(line)") }
    }
    let counts = lines(base).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    for line in both[0].intersection(both[1]) where !here.contains(line) && !kept.contains(line) {
      // The sides may have removed different ones of two equal lines.
      if counts[line, default: 0] < 2 { problems.append("lost line of both: \(line)") }
    }
  }

  /// Whether an item that one side ticked and the other reworded has both changes.
  private func isInBoth(
    _ line: String, _ old: Set<String>, _ here: Set<String>, _ their: Set<String>
  ) -> Bool {
    guard let item = Item(line) else { return false }
    let (now, before) = (here.compactMap(Item.init), old.compactMap(Item.init))
    if now.contains(where: { $0.text == item.text }) { return true }
    let theirs = their.compactMap(Item.init).map(\.text)
    return before.contains { $0.text == item.text }
      && now.contains { $0.isDone == item.isDone && theirs.contains($0.text) }
  }

  private struct Item: Hashable {
    var isDone: Bool
    var text: String

    init?(_ line: String) {
      guard let item = TaskDocument.checklistItem(Array(line.utf8)[...]) else { return nil }
      isDone = item.isDone
      text = String(decoding: item.text, as: UTF8.self)
    }
  }
}
