extension TaskDocument {
  /// Behind the indented comments below an entry, which seem to be about it; where there are none,
  /// behind its last line.
  func commentEnd(below entry: HeaderEntry) -> Int {
    let end = fences.header?.upperBound ?? entry.end
    var (line, place) = (entry.end, entry.end)
    while line < end {
      let next = bytes[line..<end].firstIndex(of: .newline).map { $0 + 1 } ?? end
      let text = bytes[line..<next].drop(while: \.isBlank)
      if text.first == .hash, text.startIndex > line {
        place = next
      } else if let first = text.first, !first.isLineEnd {
        break
      }
      line = next
    }
    return place
  }

  /// Behind these and the blank lines that follow.
  func blankEnd(below entry: HeaderEntry) -> Int {
    let end = fences.header?.upperBound ?? entry.end
    var line = commentEnd(below: entry)
    while let newline = bytes[line..<end].firstIndex(where: { !$0.isBlank && $0 != .carriageReturn }
    ),
      bytes[newline] == .newline
    { line = newline + 1 }
    return line
  }
}
