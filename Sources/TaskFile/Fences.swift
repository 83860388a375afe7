/// The positions of a file's front matter and text.
struct Fences: Hashable {
  private(set) var format: FrontMatterFormat?
  /// The lines between the fences of YAML.
  private(set) var header: Range<Int>?
  /// Front matter in TOML, JSON or an unsupported format.
  private(set) var foreign: Range<Int>?
  /// The beginning of the text.
  private(set) var body: Int
  /// Whether the front matter has no closing line.
  private(set) var isUnclosed = false
  /// YAML front matter below the beginning, with its fences.
  private(set) var misplaced: Range<Int>?
  var newline: [UInt8] { usesCRLF ? [.carriageReturn, .newline] : [.newline] }
  private var usesCRLF: Bool
  /// The position after a byte order mark.
  let start: Int

  init(_ bytes: [UInt8]) {
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    body = start
    let first = Self.lineEnd(bytes, start)
    usesCRLF = first < bytes.count && first > start && bytes[first - 1] == .carriageReturn
    guard !findForeign(behindBlanksIn: bytes) else { return }
    guard first > start else {
      findMisplaced(bytes, from: start)
      return
    }
    switch bytes[start] {
    case .dash where Self.isFence(bytes, start..<first, .dash):
      format = .yaml
      header = close(bytes, behind: first, with: [.dash, .dot])
      // The fields may follow an empty front matter.
      if let header, bytes[header].allSatisfy({ $0 <= .space }) { findMisplaced(bytes, from: body) }
    case .plus where Self.isFence(bytes, start..<first, .plus):
      format = .toml
      foreign = close(bytes, behind: first, with: [.plus])
    case .openBrace:
      guard let object = JSONReader(bytes, from: start) else {
        findBrokenJSON(bytes, behind: first)
        return
      }
      format = .json
      foreign = start..<object.index
      body = min(object.index + 1, bytes.count)
    case .dash: findNamed(bytes, behind: first)
    case .semicolon where Self.isFence(bytes, start..<first, .semicolon):
      // JSON without braces, as in Hexo. Without an end it is a row of signs.
      foreign = close(bytes, behind: first, with: [.semicolon])
      format = foreign == nil ? nil : .other
      isUnclosed = false
    default: findMisplaced(bytes, from: start)
    }
  }

  /// Finds front matter with a format after the fence, such as `---json`, as in gray-matter and
  /// Eleventy.
  ///
  /// After an unknown name, it is text.
  private mutating func findNamed(_ bytes: [UInt8], behind first: Int) {
    let fence = String(decoding: bytes[start..<first], as: UTF8.self)
    let language = fence.dropFirst(3).filter { !$0.isWhitespace }.lowercased()
    guard fence.hasPrefix("---"), let named = Self.languages[language] else { return }
    guard let lines = close(bytes, behind: first, with: [.dash]) else {
      // With the name of a programming language, front matter needs a closing fence.
      if named.isRead { format = named } else { isUnclosed = false }
      return
    }
    format = named
    switch named {
    case .yaml: header = lines
    case .toml, .other: foreign = lines
    case .json:
      let open = lines.first { bytes[$0] > .space } ?? lines.lowerBound
      if let object = JSONReader(bytes, from: open), object.index <= lines.upperBound {
        foreign = open..<object.index
      } else {
        (format, foreign) = (.other, lines)
      }
    }
  }

  /// Formats by their names after fences.
  private static let languages: [String: FrontMatterFormat] = [
    "json": .json, "toml": .toml, "yaml": .yaml, "yml": .yaml, "js": .other, "javascript": .other,
    "node": .other, "coffee": .other, "coffeescript": .other, "cson": .other,
  ]

  /// Finds TOML and JSON below white space, which Hugo and Zola skip.
  private mutating func findForeign(behindBlanksIn bytes: [UInt8]) -> Bool {
    var open = start
    while open < bytes.count, bytes[open] <= .space { open += 1 }
    let end = Self.lineEnd(bytes, open)
    guard open > start, open < bytes.count, bytes[open - 1] == .newline else { return false }
    if bytes[open] == .openBrace, let object = JSONReader(bytes, from: open) {
      format = .json
      foreign = open..<object.index
      body = min(object.index + 1, bytes.count)
      return true
    }
    guard Self.isFence(bytes, open..<end, .plus) else { return false }
    foreign = close(bytes, behind: end, with: [.plus])
    // Without a second fence, the row of signs is text.
    isUnclosed = false
    format = foreign == nil ? nil : .toml
    return foreign != nil
  }

  /// Finds front matter below blank lines, comments, headings or an empty front matter.
  ///
  /// A rule and an underlined heading look like fences. So the line after the fence must not be
  /// blank, all lines must look like YAML, and one key must be memo's.
  private mutating func findMisplaced(_ bytes: [UInt8], from top: Int) {
    var open = top
    while let next = Self.lineAbove(bytes, open) { open = next }
    let first = Self.lineEnd(bytes, open) + 1
    guard open > start, first <= bytes.count, Self.isFence(bytes, open..<(first - 1), .dash)
    else { return }
    var isTask = false
    var line = first
    while line < bytes.count {
      let end = Self.lineEnd(bytes, line)
      if [UInt8.dash, .dot].contains(where: { Self.isFence(bytes, line..<end, $0) }) {
        misplaced = isTask ? open..<min(end + 1, bytes.count) : nil
        return
      }
      let text = bytes[line..<end]
      if let key = Self.key(text) {
        isTask = isTask || TaskDocument.isKnown(key)
      } else if line == first || !Self.isWithinMapping(text) {
        return
      }
      line = end + 1
    }
  }

