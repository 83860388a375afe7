/// The positions of a list's items, in brackets or with dashes.
struct ListLayout {
  /// In brackets without surrounding spaces, with dashes all lines of each item.
  let items: [Range<Int>]
  /// Whether the list is in brackets.
  let isFlow: Bool
  /// The position for the first item.
  private let start: Int
  /// After the last item and its comma.
  private let end: Int

  /// - Returns: Nil if the entry is no list, or an alias of one.
  init?(_ bytes: [UInt8], _ entry: HeaderEntry) {
    guard let start = Self.contentStart(bytes, entry.afterColon, entry.end) else { return nil }
    if bytes[start] == .openBracket, let list = FlowList(bytes, in: start..<entry.end) {
      (items, isFlow, end) = (list.items, true, list.contentEnd)
      self.start = start + 1
    } else if bytes[start] == .dash, let items = Self.dashed(bytes, from: start, to: entry.end) {
      (self.items, isFlow, end) = (items, false, entry.end)
      self.start = start
    } else {
      return nil
    }
  }

  /// Skips comments and the list's properties, such as `&places`.
  private static func contentStart(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    var index = start
    while index < end {
      let byte = bytes[index]
      if byte.isBlank || byte.isLineEnd {
        index += 1
      } else if byte == .hash {
        index = bytes.lineEnd(from: index, to: end)
      } else if byte == .ampersand || byte == .exclamation {
        while index < end, !bytes[index].isBlank, !bytes[index].isLineEnd { index += 1 }
      } else {
        return index
      }
    }
    return nil
  }

  /// The lines of items with dashes, without comments and blank lines after them.
  ///
  /// - Parameter start: The first dash.
  private static func dashed(_ bytes: [UInt8], from start: Int, to end: Int) -> [Range<Int>]? {
    var line = bytes[..<start].lastIndex(of: .newline).map { $0 + 1 } ?? 0
    let indentation = start - line
    var items: [Range<Int>] = []
    while line < end {
      let next = min(bytes.lineEnd(from: line, to: end) + 1, end)
      let text = bytes[line..<next].drop(while: \.isBlank)
      let depth = text.startIndex - line
      if depth == indentation, text.first == .dash,
        text.dropFirst().first.map({ $0.isBlank || $0.isLineEnd }) ?? true
      {
        items.append(line..<next)
      } else if let first = text.first, !first.isLineEnd, first != .hash {
        guard depth > indentation, let last = items.indices.last else { return nil }
        items[last] = items[last].lowerBound..<next
      }
      line = next
    }
    return items
  }
}

extension ListLayout {
  /// An item as written, without a comment; nil if it has several lines or an unusual form.
  func text(_ index: Int, in bytes: [UInt8]) -> [UInt8]? {
    let text = bytes[items[index]]
    guard !isFlow else { return text.contains(.newline) ? nil : Array(text) }
    var line = text.drop(while: \.isBlank).dropFirst()
    while line.last?.isLineEnd == true { line.removeLast() }
    return ValueScanner.scan(bytes, from: line.startIndex, to: line.endIndex)
      .map { Array(bytes[$0.value]) }
  }

  /// The text before an item with a dash, like that of another item.
  func dash(like index: Int, in bytes: [UInt8]) -> [UInt8] {
    let model = bytes[items[index]]
    let dash = model.firstIndex(of: .dash) ?? model.startIndex
    let gap = model[(dash + 1)...].prefix(while: \.isBlank)
    return model[...dash] + (gap.isEmpty ? [.space] : Array(gap))
  }

  /// The text with some items removed, and others added after those that stay.
  ///
  /// In brackets, an item goes with the comma and the white space on one side. Comments stay.
  /// - Parameters:
  ///   - isKept: Whether each item stays.
  ///   - additions: The new items as written, with dashes as lines.
  func edited(
    _ bytes: [UInt8], keeping isKept: [Bool], adding additions: [[UInt8]]
  ) -> [UInt8]? {
    let last = isKept.lastIndex(of: true)
    let place = last.map { items[$0].upperBound } ?? items.first?.lowerBound ?? start
    let removed = items.indices.filter { !isKept[$0] }
    guard isFlow else {
      let lines = Array(additions.joined())
      return bytes.replacing(removed.map { (items[$0], []) } + [(place..<place, lines)])
    }
    let first = isKept.firstIndex(of: true) ?? items.count
    var cuts: [(range: Range<Int>, text: [UInt8])] = []
    // Whether the item before went with the comma behind it, since a comment is in the gap.
    var isByComma = false
    for index in removed {
      let item = items[index]
      let next =
        index + 1 < items.count
        ? items[index + 1].lowerBound : additions.isEmpty ? end : item.upperBound
      let gap =
        index > first ? items[index - 1].upperBound..<item.lowerBound : item.upperBound..<next
      isByComma = isByComma && !isKept[index - 1] || bytes[gap].contains(.hash)
      if isByComma {
        let rest = bytes[item.upperBound..<next].drop(while: \.isBlank)
        let after = rest.first == .comma ? rest.startIndex + 1 : item.upperBound
        cuts.append((item.lowerBound..<after, []))
      } else {
        cuts.append(
          (min(item.lowerBound, gap.lowerBound)..<max(item.upperBound, gap.upperBound), []))
      }
    }
    let gap = last == nil ? [.comma, .space] : self.gap(bytes)
    let text = Array(additions.joined(separator: gap))
    let isBehind = last != nil && !additions.isEmpty
    return bytes.replacing(cuts + [(place..<place, isBehind ? gap + text : text)])
  }

