/// A list in brackets on one or several lines, such as `[home, "a b"]`, or pairs in braces.
///
/// Items may be anything. Only their positions are known.
struct FlowList {
  struct Item: Hashable {
    /// Without surrounding spaces and comments.
    var text: Range<Int>
    /// The comma's position; the last item may have none.
    var comma: Int?
    var end: Int { comma.map { $0 + 1 } ?? text.upperBound }
  }

  /// After the opening bracket.
  let start: Int
  private(set) var items: [Item] = []
  /// After the closing bracket.
  private(set) var end = 0

  /// - Parameter range: Begins with the bracket.
  /// - Returns: Nil if it is no list, or doesn't end in the range.
  init?(
    _ bytes: [UInt8], in range: Range<Int>, between open: UInt8 = .openBracket,
    _ close: UInt8 = .closeBracket
  ) {
    guard !range.isEmpty, bytes[range.lowerBound] == open else { return nil }
    start = range.lowerBound + 1
    var index = start
    while index < range.upperBound {
      switch bytes[index] {
      case .space, .tab, .newline, .carriageReturn: index += 1
      case .hash: index = Self.lineEnd(bytes, index, range.upperBound)
      case close:
        end = index + 1
        return
      case .comma:
        guard let last = items.indices.last, items[last].comma == nil else { return nil }
        items[last].comma = index
        index += 1
      default:
        guard items.last.map({ $0.comma != nil }) ?? true,
          let item = Self.item(bytes, from: &index, to: range.upperBound, close)
        else { return nil }
        items.append(Item(text: item))
      }
    }
    return nil
  }

  /// Moves over an item to its comma, or to the end of the list.
  private static func item(
    _ bytes: [UInt8], from index: inout Int, to end: Int, _ close: UInt8
  ) -> Range<Int>? {
    let start = index
    var last = index
    var depth = 0
    // Quotes count only at the beginning of a value.
    var isBeginning = true
    while index < end {
      let byte = bytes[index]
      switch byte {
      case .comma, .closeBracket, .closeBrace:
        if depth == 0 { return byte == .comma || byte == close ? start..<last : nil }
        if byte != .comma { depth -= 1 }
        isBeginning = byte == .comma
        index += 1
      case .openBracket, .openBrace:
        depth += 1
        isBeginning = true
        index += 1
      case .quote where isBeginning, .apostrophe where isBeginning:
        guard let close = quoteEnd(bytes, index, end) else { return nil }
        isBeginning = false
        index = close
      case .ampersand where isBeginning, .exclamation where isBeginning:
        while index < end, !bytes[index].isBlank, !bytes[index].isLineEnd,
          !isFlowIndicator(bytes[index])
        { index += 1 }
      case .hash where index > start && (bytes[index - 1].isBlank || bytes[index - 1].isLineEnd):
        index = lineEnd(bytes, index, end)
        continue
      case .space, .tab, .newline, .carriageReturn:
        index += 1
        continue
      default:
        isBeginning = byte == .colon
        index += 1
      }
      last = index
    }
    return nil
  }

  private static func isFlowIndicator(_ byte: UInt8) -> Bool {
    [.comma, .openBracket, .closeBracket, .openBrace, .closeBrace].contains(byte)
  }

