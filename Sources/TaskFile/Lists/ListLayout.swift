/// How the items of a list stand in a file: between brackets, or as lines.
enum ListLayout {
  case flow(FlowList)
  case block(BlockList)

  /// - Returns: Nil for what is no list, or one that is only referred to here.
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

  /// Behind the properties of the list, as `&places`, and comments.
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
  /// How an item is written, on one line and without a comment; nil where that can't be told.
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

  /// The file's text with items taken out, and others put behind those that stay.
  ///
  /// - Parameters:
  ///   - isKept: For every item whether it stays.
  ///   - additions: The new items as they are to be written, or the number of one that is
  ///     taken out, to stand behind the others.
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
