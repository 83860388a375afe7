/// Reads common front matter, `key: value` line by line.
///
/// It takes a hundredth of the YAML parser's time, and leaves the rest to that.
enum PlainHeader {
  /// - Parameter range: The lines between the fences.
  /// - Returns: Nil if the YAML parser has to read it.
  static func parse(_ bytes: [UInt8], _ range: Range<Int>) -> Header? {
    guard range.count <= Limits.headerBytes else { return nil }
    var header = Header(isBlock: true)
    header.entries.reserveCapacity(8)
    var start = range.lowerBound
    while start < range.upperBound {
      var newline = start
      while newline < range.upperBound, bytes[newline] != .newline { newline += 1 }
      let next = min(newline + 1, range.upperBound)
      var end = newline
      if end > start, bytes[end - 1] == .carriageReturn { end -= 1 }
      if start < end, bytes[start] != .hash {
        guard let entry = entry(bytes, start, end, next) else { return nil }
        // The search is fast only for a few keys.
        guard header.entries.count < 64, header.entry(entry.key) == nil else { return nil }
        header.entries.append(entry)
      } else if start < end, bytes[start..<end].contains(where: { $0 < 0x20 || $0 >= 0x7F }) {
        return nil
      }
      start = next
    }
    return header
  }

  private static func entry(
    _ bytes: [UInt8], _ start: Int, _ end: Int, _ next: Int
  ) -> HeaderEntry? {
    guard bytes[start].isLetter || bytes[start] == UInt8(ascii: "_") else { return nil }
    var colon = start
    while colon < end, bytes[colon] != .colon {
      let byte = bytes[colon]
      guard byte.isLetter || byte.isDigit || "-_.".utf8.contains(byte) else { return nil }
      colon += 1
    }
    // YAML limits the length of a key.
    guard colon < end, colon - start <= 256, colon + 1 == end || bytes[colon + 1] == .space else {
      return nil
    }
    var entry = HeaderEntry(
      key: String(decoding: bytes[start..<colon], as: UTF8.self), start: start,
      afterColon: colon + 1, value: colon..<colon, style: .complex, end: next)
    if let list = LineList(bytes, from: colon + 1, to: end) {
      entry.style = list.hasQuotes ? .complex : .flowList
      entry.value = list.range
      let texts = list.items.map { String(decoding: bytes[$0], as: UTF8.self) }
      entry.meaning = .list(texts)
      if list.hasQuotes {
        // A quoted item is text, even if it looks like a number.
        let items = zip(list.items, texts).map { item, text -> TypedValue in
          [.quote, .apostrophe].contains(bytes[item.lowerBound - 1])
            ? .text(text) : TypedValue(plain: text)
        }
        entry.typed = .list(items)
      }
    } else if let (value, style) = ValueScanner.scan(bytes, from: colon + 1, to: end) {
      (entry.value, entry.style) = (value, style)
      let isQuoted = style == .singleQuoted || style == .doubleQuoted
      let text = isQuoted ? bytes[value].dropFirst().dropLast() : bytes[value]
      if isQuoted || !Scalar.isNull(text) {
        entry.meaning = .text(String(decoding: text, as: UTF8.self))
      }
    } else {
      return nil
    }
    return entry
  }
}

extension ArraySlice<UInt8> {
  var trimmingBlanks: ArraySlice<UInt8> {
    var slice = self
    while slice.first?.isBlank == true { slice.removeFirst() }
    while slice.last?.isBlank == true { slice.removeLast() }
    return slice
  }
}

/// A list on its key's line, `[a, "b c"]`, of plain words and quoted ones without escapes.
struct LineList {
  /// With the brackets.
  let range: Range<Int>
  /// Without quotes.
  private(set) var items: [Range<Int>] = []
  private(set) var hasQuotes = false

  /// - Parameters:
  ///   - start: After the colon.
  ///   - end: The end of the line.
  /// - Returns: Nil if it is no list, or needs the YAML parser.
  init?(_ bytes: [UInt8], from start: Int, to end: Int) {
    var first = start
    while first < end, bytes[first] == .space { first += 1 }
    guard let list = FlowList(bytes, in: first..<end), !list.endsWithComma,
      ValueScanner.isBlankOrComment(bytes, list.end, end)
    else { return nil }
    range = first..<list.end
    for item in list.items {
      if [.quote, .apostrophe].contains(bytes[item.lowerBound]) {
        guard ValueScanner.quoteEnd(bytes, item.lowerBound, item.upperBound) == item.upperBound
        else { return nil }
        items.append((item.lowerBound + 1)..<(item.upperBound - 1))
        hasQuotes = true
      } else {
        guard ValueScanner.isFlowWord(bytes, item) else { return nil }
        items.append(item)
      }
    }
  }
}

