internal import Yams

/// Reads every front matter that YAML allows; the only place that knows the YAML parser.
enum YAMLHeader {
  /// No front matter of a task is longer; what is might be made to exhaust the parser.
  private static let mostBytes = 256 * 1024

  static func parse(_ bytes: [UInt8], _ range: Range<Int>) -> Header {
    var header = Header()
    header.isPlain = false
    header.isBlock = false
    guard isHarmless(bytes[range]) else {
      header.problems = [
        Problem(
          at: range.lowerBound, in: bytes, "the front matter is too long or nested too deep to read"
        )
      ]
      return header
    }
    let text = String(decoding: bytes[range], as: UTF8.self)
    do {
      guard let node = try Yams.compose(yaml: text), !node.isEmptyScalar else {
        header.isBlock = true
        return header
      }
      guard case .mapping(let mapping) = node else {
        header.problems = [
          Problem(
            at: range.lowerBound, in: bytes, "the front matter is no list of keys and values",
            hint: "write lines like 'title: Buy milk'")
        ]
        return header
      }
      let layout = HeaderLayout(bytes, range, mapping)
      header.entries = layout.entries
      header.isBlock = layout.isBlock
    } catch {
      header.problems = [problem(error, bytes, range)]
    }
    return header
  }

  /// Bounds what the parser's recursion and its aliases could cost.
  private static func isHarmless(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count <= mostBytes else { return false }
    var (open, dashes, indent, anchors, aliases) = (0, 0, 0, 0, 0)
    var isLineStart = true
    for (index, byte) in zip(text.indices, text) {
      switch byte {
      case .openBracket, UInt8(ascii: "{"): open += 1
      case .closeBracket, UInt8(ascii: "}"): open = max(0, open - 1)
      case UInt8(ascii: "&"): anchors += 1
      case UInt8(ascii: "*"): aliases += 1
      default: break
      }
      if byte == .newline {
        (isLineStart, indent, dashes) = (true, 0, 0)
      } else if isLineStart {
        if byte.isBlank {
          indent += 1
        } else if byte == .dash || byte == UInt8(ascii: "?"), index + 1 < text.endIndex,
          text[index + 1].isBlank
        {
          dashes += 1
        } else {
          isLineStart = false
        }
      }
      guard open + dashes <= 100, indent <= 400 else { return false }
    }
    return anchors < 4 || aliases < 30
  }

  private static func problem(
    _ error: any Error, _ bytes: [UInt8], _ range: Range<Int>
  ) -> Problem {
    let firstLine = Problem(at: range.lowerBound, in: bytes, "").line
    func at(_ mark: Mark, _ message: String) -> Problem {
      Problem(
        line: mark.line + firstLine - 1, column: mark.column, message: message,
        hint: "quote the value if it is meant as text")
    }
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _)?: return at(mark, "not YAML: \(problem)")
    case .parser(_, let problem, let mark, _)?: return at(mark, "not YAML: \(problem)")
    case .composer(_, let problem, let mark, _)?: return at(mark, "not YAML: \(problem)")
    case .reader(let problem, let offset, _, _)?:
      return Problem(at: range.lowerBound + (offset ?? 0), in: bytes, "not YAML: \(problem)")
    case .duplicatedKeysInMapping(let keys, let context)?:
      let names = keys.map { "'\($0)'" }.joined(separator: ", ")
      return Problem(
        line: context.mark.line + firstLine - 1, column: context.mark.column,
        message: "the key \(names) is there twice", hint: "remove one of them")
    default:
      return Problem(at: range.lowerBound, in: bytes, "not YAML")
    }
  }
}

extension Node {
  /// A document without content, or with nothing but comments.
  fileprivate var isEmptyScalar: Bool {
    guard case .scalar(let scalar) = self else { return false }
    return scalar.string.isEmpty && scalar.style != .doubleQuoted && scalar.style != .singleQuoted
  }

  /// What it means to memo; deeper things are nil here and kept as text.
  fileprivate var meaning: FieldValue? {
    switch self {
    case .scalar(let scalar):
      let isNull = scalar.style == .plain && TaskFile.Scalar.isNull(Array(scalar.string.utf8)[...])
      return isNull ? nil : .text(scalar.string)
    case .sequence(let items):
      let texts = items.compactMap { item in
        if case .scalar(let scalar) = item { scalar.string } else { nil }
      }
      return texts.count == items.count ? .list(texts) : nil
    case .mapping, .alias: return nil
    }
  }

  fileprivate var isDeep: Bool {
    switch self {
    case .scalar: false
    case .sequence(let items): items.contains { if case .scalar = $0 { false } else { true } }
    case .mapping, .alias: true
    }
  }
}

/// Where in the file the entries are that the parser found.
private struct HeaderLayout {
  private(set) var entries: [HeaderEntry] = []
  private(set) var isBlock: Bool
  private let bytes: [UInt8]
  /// Without the line ends.
  private let lines: [Range<Int>]
  private let range: Range<Int>

  init(_ bytes: [UInt8], _ range: Range<Int>, _ mapping: Node.Mapping) {
    self.bytes = bytes
    self.range = range
    lines = Self.lines(bytes, range)
    isBlock = mapping.style != .flow
    let pairs = Array(mapping)
    for (index, (key, value)) in pairs.enumerated() {
      let line = (key.mark?.line ?? 1) - 1
      let nextLine = index + 1 < pairs.count ? (pairs[index + 1].key.mark?.line ?? 1) - 1 : nil
      if key.mark?.column != 1 || nextLine == line { isBlock = false }
      add(key, value, line: line, nextLine: nextLine)
    }
  }

