/// Finds a value on its line without a YAML parser, where there can be no doubt about it.
enum ValueScanner {
  /// - Parameters:
  ///   - start: Behind the colon.
  ///   - end: Where the line's ending begins.
  /// - Returns: Nil when only a YAML parser can tell.
  static func scan(
    _ bytes: [UInt8], from start: Int, to end: Int
  ) -> (value: Range<Int>, style: HeaderEntry.Style)? {
    var index = start
    while index < end, bytes[index] == .space { index += 1 }
    guard index < end else { return (index..<index, .empty) }
    switch bytes[index] {
    case .hash:
      // A comment, if a space is before it; `key:#x` is no such thing.
      return index > start && isOrdinary(bytes, index..<end) ? (start..<start, .empty) : nil
    case .quote: return quoted(bytes, index, end, .doubleQuoted)
    case .apostrophe: return quoted(bytes, index, end, .singleQuoted)
    case .openBracket:
      guard let list = LineList(bytes, from: index, to: end), !list.hasQuotes else { return nil }
      return (list.range, .flowList)
    default: return plain(bytes, index, end)
    }
  }

  private static func quoted(
    _ bytes: [UInt8], _ start: Int, _ end: Int, _ style: HeaderEntry.Style
  ) -> (value: Range<Int>, style: HeaderEntry.Style)? {
    guard let behind = quoteEnd(bytes, start, end), isBlankOrComment(bytes, behind, end) else {
      return nil
    }
    return (start..<behind, style)
  }

  /// Behind the quote that closes what begins with one; nil where anything is escaped.
  static func quoteEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    let mark = bytes[start]
    var index = start + 1
    while index < end, bytes[index] != mark {
      guard isOrdinary(bytes[index]), bytes[index] != .backslash || mark != .quote else {
        return nil
      }
      if startsUnusual(bytes, index, end) { return nil }
      index += 1
    }
    return index < end ? index + 1 : nil
  }

  private static func plain(
    _ bytes: [UInt8], _ start: Int, _ end: Int
  ) -> (value: Range<Int>, style: HeaderEntry.Style)? {
    guard !isIndicator(bytes[start]) else { return nil }
    if [.dash, .colon, UInt8(ascii: "?")].contains(bytes[start]) {
      guard start + 1 < end, !bytes[start + 1].isBlank else { return nil }
    }
    var index = start
    var last = start
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
    return (start..<(last + 1), .plain)
  }

  /// What an item of a list holds that stands there without quotes, up to a comma or a bracket.
  static func flowWord(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Range<Int>? {
    guard bytes[start] != .dash, bytes[start] != UInt8(ascii: "?") else { return nil }
    var (index, last) = (start, start)
    while index < end, bytes[index] != .comma, bytes[index] != .closeBracket {
      let byte = bytes[index]
      guard isOrdinary(byte), !isIndicator(byte), byte != .colon, !startsUnusual(bytes, index, end)
      else { return nil }
      index += 1
      if byte != .space { last = index }
    }
    return last > start ? start..<last : nil
  }

  static func isBlankOrComment(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    var index = start
    while index < end, bytes[index] == .space { index += 1 }
    return index == end
      || (bytes[index] == .hash && index > start && isOrdinary(bytes, index..<end))
  }

  /// Whether there is nothing in a comment that would end it, or that no YAML may hold.
  private static func isOrdinary(_ bytes: [UInt8], _ comment: Range<Int>) -> Bool {
    comment.allSatisfy { index in
      isOrdinary(bytes[index]) && !startsUnusual(bytes, index, comment.upperBound)
    }
  }

  private static func isOrdinary(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F }

  /// NEL, LS, PS and BOM, which YAML treats in ways of its own, and what no YAML may hold.
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