enum ValueScanner {
  /// - Parameters:
  ///   - start: After the colon.
  ///   - end: The end of the line.
  /// - Returns: Nil if the line needs the YAML parser.
  static func scan(
    _ bytes: [UInt8], from start: Int, to end: Int
  ) -> (value: Range<Int>, style: HeaderEntry.Style)? {
    var index = start
    while index < end, bytes[index] == .space { index += 1 }
    guard index < end else { return (index..<index, .empty) }
    switch bytes[index] {
    case .hash:
      // A comment needs a space before it, which `key:#x` lacks.
      return index > start && isOrdinary(bytes, index..<end) ? (start..<start, .empty) : nil
    case .quote: return quoted(bytes, index, end, .doubleQuoted)
    case .apostrophe: return quoted(bytes, index, end, .singleQuoted)
    case .openBracket:
      guard let list = LineList(bytes, from: index, to: end), !list.hasQuotes else { return nil }
      return (list.range, .flowList)
    default: break
    }
    guard !isIndicator(bytes[index]) else { return nil }
    if [.dash, .colon, UInt8(ascii: "?")].contains(bytes[index]) {
      guard index + 1 < end, !bytes[index + 1].isBlank else { return nil }
    }
    let first = index
    var last = index
    while index < end {
      let byte = bytes[index]
      guard isOrdinary(byte), !startsUnusual(bytes, index, end) else { return nil }
      if byte == .hash, bytes[index - 1] == .space {
        guard isOrdinary(bytes, index..<end) else { return nil }
        break
      }
      if byte == .colon, index + 1 == end || bytes[index + 1].isBlank { return nil }
      if byte != .space { last = index }
      index += 1
    }
    return (first..<(last + 1), .plain)
  }

  private static func quoted(
    _ bytes: [UInt8], _ start: Int, _ end: Int, _ style: HeaderEntry.Style
  ) -> (value: Range<Int>, style: HeaderEntry.Style)? {
    guard let behind = quoteEnd(bytes, start, end), isBlankOrComment(bytes, behind, end) else {
      return nil
    }
    return (start..<behind, style)
  }

  /// The position after the closing quote; nil for escapes.
  static func quoteEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    guard let close = bytes[(start + 1)..<end].firstIndex(of: bytes[start]),
      isOrdinary(bytes, (start + 1)..<close),
      bytes[start] != .quote || !bytes[start..<close].contains(.backslash)
    else { return nil }
    return close + 1
  }

  /// Whether an item in brackets is a plain word.
  static func isFlowWord(_ bytes: [UInt8], _ item: Range<Int>) -> Bool {
    ![.dash, UInt8(ascii: "?")].contains(bytes[item.lowerBound])
      && item.allSatisfy { index in
        isOrdinary(bytes[index]) && !isIndicator(bytes[index]) && bytes[index] != .colon
          && !startsUnusual(bytes, index, item.upperBound)
      }
  }

  static func isBlankOrComment(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    var index = start
    while index < end, bytes[index] == .space { index += 1 }
    return index == end
      || (bytes[index] == .hash && index > start && isOrdinary(bytes, index..<end))
  }

  /// Whether a text contains no line break or forbidden character of YAML.
  private static func isOrdinary(_ bytes: [UInt8], _ text: Range<Int>) -> Bool {
    text.allSatisfy { index in
      isOrdinary(bytes[index]) && !startsUnusual(bytes, index, text.upperBound)
    }
  }

  private static func isOrdinary(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F }

  /// NEL, LS, PS and the byte order mark, special in YAML, and forbidden characters.
  private static func startsUnusual(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Bool {
    guard bytes[index] >= 0x80, index + 1 < end else { return false }
    let third = index + 2 < end ? bytes[index + 2] : 0
    return switch (bytes[index], bytes[index + 1]) {
    case (0xC2, 0x80...0x9F): true
    case (0xE2, 0x80): third == 0xA8 || third == 0xA9
    case (0xEF, 0xBB), (0xEF, 0xBF): third >= 0xBE
    default: false
    }
  }

  static func isIndicator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "["), .closeBracket, .openBrace, .closeBrace, .comma, .hash,
      UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "|"),
      UInt8(ascii: ">"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "%"),
      UInt8(ascii: "@"), UInt8(ascii: "`"):
      true
    default: false
    }
  }
}