  /// Broken where YAML breaks them, that is also behind CR, NEL, LS and PS.
  private static func lines(_ bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      let width = breakWidth(bytes, index, range.upperBound)
      if width > 0 {
        lines.append(start..<index)
        start = index + width
      }
      index += max(1, width)
    }
    return lines + [start..<range.upperBound]
  }

  /// How many bytes a line break takes; 0 where there is none.
  private static func breakWidth(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Int {
    func follows(_ byte: UInt8, _ distance: Int = 1) -> Bool {
      index + distance < end && bytes[index + distance] == byte
    }
    switch bytes[index] {
    case .newline: return 1
    case .carriageReturn: return follows(.newline) ? 2 : 1
    case 0xC2: return follows(0x85) ? 2 : 0
    case 0xE2: return follows(0x80) && (follows(0xA8, 2) || follows(0xA9, 2)) ? 3 : 0
    default: return 0
    }
  }

  /// Where the line behind a line begins.
  private func next(_ line: Int) -> Int {
    line + 1 < lines.count ? lines[line + 1].lowerBound : range.upperBound
  }

  private mutating func add(_ key: Node, _ value: Node, line: Int, nextLine: Int?) {
    guard case .scalar(let name) = key, line < lines.count else {
      isBlock = false
      return
    }
    let (start, lineEnd) = (lines[line].lowerBound, lines[line].upperBound)
    let end = contentEnd(from: line, to: nextLine)
    guard let afterColon = colon(from: start, to: lineEnd) else {
      isBlock = false
      entries.append(
        HeaderEntry(
          key: name.string, start: start, afterColon: start, value: start..<start, style: .complex,
          end: end, meaning: meaning(of: value, start..<end), isNested: value.isDeep))
      return
    }
    let isOneLine = end <= next(line)
    let found = isOneLine ? inline(value, from: afterColon, to: lineEnd) : nil
    let span =
      found?.value ?? (isOneLine ? withoutComment(afterColon..<lineEnd) : afterColon..<end)
    entries.append(
      HeaderEntry(
        key: name.string, start: start, afterColon: afterColon, value: span,
        style: found?.style ?? .complex, end: end, meaning: meaning(of: value, span),
        isNested: value.isDeep))
  }

  private func meaning(of node: Node, _ span: Range<Int>) -> FieldValue? {
    guard node.isDeep else { return node.meaning }
    return .text(String(decoding: bytes[span].trimmingSpaces, as: UTF8.self))
  }

  /// A value on its key's own line, if it can be told where it ends.
  private func inline(
    _ value: Node, from start: Int, to end: Int
  ) -> (value: Range<Int>, style: HeaderEntry.Style)? {
    if let found = ValueScanner.scan(bytes, from: start, to: end) { return found }
    guard case .scalar(let scalar) = value,
      scalar.style == .doubleQuoted || scalar.style == .singleQuoted,
      let first = bytes[start..<end].firstIndex(where: { !$0.isBlank }),
      bytes[first] == .quote || bytes[first] == .apostrophe
    else { return nil }
    var index = first + 1
    while index < end {
      if bytes[index] == bytes[first] {
        let isDoubled =
          bytes[first] == .apostrophe && index + 1 < end && bytes[index + 1] == .apostrophe
        if !isDoubled {
          return (first..<(index + 1), bytes[first] == .quote ? .doubleQuoted : .singleQuoted)
        }
        index += 1
      } else if bytes[index] == .backslash, bytes[first] == .quote {
        index += 1
      }
      index += 1
    }
    return nil
  }

  /// The rest of a line up to a comment, and without the space around it.
  private func withoutComment(_ line: Range<Int>) -> Range<Int> {
    var rest = bytes[line].drop(while: \.isBlank)
    let start = rest.startIndex
    var end = start
    var mark: UInt8?
    while let byte = rest.popFirst() {
      let before = bytes[rest.startIndex - 2]
      if byte == .backslash, mark == .quote {
        _ = rest.popFirst()
      } else if mark != nil {
        if byte == mark { mark = nil }
      } else if byte == .hash, before.isBlank {
        break
      } else if byte == .quote || byte == .apostrophe,
        before.isBlank || "[{,:".utf8.contains(before)
      {
        mark = byte
      }
      if !byte.isBlank { end = rest.startIndex }
    }
    // A quote that doesn't end was none.
    return mark == nil ? start..<end : start..<line.upperBound
  }

  /// Behind the entry's last line; blank lines and comments before the next key are not its.
  private func contentEnd(from line: Int, to nextLine: Int?) -> Int {
    var last = min(nextLine ?? lines.count, lines.count) - 1
    while last > line {
      let text = bytes[lines[last]]
      if text.first != .hash, !text.allSatisfy(\.isBlank) { break }
      last -= 1
    }
    // Where keys share a line, the next one is on the same.
    return next(max(last, line))
  }

  /// Behind the colon that ends a key; nil for keys written in unusual ways.
  private func colon(from start: Int, to end: Int) -> Int? {
    guard start < end, bytes[start] != UInt8(ascii: "?") else { return nil }
    var index = start
    if bytes[start] == .quote || bytes[start] == .apostrophe {
      index += 1
      while index < end, bytes[index] != bytes[start] { index += 1 }
      index += 1
    }
    while index < end {
      if bytes[index] == .colon, index + 1 == end || bytes[index + 1].isBlank { return index + 1 }
      index += 1
    }
    return nil
  }
}
