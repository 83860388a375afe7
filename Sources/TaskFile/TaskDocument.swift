/// The text of a task file, kept byte for byte.
///
/// Reading looks into the bytes; writing replaces those of one field and leaves all others, so
/// that unknown keys, comments, quotes, order, line endings and a byte order mark survive.
public struct TaskDocument: Sendable {
  /// The whole file.
  public let bytes: [UInt8]
  let fences: Fences
  let header: Header

  /// Reads any bytes at all; what can't be understood is told by ``item(fileName:)``.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    fences = Fences(bytes)
    header = fences.header.map { PlainHeader.parse(bytes, $0) ?? YAMLHeader.parse(bytes, $0) } ?? Header()
  }

  public var hasFrontMatter: Bool { fences.header != nil }

  /// Everything behind the front matter; what is not UTF-8 is shown as `U+FFFD`.
  public var body: String { String(decoding: bytes[fences.body...], as: UTF8.self) }

  /// A key's value, or nil when it is missing or null.
  ///
  /// `deadline` finds what is written as `due`, too.
  public func value(of key: String) -> FieldValue? {
    header.entry(writtenKey(key))?.meaning
  }

  /// The key under which a field stands in this file.
  func writtenKey(_ key: String) -> String {
    key == "deadline" && header.entry("deadline") == nil && header.entry("due") != nil
      ? "due" : key
  }
}

extension TaskDocument: Hashable {
  public static func == (a: TaskDocument, b: TaskDocument) -> Bool { a.bytes == b.bytes }
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// Where a file's front matter begins and ends.
struct Fences: Hashable {
  /// The lines between the fences; nil when there is no front matter.
  var header: Range<Int>?
  /// Where the text begins.
  var body: Int
  /// The first line opens a front matter that no line closes.
  var isUnclosed = false
  /// How the file ends its lines.
  var newline: [UInt8]
  /// Behind the byte order mark, if there is one.
  var start: Int

  init(_ bytes: [UInt8]) {
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    body = start
    let first = Self.lineEnd(bytes, start)
    newline =
      first < bytes.count && first > start && bytes[first - 1] == .carriageReturn
      ? [.carriageReturn, .newline] : [.newline]
    guard Self.isFence(bytes, start..<first, "---") else { return }
    let headerStart = min(first + 1, bytes.count)
    var line = headerStart
    while line < bytes.count {
      let end = Self.lineEnd(bytes, line)
      if Self.isFence(bytes, line..<end, "---") || Self.isFence(bytes, line..<end, "...") {
        header = headerStart..<line
        body = min(end + 1, bytes.count)
        return
      }
      line = end + 1
    }
    isUnclosed = true
  }

  /// Where the line's newline is, or the end of the file.
  private static func lineEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != .newline { index += 1 }
    return index
  }

  /// White space behind a fence is no reason not to see it.
  private static func isFence(_ bytes: [UInt8], _ line: Range<Int>, _ mark: String) -> Bool {
    guard line.count >= 3, bytes[line.lowerBound..<(line.lowerBound + 3)].elementsEqual(mark.utf8)
    else { return false }
    return bytes[(line.lowerBound + 3)..<line.upperBound].allSatisfy {
      $0.isBlank || $0 == .carriageReturn
    }
  }
}
