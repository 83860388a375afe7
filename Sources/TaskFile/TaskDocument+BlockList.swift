extension TaskDocument {
  /// A list written with one `- item` a line, with items added or removed as lines.
  ///
  /// - Returns: Nil when the entry is no such list, or the change is no such change.
  func editedBlockList(_ entry: HeaderEntry, to items: [String]) -> [UInt8]? {
    guard entry.style == .complex, case .list(let old)? = entry.meaning, !items.isEmpty,
      let lines = listLines(entry), let model = lines.last(where: \.isItem)?.range,
      items.filter(old.contains) == old.filter(items.contains), Set(items).count == items.count,
      Set(old).count == old.count, lines.filter(\.isItem).count == old.count
    else { return nil }
    let kept = old.filter(items.contains)
    guard items.starts(with: kept) else { return nil }
    var text = Array(bytes[..<lines[0].range.lowerBound])
    var rest = old[...]
    for line in lines where !line.isItem || rest.popFirst().map(items.contains) == true {
      text += bytes[line.range]
    }
    let indentation = bytes[model].prefix { $0.isBlank }
    for item in items.dropFirst(kept.count) {
      text += Array(indentation) + Array("- \(Scalar.encoded(item))".utf8) + fences.newline
    }
    return text + Array(bytes[entry.end...])
  }

  /// The lines behind the key's; nil when there is anything but items, comments and space.
  private func listLines(_ entry: HeaderEntry) -> [(range: Range<Int>, isItem: Bool)]? {
    var lines: [(range: Range<Int>, isItem: Bool)] = []
    var start = entry.start
    while start < entry.end {
      let end = bytes[start..<entry.end].firstIndex(of: .newline).map { $0 + 1 } ?? entry.end
      let text = bytes[start..<end].drop { $0.isBlank }
      let isItem = text.first == .dash && text.dropFirst().first == .space
      let isNothing = text.first.map { $0.isLineEnd || $0 == .hash } ?? true
      guard isItem || isNothing || start == entry.start else { return nil }
      if start > entry.start { lines.append((start..<end, isItem)) }
      start = end
    }
    return lines
  }
}
