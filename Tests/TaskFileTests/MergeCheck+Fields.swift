@testable import TaskFile

extension MergeCheck {
  /// The values of every key; `due` and `deadline` are one, and may both be there.
  func fields(_ task: TaskVersion?) -> [String: Set<FieldValue>] {
    (task?.document.header.entries ?? []).reduce(into: [:]) { fields, entry in
      guard let value = entry.meaning else { return }
      fields[entry.key == "due" ? "deadline" : entry.key, default: []].insert(Self.plain(value))
    }
  }

  mutating func checkFields() {
    let (old, here) = (fields(base), fields(result))
    let notes = result.document.conflictNotes.map(\.note)
    for (key, values) in sides.flatMap({ Array(fields($0)) }) {
      for value in values.subtracting(old[key] ?? []).subtracting(here[key] ?? []) {
        let isNoted = notes.contains {
          Self.plain($0.value) == .field(value)
            && ($0.part == .field(key) || key == "deadline" && $0.part == .field("due"))
        }
        if isNoted || key == "status" && isSettled(value) { continue }
        if key == "id", old[key] == nil, isGreaterID(value, than: here[key]) { continue }
        let known = Self.items(old[key]) + Self.items(here[key])
        if !Self.items([value]).allSatisfy(known.contains) {
          problems.append("lost \(key): \(value)")
        }
      }
    }
    for (key, values) in here {
      let theirs = sides.map { fields($0)[key] ?? [] }
      for value in values.subtracting(theirs.joined()) {
        if key == "status", value == .text(StorePath(result.path).top) { continue }
        if Self.items([value]).allSatisfy(Self.items(Set(theirs.joined())).contains) { continue }
        problems.append("made up \(key): \(value)")
      }
    }
  }

  /// Whether a value is a status, which another one may replace without a note.
  private func isSettled(_ value: FieldValue) -> Bool {
    guard case .text(let text) = value, Status(rawValue: text) != nil else { return false }
    return true
  }

  /// Whether it is an id beside a smaller one, which wins.
  private func isGreaterID(_ value: FieldValue, than others: Set<FieldValue>?) -> Bool {
    func id(_ value: FieldValue) -> TaskID? {
      if case .text(let text) = value { TaskID(text) } else { nil }
    }
    return others?.contains { other in
      id(other).flatMap { kept in id(value).map { kept < $0 } } ?? false
    } ?? false
  }

  /// Nested values are YAML, whose line endings may have changed.
  private static func plain(_ value: FieldValue) -> FieldValue {
    switch value {
    case .text(let text): .text(plain(text))
    case .list(let items): .list(items.map(plain))
    }
  }

  private static func plain(_ value: ConflictNote.Value) -> ConflictNote.Value {
    if case .field(let value) = value { .field(plain(value)) } else { value }
  }

  static func plain(_ text: String) -> String {
    String(text.unicodeScalars.filter { $0 != "\r" })
  }

  private static func items(_ values: Set<FieldValue>?) -> [String] {
    (values ?? []).flatMap { value in
      switch value {
      case .list(let items): items.filter { !$0.isEmpty }
      case .text(let text): text.isEmpty ? [] : [text]
      }
    }
  }
}
