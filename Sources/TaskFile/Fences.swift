/// The positions of a file's front matter and text.
struct Fences: Hashable {
  private(set) var format: FrontMatterFormat?
  /// The lines between the fences of YAML.
  private(set) var header: Range<Int>?
  /// Front matter in braces, TOML, JSON or an unsupported format.
  private(set) var foreign: Range<Int>?
  /// The beginning of the text.
  private(set) var body: Int
  /// Whether the front matter has no closing line.
  private(set) var isUnclosed = false
  var newline: [UInt8] { usesCRLF ? [.carriageReturn, .newline] : [.newline] }
  private var usesCRLF: Bool
  /// The position after a byte order mark.
  let start: Int

  init(_ bytes: [UInt8]) {
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    body = start
    let first = bytes.lineEnd(from: start)
    usesCRLF = first < bytes.count && first > start && bytes[first - 1] == .carriageReturn
    // Hugo and Zola skip blank lines, too.
    let top = Self.firstLine(bytes, from: start)
    let end = bytes.lineEnd(from: top)
    guard end > top else { return }
    switch bytes[top] {
    case .dash where Self.isFence(bytes, top..<end, .dash):
      format = .yaml
      header = close(bytes, behind: end, with: [.dash, .dot])
      // Below blank lines, the fence may be a rule.
      if top > start, !(header.map { Self.isTask(bytes, $0) } ?? false) {
        (format, header, isUnclosed, body) = (nil, nil, false, start)
      }
      if let range = header, let brace = bytes[range].firstIndex(where: { $0 > .space }),
        bytes[brace] == .openBrace
      {
        (format, header, foreign) = (.braces, nil, brace..<range.upperBound)
      }
    case .plus where Self.isFence(bytes, top..<end, .plus):
      format = .toml
      foreign = close(bytes, behind: end, with: [.plus])
      // Below blank lines, a row of signs without an end is text.
      if top > start, foreign == nil { (format, isUnclosed) = (nil, false) }
    case .openBrace:
      var object = JSONReader(bytes, at: top)
      if object.typedValue() == nil {
        if JSONReader.beginsWithKey(bytes, from: top) { format = .other }
        return
      }
      let end = bytes.lineEnd(from: object.index)
      // Otherwise it is text.
      guard bytes[object.index..<end].allSatisfy({ $0.isBlank || $0.isLineEnd }) else { return }
      (format, foreign, body) = (.json, top..<object.index, min(end + 1, bytes.count))
    case .dash, .semicolon:
      let fence = String(decoding: bytes[top..<end], as: UTF8.self).lowercased()
      guard Self.otherFences.contains(fence.filter { !$0.isWhitespace }) else { return }
      // Without an end it is text.
      foreign = close(bytes, behind: end, with: [bytes[top]])
      (format, isUnclosed) = (foreign == nil ? nil : .other, false)
    default: break
    }
  }

  /// Fences of Hexo, and those with a format, as in gray-matter and Eleventy.
  private static let otherFences: Set<String> = [
    ";;;", "---json", "---toml", "---yaml", "---yml", "---js", "---javascript", "---node",
    "---coffee", "---coffeescript", "---cson",
  ]

  /// The beginning of the first line that is not blank.
  private static func firstLine(_ bytes: [UInt8], from start: Int) -> Int {
    let text = bytes[start...].firstIndex { $0 > .space } ?? bytes.count
    return bytes[start..<text].lastIndex(of: .newline).map { $0 + 1 } ?? start
  }

  /// Whether the first line has a key, and one key is memo's.
  private static func isTask(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let keys = bytes[range].split(separator: .newline, omittingEmptySubsequences: false).map(key)
    return keys.first.flatMap(\.self) != nil
      && keys.contains { $0.map(TaskDocument.isKnown) ?? false }
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

  /// - Returns: The lines up to the next fence; nil without one.
  private mutating func close(
    _ bytes: [UInt8], behind first: Int, with marks: [UInt8]
  ) -> Range<Int>? {
    let headerStart = min(first + 1, bytes.count)
    var line = headerStart
    while line < bytes.count {
      let end = bytes.lineEnd(from: line)
      if marks.contains(where: { Self.isFence(bytes, line..<end, $0) }) {
        body = min(end + 1, bytes.count)
        return headerStart..<line
      }
      line = end + 1
    }
    isUnclosed = true
    return nil
  }

  /// Whether a line is a mark three times, and white space.
  private static func isFence(_ bytes: [UInt8], _ line: Range<Int>, _ mark: UInt8) -> Bool {
    let start = line.lowerBound
    guard line.count >= 3, bytes[start] == mark, bytes[start + 1] == mark, bytes[start + 2] == mark
    else { return false }
    return bytes[(start + 3)..<line.upperBound].allSatisfy { $0.isBlank || $0 == .carriageReturn }
  }
}
