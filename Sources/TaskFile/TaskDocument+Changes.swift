/// What is to become of a key.
struct FieldChange: Hashable {
  var key: String
  /// Nil to take it out.
  var value: FieldValue?
  /// How new items of a list are written elsewhere.
  var texts: ItemTexts = [:]
}

extension TaskDocument {
  /// Makes several changes, each of them if it can be made without touching something else.
  ///
  /// All of them take about as long as one: the text is read again once. Only where they don't
  /// go together they are made in halves, down to single ones, and not without end.
  /// - Returns: The keys that are as they were.
  mutating func make(_ changes: [FieldChange]) -> Set<String> {
    var attempts = 64
    return make(changes[...], &attempts)
  }

  private mutating func make(
    _ changes: ArraySlice<FieldChange>, _ attempts: inout Int
  ) -> Set<String> {
    guard let first = changes.first else { return [] }
    guard attempts > 0 else { return Set(changes.map(\.key)) }
    attempts -= 1
    if changes.count == 1 {
      do throws(Problem) {
        if let value = first.value {
          try set(first.key, to: value, writing: first.texts)
        } else {
          try remove(first.key)
        }
        return []
      } catch {
        return [first.key]
      }
    }
    if let bytes = together(changes) {
      self = with(bytes)
      return []
    }
    let middle = changes.startIndex + changes.count / 2
    return make(changes[..<middle], &attempts).union(make(changes[middle...], &attempts))
  }

  /// The text after all changes; nil where they don't go together.
  private func together(_ changes: ArraySlice<FieldChange>) -> [UInt8]? {
    guard let header = understoodHeader, header.isBlock, let range = fences.header else {
      return nil
    }
    let entries = Dictionary(
      header.entries.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let place = place(of: header, range)
    var wanted: [String: FieldValue?] = [:]
    var patches: [(range: Range<Int>, text: [UInt8])] = []
    for change in changes {
      let key = writtenKey(change.key, in: header)
      guard wanted.updateValue(change.value, forKey: key) == nil else { return nil }
      if let entry = entries[key] {
        guard change.value == nil || entry.meaning != change.value else { continue }
        let text = change.value.flatMap { written(entry, $0, change.texts).first } ?? []
        patches.append((entry.start..<entry.end, text))
      } else if let value = change.value {
        guard Self.isKey(key) else { return nil }
        patches.append((place..<place, line(key, value, change.texts, in: header)))
      }
    }
    guard let bytes = bytes.replacing(patches) else { return nil }
    let keys = Set(wanted.keys)
    let isRight = isChange(to: bytes, header, keys) { new in
      let found = new.entries.filter { keys.contains($0.key) }
      return found.count == wanted.values.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
        && found.allSatisfy { $0.meaning == wanted[$0.key] ?? nil }
    }
    return isRight ? bytes : nil
  }
}

extension [UInt8] {
  /// With several ranges replaced; nil where they overlap.
  fileprivate func replacing(_ patches: [(range: Range<Int>, text: [UInt8])]) -> [UInt8]? {
    // Those at one place stay in their order.
    let sorted = patches.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }
    var result: [UInt8] = []
    var place = 0
    for (_, patch) in sorted {
      guard patch.range.lowerBound >= place else { return nil }
      result += self[place..<patch.range.lowerBound] + patch.text
      place = patch.range.upperBound
    }
    return result + self[place...]
  }
}
