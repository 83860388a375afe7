internal import YAML

/// Reads every valid front matter, with the YAML parser.
enum YAMLHeader {
  static func parse(
    _ bytes: [UInt8], _ range: Range<Int>, _ format: FrontMatterFormat = .yaml
  ) -> Header {
    func broken(_ message: String, _ hint: String? = nil) -> Header {
      let problem = Problem(at: range.lowerBound, in: bytes, message, hint: hint)
      return Header(format: format, problems: [problem])
    }
    guard range.count <= Limits.headerBytes else {
      return broken("the front matter is too long to read")
    }
    do throws(ParseError) {
      // Another check reports invalid UTF-8.
      let text = Array(String(decoding: bytes[range], as: UTF8.self).utf8)
      let (found, duplicate) = try compose(text, mostDepth: Limits.headerDepth)
      guard case .mapping(let pairs, let style)? = found?.content else {
        // A document with comments at most.
        if case .scalar("", .plain) = found?.content ?? .scalar("", .plain) {
          return Header(format: format, isBlock: true)
        }
        return broken(
          "the front matter has no keys and values", "write lines like 'title: Buy milk'")
      }
      guard pairs.count <= Limits.headerKeys else {
        return broken("the front matter has more than \(Limits.headerKeys) keys")
      }
      let layout = HeaderLayout(bytes, range, pairs, style)
      var header = Header(entries: layout.entries, format: format, isBlock: layout.isBlock)
      guard let duplicate else { return header }
      header.problems = [problem(duplicate, bytes, range)]
      var seen: Set<String> = []
      header.entries.removeAll { entry in
        guard !seen.insert(entry.key).inserted else { return false }
        header.repeatedKeys.insert(entry.key)
        return true
      }
      return header
    } catch {
      return Header(format: format, problems: [problem(error, bytes, range)])
    }
  }

  private static func problem(
    _ error: ParseError, _ bytes: [UInt8], _ range: Range<Int>
  ) -> Problem {
    let (message, hint): (String, String?) =
      switch error.reason {
      case .syntax(let words):
        (
          "not YAML: \(words)",
          isIndentedByTab(error.mark.line, bytes[range])
            ? "YAML indents with blanks alone: put some in the place of the tab"
            : "quote the value if it is meant as text"
        )
      case .duplicateKey(let key): ("the key '\(key)' is there twice", "remove one of them")
      case .tooDeep: ("nested deeper than \(Limits.headerDepth) levels", nil)
      case .tooManyAliases: ("its aliases expand to more than 10000 values", nil)
      case .tooManyMarks: (Header.tooManyMarks, nil)
      }
    let firstLine = Problem(at: range.lowerBound, in: bytes, "").line
    return Problem(
      line: error.mark.line + firstLine - 1, column: error.mark.column, message: message,
      hint: hint)
  }

  /// - Parameter number: The line, from 1.
  private static func isIndentedByTab(_ number: Int, _ text: ArraySlice<UInt8>) -> Bool {
    let lines = text.split(
      separator: .newline, maxSplits: number, omittingEmptySubsequences: false)
    guard lines.indices.contains(number - 1) else { return false }
    return lines[number - 1].prefix(while: \.isBlank).contains(.tab)
  }
}

extension Node {
  /// memo's value; nil for nested ones, which are kept as text.
  fileprivate var meaning: FieldValue? {
    switch content {
    case .scalar(let text, let style):
      let isNull = style == .plain && TaskFile.Scalar.isNull(Array(text.utf8)[...])
      return isNull ? nil : .text(text)
    case .sequence(let items, _):
      let texts = items.compactMap(\.text)
      return texts.count == items.count ? .list(texts) : nil
    case .mapping: return nil
    }
  }

  /// The complete value.
  ///
  /// A key that is no word gets its number as name.
  fileprivate var typed: TypedValue {
    switch content {
    case .scalar(let text, let style):
      style == .plain && tag == nil ? TypedValue(plain: text) : .text(text)
    case .sequence(let items, _): .list(items.map(\.typed))
    case .mapping(let pairs, _):
      .map(
        pairs.enumerated().map { index, pair in
          TypedValue.Pair(key: pair.key.text ?? "?\(index + 1)", value: pair.value.typed)
        })
    }
  }

  /// The last line, from 0; for a block collection, its last value's.
  fileprivate func lastLine(in layout: HeaderLayout) -> Int {
    // An end at the beginning of a line belongs to the line before.
    let last = end.line - (end.column > 1 ? 1 : 2)
    switch content {
    case .sequence(let items, .block): return items.last?.lastLine(in: layout) ?? last
    case .mapping(let pairs, .block): return pairs.last?.value.lastLine(in: layout) ?? last
    case .scalar(let text, .literal), .scalar(let text, .folded):
      // An alias has its text elsewhere.
      return start.line <= last ? layout.lastLine(ofBlock: text, from: start.line, to: last) : last
    // An empty value ends where the next token begins.
    case .scalar("", .plain): return -1
    default: return last
    }
  }

  fileprivate var isDeep: Bool {
    switch content {
    case .scalar: false
    case .sequence(let items, _): items.contains { $0.text == nil }
    case .mapping: true
    }
  }
}