  /// The position after the closing quote.
  private static func quoteEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    let mark = bytes[start]
    var index = start + 1
    while index < end {
      if bytes[index] == .backslash, mark == .quote {
        index += 1
      } else if bytes[index] == mark {
        // A doubled quote is the quote itself.
        guard mark == .apostrophe, index + 1 < end, bytes[index + 1] == mark else {
          return index + 1
        }
        index += 1
      }
      index += 1
    }
    return nil
  }

  static func lineEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, bytes[index] != .newline { index += 1 }
    return index
  }

  /// The file's text with some items removed, and others added after those that stay.
  ///
  /// An item with its own lines is removed with them. A new item gets its own line if the last one
  /// has.
  /// - Parameters:
  ///   - isKept: Whether each item stays.
  ///   - additions: The new items as written.
  func edited(
    _ bytes: [UInt8], keeping isKept: [Bool], adding additions: [[UInt8]], newline: [UInt8]
  ) -> [UInt8] {
    var cuts = cuts(bytes, isKept)
    let endsWithComma = items.last?.comma != nil
    let last = isKept.lastIndex(of: true)
    if let last, last < items.count - 1, additions.isEmpty, !endsWithComma,
      let comma = items[last].comma
    {
      // This item is now the last one, which had no comma before.
      cuts.append(comma..<(comma + 1))
      cuts.sort { $0.lowerBound < $1.lowerBound }
    }
    let insertions = insertions(
      bytes, behind: last, additions, endsWithComma: endsWithComma, newline)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + additions.reduce(0) { $0 + $1.count + 8 })
    var place = 0
    var waiting = insertions[...]
    func copy(to end: Int) {
      while let next = waiting.first, next.place <= end {
        if place < next.place { result += bytes[place..<next.place] }
        place = max(place, next.place)
        result += next.text
        waiting = waiting.dropFirst()
      }
      if place < end { result += bytes[place..<end] }
      place = max(place, end)
    }
    for cut in cuts {
      copy(to: cut.lowerBound)
      place = max(place, cut.upperBound)
    }
    copy(to: bytes.count)
    return result
  }

  /// The ranges to remove, in order.
  private func cuts(_ bytes: [UInt8], _ isKept: [Bool]) -> [Range<Int>] {
    var cuts: [Range<Int>] = []
    // Whether the line so far has an item that stays.
    var hasKept = false
    for (index, item) in items.enumerated() {
      if startsLine(bytes, index) { hasKept = false }
      guard !isKept[index] else {
        hasKept = true
        continue
      }
      if let lines = ownLines(bytes, item) {
        cuts.append(lines)
      } else if index > 0, hasKept {
        cuts.append(items[index - 1].end..<item.end)
      } else if index + 1 < items.count, !startsLine(bytes, index + 1) {
        cuts.append(item.text.lowerBound..<items[index + 1].text.lowerBound)
      } else {
        cuts.append(item.text.lowerBound..<item.end)
      }
    }
    return cuts
  }

  private func startsLine(_ bytes: [UInt8], _ index: Int) -> Bool {
    let end = index > 0 ? items[index - 1].end : start
    return bytes[end..<items[index].text.lowerBound].contains(.newline)
  }

  /// The lines of an item that shares them only with its comma and a comment.
  private func ownLines(_ bytes: [UInt8], _ item: Item) -> Range<Int>? {
    var first = item.text.lowerBound
    while first > start, bytes[first - 1].isBlank { first -= 1 }
    guard first > start, bytes[first - 1] == .newline else { return nil }
    let end = Self.lineEnd(bytes, item.end, bytes.count)
    let rest = bytes[item.end..<end].first { !$0.isBlank }
    guard end < bytes.count, rest.map({ $0 == .hash || $0 == .carriageReturn }) ?? true else {
      return nil
    }
    return first..<(end + 1)
  }

  /// The texts to insert, in order.
  private func insertions(
    _ bytes: [UInt8], behind last: Int?, _ additions: [[UInt8]], endsWithComma: Bool,
    _ newline: [UInt8]
  ) -> [(place: Int, text: [UInt8])] {
    guard !additions.isEmpty else { return [] }
    guard let last else {
      let text = Array(additions.joined(separator: [.comma, .space]))
      return [(start, endsWithComma ? text + [.comma] : text)]
    }
    let item = items[last]
    let comma: [UInt8] = item.comma == nil ? [.comma] : []
    if let lines = ownLines(bytes, item) {
      let indentation = bytes[lines.lowerBound..<item.text.lowerBound]
      var text: [UInt8] = []
      for (index, addition) in additions.enumerated() {
        let needsComma = endsWithComma || index < additions.count - 1
        text += indentation + addition + (needsComma ? [.comma] : []) + newline
      }
      return [(item.text.upperBound, comma), (lines.upperBound, text)]
    }
    let gap = gap(bytes)
    let text = Array(additions.map { gap + $0 }.joined(separator: [.comma]))
    return [(item.end, comma + text + (endsWithComma ? [.comma] : []))]
  }

  /// The white space after a comma of this list, if it has no line break.
  private func gap(_ bytes: [UInt8]) -> [UInt8] {
    for (item, next) in zip(items, items.dropFirst()) {
      let gap = bytes[item.end..<next.text.lowerBound]
      if item.comma != nil, gap.allSatisfy(\.isBlank) { return Array(gap) }
    }
    return [.space]
  }
}
