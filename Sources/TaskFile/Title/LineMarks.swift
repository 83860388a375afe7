/// The marks with which lines of Markdown begin and end.
enum LineMarks {
  /// A line without the marks of quotes, lists, checkboxes and headings, and without an anchor.
  ///
  /// - Returns: And whether it is a heading.
  static func stripped(_ line: String) -> (text: String, isHeading: Bool) {
    var rest = line.utf8[...]
    var isHeading = false
    while let next = behindMark(rest) {
      isHeading = next.isHeading
      rest = next.rest
      if isHeading { break }
    }
    var text = (String(rest) ?? line).oneLine
    if isHeading { text = withoutClosing(text) }
    return (withoutAnchor(text), isHeading)
  }

  /// Whether a line begins something of its own below a paragraph: a heading, a quote, a list.
  static func begins(_ line: String) -> Bool {
    let line = line.utf8[...]
    // A number other than that may as well end a sentence.
    if let first = line.first, first.isDigit, first != UInt8(ascii: "1") { return false }
    return behindMark(line) != nil
  }

  /// What is behind a mark and the space that belongs to it; nil where there is no mark.
  private static func behindMark(
    _ line: Substring.UTF8View
  ) -> (rest: Substring.UTF8View, isHeading: Bool)? {
    let line = line.drop(while: \.isBlank)
    guard let first = line.first else { return nil }
    func behind(_ mark: Substring.UTF8View) -> Substring.UTF8View? {
      let rest = line.dropFirst(mark.count)
      return rest.first.map(\.isBlank) ?? true ? rest : nil
    }
    switch first {
    case .greater: return (line.dropFirst(), false)
    case .dash, .plus, .asterisk: return behind(line.prefix(1)).map { ($0, false) }
    case .hash:
      let hashes = line.prefix { $0 == .hash }
      return hashes.count <= 6 ? behind(hashes).map { ($0, true) } : nil
    case .openBracket:
      let box = line.prefix(3)
      guard box.count == 3, box.last == .closeBracket, let sign = box.dropFirst().first,
        sign == .space || sign | 0x20 == UInt8(ascii: "x")
      else { return nil }
      return behind(box).map { ($0, false) }
    default:
      let digits = line.prefix(while: \.isDigit)
      guard (1...9).contains(digits.count), let sign = line.dropFirst(digits.count).first,
        sign == .dot || sign == .closeParenthesis
      else { return nil }
      return behind(line.prefix(digits.count + 1)).map { ($0, false) }
    }
  }

  /// Without the hashes that may close a heading.
  private static func withoutClosing(_ text: String) -> String {
    var rest = text.utf8[...]
    while rest.last == .hash { rest.removeLast() }
    return rest.last.map(\.isBlank) ?? true ? (String(rest) ?? text).oneLine : text
  }

  /// Without `{#anchor}` at the end.
  private static func withoutAnchor(_ text: String) -> String {
    let bytes = text.utf8
    guard bytes.last == .closeBrace, let open = bytes.lastIndex(of: .openBrace),
      bytes[bytes.index(after: open)] == .hash
    else { return text }
    return String(text[..<open]).oneLine
  }

  /// Whether a line is `---`, `* * *`, `___` or the like, or the underline of nothing.
  static func isRule(_ line: String) -> Bool {
    guard let mark = line.utf8.first, "-*_=".utf8.contains(mark) else { return false }
    var count = 0
    for byte in line.utf8 where !byte.isBlank {
      guard byte == mark else { return false }
      count += 1
    }
    return count >= 3
  }
}
