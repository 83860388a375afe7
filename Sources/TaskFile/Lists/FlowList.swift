/// A list between brackets, `[home, "a b"]`, on one line or several, and where its items stand;
/// or pairs between braces.
///
/// An item may be anything: what it means doesn't matter here, only where it ends.
struct FlowList {
  struct Item: Hashable {
    /// Without the space and the comments around it.
    var text: Range<Int>
    /// Where the comma behind it is; the last item may have none.
    var comma: Int?
    /// Behind the item and its comma.
    var end: Int { comma.map { $0 + 1 } ?? text.upperBound }
  }

  /// Behind the opening bracket.
  let start: Int
  private(set) var items: [Item] = []

  /// - Parameter range: Begins with the bracket.
  /// - Returns: Nil for what is no list, or does not end within the range.
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
      case close: return
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

  /// Moves behind an item, to its comma or to what closes the list.
  private static func item(
    _ bytes: [UInt8], from index: inout Int, to end: Int, _ close: UInt8
  ) -> Range<Int>? {
    let start = index
    var last = index
    var depth = 0
    // Only where a value may begin are quotes quotes.
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

  /// Behind the mark that ends a quoted text.
  private static func quoteEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    let mark = bytes[start]
    var index = start + 1
    while index < end {
      if bytes[index] == .backslash, mark == .quote {
        index += 1
      } else if bytes[index] == mark {
        // Doubled, it is the mark itself.
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
}