  /// The comma and the white space before a new item: those before the last one.
  private func gap(_ bytes: [UInt8]) -> [UInt8] {
    guard let last = items.last, let before = items.dropLast().last,
      // A comment stays beside its item.
      bytes[last.upperBound...].first(where: { [.hash, .newline, .closeBracket].contains($0) })
        != .hash
    else { return [.comma, .space] }
    let gap = bytes[before.upperBound..<last.lowerBound]
    guard let newline = gap.lastIndex(of: .newline) else { return Array(gap) }
    let start = bytes[newline - 1] == .carriageReturn ? newline - 1 : newline
    return [.comma] + bytes[start..<last.lowerBound]
  }
}

/// A list in brackets on one or several lines, such as `[home, "a b"]`, or pairs in braces.
///
/// Items may be anything. Only their positions are known.
struct FlowList {
  /// Without surrounding spaces and comments.
  private(set) var items: [Range<Int>] = []
  /// After the last item and its comma.
  private(set) var contentEnd: Int
  /// After the closing bracket.
  private(set) var end = 0

  /// - Parameter range: Begins with the bracket.
  /// - Returns: Nil if it is no list, or doesn't end in the range.
  init?(
    _ bytes: [UInt8], in range: Range<Int>, between open: UInt8 = .openBracket,
    _ close: UInt8 = .closeBracket
  ) {
    guard !range.isEmpty, bytes[range.lowerBound] == open else { return nil }
    var index = range.lowerBound + 1
    contentEnd = index
    while index < range.upperBound {
      switch bytes[index] {
      case .space, .tab, .newline, .carriageReturn: index += 1
      case .hash: index = bytes.lineEnd(from: index, to: range.upperBound)
      case close:
        end = index + 1
        return
      case .comma:
        guard !items.isEmpty, !endsWithComma else { return nil }
        index += 1
        contentEnd = index
      default:
        guard items.isEmpty || endsWithComma,
          let item = Self.item(bytes, from: &index, to: range.upperBound, close)
        else { return nil }
        items.append(item)
        contentEnd = item.upperBound
      }
    }
    return nil
  }

  var endsWithComma: Bool { items.last.map { $0.upperBound < contentEnd } ?? false }

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
        index = bytes.lineEnd(from: index, to: end)
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

  /// Whether a text is one item of a list in brackets.
  static func isItem(_ text: [UInt8]) -> Bool {
    let bytes = [.openBracket] + text + [.closeBracket]
    return FlowList(bytes, in: bytes.indices)?.items == [1..<(bytes.count - 1)]
  }
}

/// The form of list items elsewhere, so that numbers stay numbers, and quoted texts quoted.
typealias ItemTexts = [String: [UInt8]]

extension TaskDocument {
  /// The lines of a list with other items; those that stay keep their form.
  ///
  /// - Parameter texts: The form of new items; memo chooses that of others.
  /// - Returns: Nil if the items' positions are unknown.
  func editedList(
    _ entry: HeaderEntry, to items: [String], _ texts: ItemTexts
  ) -> [UInt8]? {
    guard let old = entry.items, let layout = ListLayout(bytes, entry),
      layout.items.count == old.count
    else { return nil }
    var rest = items[...]
    let isKept = old.map { item in
      guard item == rest.first else { return false }
      rest.removeFirst()
      return true
    }
    var removed: [String: Int] = [:]
    for (index, item) in old.enumerated() where !isKept[index] {
      if removed[item] == nil { removed[item] = index }
    }
    let (model, newline) = (isKept.lastIndex(of: true) ?? old.count - 1, fences.newline)
    let additions = rest.map { item -> [UInt8] in
      if let index = removed[item] { return Array(bytes[layout.items[index]]) }
      let known = texts[item].flatMap { !layout.isFlow || FlowList.isItem($0) ? $0 : nil }
      let text =
        known
        ?? Array(
          Scalar.encoded(item, isTyped: !Self.isKnown(entry.key), inList: layout.isFlow).utf8)
      return layout.isFlow ? text : layout.dash(like: model, in: bytes) + text + newline
    }
    guard let edited = layout.edited(bytes, keeping: isKept, adding: additions) else { return nil }
    let (colon, end) = (entry.afterColon, edited.count - (bytes.count - entry.end))
    // Without items, the key alone would have no value.
    let value = items.isEmpty && !layout.isFlow ? Array(" []".utf8) : []
    return edited[entry.start..<colon] + value + edited[colon..<end]
  }

  /// The form of the items of a list or of a single word, except aliases and anchors.
  func itemTexts(_ entry: HeaderEntry) -> ItemTexts {
    var texts: ItemTexts = [:]
    func add(_ item: String, _ text: [UInt8]?) {
      guard let text, let first = text.first, first != .ampersand, first != .asterisk
      else { return }
      texts[item] = texts[item] ?? text
    }
    if let items = entry.items {
      guard let layout = ListLayout(bytes, entry), layout.items.count == items.count
      else { return [:] }
      for (index, item) in items.enumerated() { add(item, layout.text(index, in: bytes)) }
    } else if case .text(let text)? = entry.meaning, !entry.isNested, entry.style != .complex {
      add(text, Array(bytes[entry.value]))
    }
    return texts
  }

  /// - Parameter isTyped: Whether YAML may read new items as numbers or dates, like single values.
  static func flowList(_ items: [String], _ texts: ItemTexts, isTyped: Bool = false) -> [UInt8] {
    let written = items.map { item in
      texts[item].flatMap { FlowList.isItem($0) ? $0 : nil }
        ?? Array(Scalar.encoded(item, isTyped: isTyped, inList: true).utf8)
    }
    return [.openBracket] + written.joined(separator: [.comma, .space]) + [.closeBracket]
  }
}
