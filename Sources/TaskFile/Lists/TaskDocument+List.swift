/// How items of lists are written in other texts, so that what is taken over stays what it was:
/// a number a number, and a text in quotes one in quotes.
typealias ItemTexts = [String: [UInt8]]

extension TaskDocument {
  /// The lines of a list that says something else, with the items that stay as they are, and
  /// where they are.
  ///
  /// - Parameter texts: How new items are written; others as memo writes them.
  /// - Returns: Nil when the entry is no list whose items can be told apart.
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

  /// The lines of a list without some items, and with new ones behind the others.
  func edited(
    _ entry: HeaderEntry, keeping isKept: [Bool], adding items: [String], _ texts: ItemTexts = [:]
  ) -> [UInt8]? {
    // On its own, so that a long file is not copied for every list in it.
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

  /// How the items of a list, or a word alone, are written; what refers to something else in
  /// the file is not among them.
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

  /// A whole list in brackets.
  static func flowList(_ items: [String], _ texts: ItemTexts) -> [UInt8] {
    let written = items.map { item in
      texts[item].flatMap { FlowList.isItem($0) ? $0 : nil }
        ?? Array(Scalar.encoded(item, inList: true).utf8)
    }
    return [.openBracket] + written.joined(separator: [.comma, .space]) + [.closeBracket]
  }
}

extension FlowList {
  /// Whether a text is one item between brackets.
  static func isItem(_ text: [UInt8]) -> Bool {
    let bytes = [.openBracket] + text + [.closeBracket]
    let list = FlowList(bytes, in: 0..<bytes.count)
    return list?.items == [Item(text: 1..<(bytes.count - 1))]
  }
}
