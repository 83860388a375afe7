/// Something invalid in a task file, with its position.
public struct Problem: Error, Hashable, Sendable {
  /// From 1.
  public var line: Int
  /// In Unicode scalars, from 1.
  public var column: Int
  /// Without a full stop.
  public var message: String
  /// A suggested correction.
  public var hint: String?
  /// The field whose value is invalid, if it is one that memo knows.
  public var field: KnownField?

  public init(
    line: Int, column: Int, message: String, hint: String? = nil, field: KnownField? = nil
  ) {
    self.field = field
    self.line = line
    self.column = column
    self.message = message
    self.hint = hint
  }

  /// - Parameter offset: In bytes, from 0.
  init(
    at offset: Int, in bytes: [UInt8], _ message: String, hint: String? = nil,
    field: KnownField? = nil
  ) {
    let before = bytes[..<min(offset, bytes.count)]
    let lineStart = before.lastIndex(of: .newline).map { $0 + 1 } ?? 0
    let column = String(decoding: before[lineStart...], as: UTF8.self).unicodeScalars.count + 1
    self.init(
      line: bytes.line(at: before.endIndex), column: column, message: message, hint: hint,
      field: field)
  }
}

extension Problem: CustomStringConvertible {
  public var description: String { "line \(line), column \(column): \(message)" }
}

extension Problem {
  /// The line with its number, and a caret below the position.
  ///
  /// Control characters become `·`. A long line is cut.
  public func excerpt(of source: [UInt8]) -> String {
    let lines = source.split(
      separator: UInt8.newline, maxSplits: line, omittingEmptySubsequences: false)
    guard line >= 1, line <= lines.count else { return "" }
    let scalars = Array(String(decoding: lines[line - 1], as: UTF8.self).unicodeScalars)
    let most = 100
    let first = max(0, min(column - 1 - most / 2, scalars.count - most))
    let shown = scalars.dropFirst(first).prefix(most).map(Self.visible)
    let gutter = "\(line)"
    let text = (first > 0 ? "…" : "") + String(String.UnicodeScalarView(shown))
    let place = max(0, column - 1 - first) + (first > 0 ? 1 : 0)
    return "  \(gutter) | \(text)\n"
      + "  \(String(repeating: " ", count: gutter.count)) | "
      + String(repeating: " ", count: place) + "^"
  }

  private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: "·"
    default: scalar
    }
  }
}
