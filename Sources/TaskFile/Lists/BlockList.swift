/// A list of lines that begin with dashes, and where its items stand.
struct BlockList {
  /// An item's lines; comments and blank lines behind it are not its.
  private(set) var items: [Range<Int>] = []
  /// Behind the key's line.
  private let start: Int

  /// - Parameters:
  ///   - keyEnd: Behind the colon and whatever else stands before the first dash.
  ///   - end: Behind the last line.
  /// - Returns: Nil when there is anything but items, comments and space.
  init?(_ bytes: [UInt8], from keyEnd: Int, to end: Int) {
    start = min(FlowList.lineEnd(bytes, keyEnd, end) + 1, end)
    var line = start
    var indentation: Int?
    while line < end {
      let next = min(FlowList.lineEnd(bytes, line, end) + 1, end)
      let text = bytes[line..<next].drop(while: \.isBlank)
      let isSilent = text.first.map { $0.isLineEnd || $0 == .hash } ?? true
      let isItem =
        text.first == .dash && (text.dropFirst().first.map { $0.isBlank || $0.isLineEnd } ?? true)
      let depth = text.startIndex - line
      if isItem, depth == indentation ?? depth {
        indentation = depth
        items.append(line..<next)
      } else if let last = items.indices.last, text.first?.isLineEnd ?? true,
        keepsLineEnds(bytes, items[last])
      {
        items[last] = items[last].lowerBound..<next
      } else if let last = items.indices.last, !isSilent || holdsText(bytes, items[last], depth) {
        guard depth > indentation ?? 0 else { return nil }
        items[last] = items[last].lowerBound..<next
      } else if !isSilent {
        return nil
      }
      line = next
    }
    guard !items.isEmpty else { return nil }
  }

  /// Whether an item is a block scalar, and a line of this depth in it, whatever it begins with.
  private func holdsText(_ bytes: [UInt8], _ item: Range<Int>, _ depth: Int) -> Bool {
    let dash = bytes[item].drop(while: \.isBlank).startIndex
    return blockStart(bytes, item) != nil && depth > dash - item.lowerBound
  }

  /// Whether an item is a block scalar of which the blank lines behind it are a part, as with `|+`.
  private func keepsLineEnds(_ bytes: [UInt8], _ item: Range<Int>) -> Bool {
    blockStart(bytes, item)?.dropFirst().prefix { $0 == .plus || $0.isDigit }.contains(.plus)
      ?? false
  }

  /// From the sign with which a block scalar begins; nil for another item.
  private func blockStart(_ bytes: [UInt8], _ item: Range<Int>) -> ArraySlice<UInt8>? {
    let value = bytes[item].drop(while: \.isBlank).dropFirst().drop(while: \.isBlank)
    return value.first == .pipe || value.first == .greater ? value : nil
  }

  /// The file's text with items taken out and others put behind those that stay.
  ///
  /// - Parameters:
  ///   - isKept: For every item whether it stays.
  ///   - additions: Whole lines.
  func edited(_ bytes: [UInt8], keeping isKept: [Bool], adding additions: [[UInt8]]) -> [UInt8] {
    let place =
      isKept.lastIndex(of: true).map { items[$0].upperBound } ?? items[0].lowerBound
    var result = Array(bytes[..<start])
    var from = start
    func add(_ end: Int) {
      if from <= place, place <= end {
        result += bytes[from..<place] + additions.joined() + bytes[place..<end]
      } else {
        result += bytes[from..<end]
      }
    }
    for (index, item) in items.enumerated() where !isKept[index] {
      add(item.lowerBound)
      from = item.upperBound
    }
    add(bytes.count)
    return result
  }
}
