extension TaskDocument {
  /// A list written with one `- item` a line, with items added or removed as lines.
  ///
  /// - Returns: Nil when the entry is no such list, or the change is no such change.
  func editedBlockList(_ entry: HeaderEntry, to items: [String]) -> [UInt8]? {
    guard entry.style == .complex, case .list(let old)? = entry.meaning, !items.isEmpty,
      let lines = itemLines(entry), lines.count == old.count,
      items.filter(old.contains) == old.filter(items.contains), Set(items).count == items.count,
      Set(old).count == old.count
    else { return nil }
    let kept = zip(old, lines).filter { items.contains($0.0) }
    guard let model = lines.last, items.starts(with: kept.map(\.0)) else { return nil }
    var text = Array(bytes[..<entry.start]) + Array(bytes[entry.start..<lines[0].lowerBound])
    for (_, line) in kept { text += bytes[line] }
    let indentation = bytes[model].prefix { $0.isBlank }
    for item in items.dropFirst(kept.count) {
      if text.last != .newline { text += fences.newline }
      text += Array(indentation)
      text += Array("- \(Scalar.encoded(item))".utf8) + fences.newline
    }
    return text + Array(bytes[entry.end...])
  }

  /// The items' lines; nil when there is anything else among them.
  private func itemLines(_ entry: HeaderEntry) -> [Range<Int>]? {
    var lines: [Range<Int>] = []
    var start = entry.start
    while start < entry.end {
      let end = bytes[start..<entry.end].firstIndex(of: .newline).map { $0 + 1 } ?? entry.end
      lines.append(start..<end)
      start = end
    }
    let items = lines.dropFirst()
    let isList = items.allSatisfy { line in
      let text = bytes[line].drop { $0.isBlank }
      return text.first == .dash && text.dropFirst().first == .space
    }
    return isList && !items.isEmpty ? Array(items) : nil
  }
}