  /// The key of a line `key: value`.
  private static func key(_ line: ArraySlice<UInt8>) -> String? {
    let key = line.prefix { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }
    let rest = line[key.endIndex...]
    guard !key.isEmpty, rest.first == .colon,
      rest.dropFirst().first.map({ $0.isBlank || $0 == .carriageReturn }) ?? true
    else { return nil }
    return String(decoding: key, as: UTF8.self)
  }

  /// Whether a line without a key may belong to a mapping: blank, indented, a comment or an item.
  private static func isWithinMapping(_ line: ArraySlice<UInt8>) -> Bool {
    line.first.map { $0.isBlank || $0 == .carriageReturn || $0 == .hash || $0 == .dash } ?? true
  }

  /// The visible part of a row of one sign; nil for other lines.
  private static func row(_ line: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
    var seen: [Unicode.Scalar] = []
    for sign in String(decoding: line, as: UTF8.self).unicodeScalars
    where !sign.properties.isWhitespace && sign != "\u{200B}" && sign != "\u{FEFF}" {
      // The second sign decides, so this doesn't read a long text.
      guard seen.isEmpty || seen[0] == sign else { return nil }
      seen.append(sign)
    }
    return seen
  }

  /// The end of a line that may precede front matter by mistake: blank, a heading, or a comment
  /// with its further lines; nil for other lines.
  private static func lineAbove(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    var end = lineEnd(bytes, start)
    let line = bytes[start..<end]
    // An underlined heading.
    let below = lineEnd(bytes, min(end + 1, bytes.count))
    if end < below, row(bytes[end..<below])?.first == "=" { return min(below + 1, bytes.count) }
    if line.starts(with: "<!--".utf8) {
      var close = start + 4
      while close < bytes.count, !bytes[close...].starts(with: "-->".utf8) { close += 1 }
      end = lineEnd(bytes, close)
      guard bytes[close..<end].dropFirst(3).allSatisfy({ $0.isBlank || $0 == .carriageReturn })
      else { return nil }
    } else {
      let rest = line.drop { $0 == .hash }
      let isHeading = (1...6).contains(line.count - rest.count) && rest.first?.isBlank ?? true
      let row = row(line)
      let isRule = row.map { $0.count > 2 && "*_".unicodeScalars.contains($0[0]) } ?? false
      guard isHeading || isRule || row?.isEmpty == true || line.starts(with: "[//]:".utf8) else {
        return nil
      }
    }
    return min(end + 1, bytes.count)
  }

  /// Finds invalid JSON: a brace and a quoted key, or braces alone on two lines.
  private mutating func findBrokenJSON(_ bytes: [UInt8], behind first: Int) {
    guard JSONReader.isBroken(bytes, from: start) else { return }
    var line = min(first + 1, bytes.count)
    while line < bytes.count, !Self.isAlone(.closeBrace, bytes, line..<Self.lineEnd(bytes, line)) {
      line = Self.lineEnd(bytes, line) + 1
    }
    let isClosed = line < bytes.count
    let isOpened = Self.isAlone(.openBrace, bytes, start..<first)
    guard isOpened && isClosed || JSONReader.beginsWithKey(bytes, from: start) else { return }
    format = .other
    // Without an end, the rest is text, too.
    guard isClosed else { return }
    body = min(Self.lineEnd(bytes, line) + 1, bytes.count)
    foreign = start..<body
  }

  private static func isAlone(_ sign: UInt8, _ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    bytes[line].first == sign
      && bytes[line].dropFirst().allSatisfy { $0.isBlank || $0 == .carriageReturn }
  }

  func closing(in bytes: [UInt8]) -> String {
    bytes[start...].first == .plus ? "+++" : "---"
  }

  /// - Returns: The lines up to the next fence; nil without one.
  private mutating func close(
    _ bytes: [UInt8], behind first: Int, with marks: [UInt8]
  ) -> Range<Int>? {
    let headerStart = min(first + 1, bytes.count)
    var line = headerStart
    while line < bytes.count {
      let end = Self.lineEnd(bytes, line)
      if marks.contains(where: { Self.isFence(bytes, line..<end, $0) }) {
        body = min(end + 1, bytes.count)
        return headerStart..<line
      }
      line = end + 1
    }
    isUnclosed = true
    return nil
  }

  private static func lineEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != .newline { index += 1 }
    return index
  }

  /// Whether a line is a mark three times, and white space.
  private static func isFence(_ bytes: [UInt8], _ line: Range<Int>, _ mark: UInt8) -> Bool {
    let start = line.lowerBound
    guard line.count >= 3, bytes[start] == mark, bytes[start + 1] == mark, bytes[start + 2] == mark
    else { return false }
    return bytes[(start + 3)..<line.upperBound].allSatisfy { $0.isBlank || $0 == .carriageReturn }
  }
}