/// The positions of the entries that the parser found.
struct HeaderLayout {
  private(set) var entries: [HeaderEntry] = []
  private(set) var isBlock: Bool
  let bytes: [UInt8]
  /// Without line endings.
  let lines: [Range<Int>]
  private let range: Range<Int>

  init(
    _ bytes: [UInt8], _ range: Range<Int>, _ pairs: [(key: Node, value: Node)],
    _ style: Node.CollectionStyle
  ) {
    self.bytes = bytes
    self.range = range
    // YAML also separates lines at CR, NEL, LS and PS. With them, entries get wrong positions, and
    // changes are refused.
    lines = bytes[range].split(separator: .newline, omittingEmptySubsequences: false).map { line in
      line.startIndex..<(line.last == .carriageReturn ? line.endIndex - 1 : line.endIndex)
    }
    isBlock = style != .flow
    for (index, (key, value)) in pairs.enumerated() {
      let line = key.start.line - 1
      let nextLine = index + 1 < pairs.count ? pairs[index + 1].key.start.line - 1 : nil
      if key.start.column != 1 || nextLine == line { isBlock = false }
      add(key, value, line: line, nextLine: nextLine)
    }
  }

  func next(_ line: Int) -> Int {
    line + 1 < lines.count ? lines[line + 1].lowerBound : range.upperBound
  }

  private mutating func add(_ key: Node, _ value: Node, line: Int, nextLine: Int?) {
    guard let name = key.text else {
      isBlock = false
      return
    }
    if line >= lines.count { isBlock = false }
    let line = min(line, lines.count - 1)
    let (start, lineEnd) = (lines[line].lowerBound, lines[line].upperBound)
    let end = contentEnd(from: line, to: nextLine, behind: value.lastLine(in: self))
    var entry = HeaderEntry(
      key: name, start: start, afterColon: start, value: start..<start, style: .complex, end: end,
      meaning: value.meaning, isNested: value.isDeep)
    var text = start..<end
    if let afterColon = colon(behind: key, on: start..<lineEnd) {
      let isOneLine = end <= next(line)
      let found = isOneLine ? ValueScanner.scan(bytes, from: afterColon, to: lineEnd) : nil
      text =
        found?.value ?? (isOneLine ? span(of: value, in: afterColon..<lineEnd) : afterColon..<end)
      (entry.afterColon, entry.value) = (afterColon, text)
      entry.style = found?.style ?? quotes(of: value, text)
      if found == nil { entry.typed = value.typed }
    } else {
      (isBlock, entry.typed) = (false, value.typed)
    }
    if entry.isNested {
      entry.meaning = .text(String(decoding: bytes[text].trimmingBlanks, as: UTF8.self))
    }
    entries.append(entry)
  }

  /// The parser's range, on the key's line.
  private func span(of value: Node, in line: Range<Int>) -> Range<Int> {
    let start = min(max(range.lowerBound + value.start.offset, line.lowerBound), line.upperBound)
    return start..<min(max(range.lowerBound + value.end.offset, start), line.upperBound)
  }

  /// The style of a quoted value with escapes, without an anchor or tag; complex for others.
  private func quotes(of value: Node, _ span: Range<Int>) -> HeaderEntry.Style {
    switch (value.content, bytes[span].first) {
    case (.scalar(_, .doubleQuoted), .quote): .doubleQuoted
    case (.scalar(_, .singleQuoted), .apostrophe): .singleQuoted
    default: .complex
    }
  }

  /// The position after the entry's last line, without blank lines and comments before the next
  /// key.
  ///
  /// - Parameter valueLine: The value's last line.
  func contentEnd(from line: Int, to nextLine: Int?, behind valueLine: Int) -> Int {
    var last = min(nextLine ?? lines.count, lines.count) - 1
    while last > line {
      let text = bytes[lines[last]].drop(while: \.isBlank)
      // In a block scalar and between quotes, `#` is text, and so is a blank line.
      guard last > valueLine, text.isEmpty || text.first == .hash else { break }
      last -= 1
    }
    // The next key may be on the same line.
    return next(max(last, line))
  }

  /// The position after a key's colon; nil for unusual keys.
  func colon(behind key: Node, on line: Range<Int>) -> Int? {
    let end = range.lowerBound + key.end.offset
    guard line.contains(end), bytes[line.lowerBound] != UInt8(ascii: "?") else { return nil }
    let rest = bytes[end..<line.upperBound].drop(while: \.isBlank)
    return rest.first == .colon ? rest.startIndex + 1 : nil
  }
}

extension HeaderLayout {
  /// The last line of a block scalar, from 0.
  ///
  /// The parser includes all blank lines after it. They belong to the text only if it ends in one.
  ///
  /// - Parameters:
  ///   - text: The parsed text.
  ///   - first: The line after the beginning.
  ///   - last: The parser's last line.
  func lastLine(ofBlock text: String, from first: Int, to last: Int) -> Int {
    let last = min(last, lines.count - 1)
    let lineEnd = text.utf8.last == .newline ? 1 : 0
    let ending = text.utf8.reversed().dropFirst(lineEnd).prefix { $0 != .newline }
    guard first <= last, text.isEmpty || ending.contains(where: { $0 != .space }) else {
      return last
    }
    return (first...last).last { !bytes[lines[$0]].allSatisfy { $0 == .space } } ?? first - 1
  }
}
