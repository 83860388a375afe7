/// The form of a list: in brackets, or with dashes.
enum ListLayout {
  case flow(FlowList)
  case block(BlockList)

  /// - Returns: Nil if the entry is no list, or an alias of one.
  init?(_ bytes: [UInt8], _ entry: HeaderEntry) {
    let end = entry.end
    guard let start = Self.contentStart(bytes, entry.afterColon, end) else { return nil }
    if bytes[start] == .openBracket, let list = FlowList(bytes, in: start..<end) {
      self = .flow(list)
    } else if bytes[start] == .dash,
      let list = BlockList(bytes, from: entry.afterColon, to: end)
    {
      self = .block(list)
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
        index = FlowList.lineEnd(bytes, index, end)
      } else if byte == .ampersand || byte == .exclamation {
        while index < end, !bytes[index].isBlank, !bytes[index].isLineEnd { index += 1 }
      } else {
        return index
      }
    }
    return nil
  }

  var count: Int {
    switch self {
    case .flow(let list): list.items.count
    case .block(let list): list.items.count
    }
  }
}

extension ListLayout {
  /// An item as written, without a comment; nil if it has several lines or an unusual form.
  func text(_ index: Int, in bytes: [UInt8]) -> [UInt8]? {
    switch self {
    case .flow(let list):
      let text = bytes[list.items[index].text]
      return text.contains(.newline) ? nil : Array(text)
    case .block(let list):
      let line = bytes[list.items[index]]
      let start = line.drop(while: \.isBlank).startIndex + 1
      var end = line.endIndex
      while end > start, bytes[end - 1].isLineEnd { end -= 1 }
      return ValueScanner.scan(bytes, from: start, to: end).map { Array(bytes[$0.value]) }
    }
  }

  /// The file's text with some items removed, and others added after those that stay.
  ///
  /// - Parameters:
  ///   - isKept: Whether each item stays.
  ///   - additions: The new items as written, or the index of a removed item.
  func edited(
    _ bytes: [UInt8], keeping isKept: [Bool], adding additions: [Addition], newline: [UInt8]
  ) -> [UInt8] {
    switch self {
    case .flow(let list):
      let texts = additions.map { addition in
        switch addition {
        case .text(let text): text
        case .item(let index): Array(bytes[list.items[index].text])
        }
      }
      return list.edited(bytes, keeping: isKept, adding: texts, newline: newline)
    case .block(let list):
      let model = bytes[list.items[isKept.lastIndex(of: true) ?? list.items.count - 1]]
      let dash = model.firstIndex(of: .dash) ?? model.startIndex
      let gap = model[(dash + 1)...].prefix(while: \.isBlank)
      let start = Array(model[...dash]) + (gap.isEmpty ? [.space] : gap)
      let lines = additions.map { addition in
        switch addition {
        case .text(let text): start + text + newline
        case .item(let index): Array(bytes[list.items[index]])
        }
      }
      return list.edited(bytes, keeping: isKept, adding: lines)
    }
  }

  enum Addition: Hashable {
    case text([UInt8])
    case item(Int)
  }
}

/// A list of lines with dashes.
struct BlockList {
  /// The items' lines, without comments and blank lines after them.
  private(set) var items: [Range<Int>] = []
  /// The position after the key's line.
  private let start: Int

  /// - Parameters:
  ///   - keyEnd: After the colon, and anything before the first dash.
  ///   - end: After the last line.
  /// - Returns: Nil if it has more than items, comments and spaces.
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

  /// Whether an item is a block scalar to which a line with this indentation belongs.
  private func holdsText(_ bytes: [UInt8], _ item: Range<Int>, _ depth: Int) -> Bool {
    let dash = bytes[item].drop(while: \.isBlank).startIndex
    return blockStart(bytes, item) != nil && depth > dash - item.lowerBound
  }

  /// Whether an item is a block scalar that keeps the blank lines after it, as with `|+`.
  private func keepsLineEnds(_ bytes: [UInt8], _ item: Range<Int>) -> Bool {
    blockStart(bytes, item)?.dropFirst().prefix { $0 == .plus || $0.isDigit }.contains(.plus)
      ?? false
  }

  /// A block scalar from its indicator on; nil for another item.
  private func blockStart(_ bytes: [UInt8], _ item: Range<Int>) -> ArraySlice<UInt8>? {
    let value = bytes[item].drop(while: \.isBlank).dropFirst().drop(while: \.isBlank)
    return value.first == .pipe || value.first == .greater ? value : nil
  }

  /// The same as for ``ListLayout``, with complete lines to add.
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
    guard let old = entry.items else { return nil }
    var rest = items[...]
    let isKept = old.map { item in
      guard let item, item == rest.first else { return false }
      rest.removeFirst()
      return true
    }
    return edited(entry, keeping: isKept, adding: Array(rest), texts)
  }

  /// The lines of a list with some items removed, and new ones at the end.
  func edited(
    _ entry: HeaderEntry, keeping isKept: [Bool], adding items: [String], _ texts: ItemTexts = [:]
  ) -> [UInt8]? {
    // A copy of the list's lines, so that a long file is not copied for each list.
    let lines = Array(bytes[entry.start..<entry.end])
    let entry = entry.moved(by: -entry.start)
    guard let old = entry.items, let layout = ListLayout(lines, entry), layout.count == old.count
    else { return nil }
    var removed: [String: Int] = [:]
    for (index, item) in old.enumerated() where !isKept[index] {
      if let item, removed[item] == nil { removed[item] = index }
    }
    var isFlow = false
    if case .flow = layout { isFlow = true }
    let additions = items.map { item -> ListLayout.Addition in
      if let index = removed[item] { return .item(index) }
      if let text = texts[item], !isFlow || FlowList.isItem(text) { return .text(text) }
      return .text(Array(Scalar.encoded(item, inList: isFlow).utf8))
    }
    return layout.edited(lines, keeping: isKept, adding: additions, newline: fences.newline)
  }

  /// The form of the items of a list or of a single word, except aliases and anchors.
  func itemTexts(_ entry: HeaderEntry) -> ItemTexts {
    var texts: ItemTexts = [:]
    func add(_ item: String?, _ text: [UInt8]?) {
      guard let item, let text, let first = text.first, first != .ampersand, first != .asterisk
      else { return }
      texts[item] = texts[item] ?? text
    }
    if let items = entry.items {
      guard let layout = ListLayout(bytes, entry), layout.count == items.count else { return [:] }
      for (index, item) in items.enumerated() { add(item, layout.text(index, in: bytes)) }
    } else if case .text(let text)? = entry.meaning, !entry.isNested, style(of: entry) != .complex {
      add(text, Array(bytes[entry.value]))
    }
    return texts
  }

  static func flowList(_ items: [String], _ texts: ItemTexts) -> [UInt8] {
    let written = items.map { item in
      texts[item].flatMap { FlowList.isItem($0) ? $0 : nil }
        ?? Array(Scalar.encoded(item, inList: true).utf8)
    }
    return [.openBracket] + written.joined(separator: [.comma, .space]) + [.closeBracket]
  }
}

extension FlowList {
  /// Whether a text is one item of a list in brackets.
  static func isItem(_ text: [UInt8]) -> Bool {
    let bytes = [.openBracket] + text + [.closeBracket]
    let list = FlowList(bytes, in: 0..<bytes.count)
    return list?.items == [Item(text: 1..<(bytes.count - 1))]
  }
}
