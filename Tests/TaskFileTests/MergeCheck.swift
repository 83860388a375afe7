@testable import TaskFile

/// What is wrong with a merge: what it lost, what it made up, what nobody could read.
struct MergeCheck {
  private(set) var problems: [String] = []
  private let base: PlacedDocument?
  private let merge: TaskMerge
  private var sides: [PlacedDocument] = []
  private var result = PlacedDocument("")

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

  private func lines(_ task: PlacedDocument?) -> [String] {
    guard let task else { return [] }
    return BodyLines(task.document.bodyBytes).lines.filter { !$0.isBlank }
      .map { String(decoding: $0.text.filter { $0 != 0x0D }, as: UTF8.self) }
  }

  /// What notes in the result keep of the text.
  private var keptLines: Set<String> {
    Set(
      result.document.conflictNotes.flatMap { note -> [String] in
        guard case .lines(let lines) = note.note.value else { return [] }
        return lines.map { String($0.unicodeScalars.filter { $0 != "\r" }) }
      })
  }

  private mutating func checkLines() {
    let old = Set(lines(base))
    let (here, kept) = (Set(lines(result)), keptLines)
    let parts = Set(here.compactMap(Item.init))
    for side in sides {
      for line in lines(side) where !old.contains(line) && !here.contains(line) {
        if kept.contains(line) { continue }
        // A ticked or reworded item may have become both.
        if let item = Item(line),
          parts.contains(where: { $0.text == item.text })
            || old.compactMap(Item.init).contains(where: { $0.text == item.text })
        {
          continue
        }
        problems.append("lost line: \(line.debugDescription)")
      }
    }
    let both = sides.map { Set(lines($0)) }
    let written = Set(
      merge.notes.map(\.description).map { String($0.unicodeScalars.filter { $0 != "\r" }) })
    for line in here where !both.contains(where: { $0.contains(line) }) && !written.contains(line) {
      let item = Item(line)
      let isBoth = item.map { item in
        both.contains { $0.compactMap(Item.init).contains { $0.text == item.text } }
      }
      if isBoth != true { problems.append("made up line: \(line.debugDescription)") }
    }
    let counts = lines(base).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    for line in both[0].intersection(both[1]) where !here.contains(line) && !kept.contains(line) {
      // Of two equal lines each side may have removed another one.
      if counts[line, default: 0] < 2 { problems.append("lost line of both: \(line)") }
    }
  }

  private struct Item: Hashable {
    var text: String

    init?(_ line: String) {
      guard let text = TaskDocument.checklistItem(Array(line.utf8)[...])?.text else { return nil }
      self.text = String(decoding: text, as: UTF8.self)
    }
  }

  private func fields(_ task: PlacedDocument?) -> [String: FieldValue] {
    guard let task else { return [:] }
    let header = task.document.header
    let isOneName = header.entry("due") == nil || header.entry("deadline") == nil
    return Dictionary(
      header.entries.compactMap { entry in
        let name = isOneName && entry.key == "due" ? "deadline" : entry.key
        return entry.meaning.map { (name, Self.plain($0)) }
      }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func checkFields() {
    let (old, here) = (fields(base), fields(result))
    let notes = result.document.conflictNotes.map(\.note)
    for side in sides {
      for (key, value) in fields(side) where value != old[key] && value != here[key] {
        let isNoted = notes.contains {
          Self.plain($0.value) == .field(value)
            && ($0.part == .field(key) || key == "deadline" && $0.part == .field("due"))
        }
        if isNoted || key == "status" && isSettled(value) { continue }
        let items = Self.items(value)
        let oldItems = old[key].flatMap(Self.items) ?? []
        let hereItems = here[key].flatMap(Self.items) ?? []
        if let items, items.allSatisfy({ oldItems.contains($0) || hereItems.contains($0) }) {
          continue
        }
        problems.append("lost \(key): \(value)")
      }
    }
    for (key, value) in here where !sides.contains(where: { fields($0)[key] == value }) {
      let items = sides.flatMap { fields($0)[key].flatMap(Self.items) ?? [] }
      if let now = Self.items(value), now.allSatisfy(items.contains) { continue }
      if key == "status", value == .text(StorePath(result.path).top) { continue }
      problems.append("made up \(key): \(value)")
    }
  }

  /// Whether a status is where the other side's way led through, or none that counts.
  private func isSettled(_ value: FieldValue) -> Bool {
    guard case .text(let text) = value, Status(rawValue: text) != nil else { return false }
    return true
  }

  /// A deeper value is YAML, whose line ends may have become others.
  private static func plain(_ value: FieldValue) -> FieldValue {
    func plain(_ text: String) -> String { String(text.unicodeScalars.filter { $0 != "\r" }) }
    return switch value {
    case .text(let text): .text(plain(text))
    case .list(let items): .list(items.map(plain))
    }
  }

  private static func plain(_ value: ConflictNote.Value) -> ConflictNote.Value {
    if case .field(let value) = value { .field(plain(value)) } else { value }
  }

  private static func items(_ value: FieldValue) -> [String]? {
    switch value {
    case .list(let items): items
    case .text(let text): [text]
    }
  }
}
