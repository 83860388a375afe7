internal import TaskFile
internal import Terminal

/// A JSON value whose members keep the documented order.
///
/// Foundation's encoder sorts or shuffles keys. For ten thousand tasks it takes longer than reading
/// them.
package enum JSON: Hashable, Sendable {
  case string(String)
  case number(Int)
  /// A number as JSON writes it.
  case decimal(String)
  case bool(Bool)
  case null
  case array([JSON])
  case object([Pair])

  package struct Pair: Hashable, Sendable {
    package var key: String
    package var value: JSON

    package init(key: String, value: JSON) { (self.key, self.value) = (key, value) }
  }

  /// A string, or null for nil.
  package static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  package static func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

  init(_ value: TypedValue) {
    self =
      switch value {
      case .null: .null
      case .bool(let value): .bool(value)
      case .number(let text): .decimal(text)
      case .text(let text): .string(text)
      case .list(let items): .array(items.map { JSON($0) })
      case .map(let pairs): .table(pairs.map { ($0.key, JSON($0.value)) })
      }
  }

  static func members(_ pairs: [(Member, JSON)]) -> JSON {
    .object(pairs.map { Pair(key: $0.0.rawValue, value: $0.1) })
  }

  /// An object with any keys.
  package static func table(_ pairs: [(String, JSON)]) -> JSON {
    .object(pairs.map { Pair(key: $0.0, value: $0.1) })
  }

  static let schemaVersion = 1

  /// A document of a kind, with the version of the schema.
  static func document(_ kind: DocumentKind, _ pairs: [(Member, JSON)]) -> JSON {
    .members(
      [(.schemaVersion, .number(schemaVersion)), (.kind, .string(kind.rawValue))] + pairs)
  }

  /// The value on one line, with a final newline.
  package var line: String {
    var bytes: [UInt8] = []
    append(to: &bytes, depth: 2)
    bytes.append(UInt8(ascii: "\n"))
    return Self.visible(bytes)
  }

  /// The value with each item on its own line, and a final newline.
  var indented: String {
    var bytes: [UInt8] = []
    append(to: &bytes, depth: 0, spread: .max)
    bytes.append(UInt8(ascii: "\n"))
    return Self.visible(bytes)
  }

  /// The document with a final newline.
  ///
  /// Top-level members, and items of their lists, have their own lines, for `grep` and `diff`.
  var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes, depth: 0)
    bytes.append(UInt8(ascii: "\n"))
    return Self.visible(bytes)
  }

  /// The document with escaped control and direction characters, which JSON readers decode.
  private static func visible(_ bytes: [UInt8]) -> String {
    let escaped = bytes.replacingControls { scalar, _ in
      let digits = String(scalar, radix: 16)
      return scalar == 0x0A
        ? nil : Array("\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}

extension JSON {
  private func append(to bytes: inout [UInt8], depth: Int, spread: Int = 2) {
    switch self {
    case .string(let text): TypedValue.appendJSON(text, to: &bytes)
    case .decimal(let text): bytes += text.utf8
    case .number(let number): bytes += "\(number)".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .null: bytes += "null".utf8
    case .array(let items):
      Self.append(items, between: ("[", "]"), to: &bytes, depth: depth, spread: spread) {
        item, bytes in
        item.append(to: &bytes, depth: depth + 1, spread: spread)
      }
    case .object(let members):
      Self.append(members, between: ("{", "}"), to: &bytes, depth: depth, spread: spread) {
        member, bytes in
        TypedValue.appendJSON(member.key, to: &bytes)
        bytes += ": ".utf8
        member.value.append(to: &bytes, depth: depth + 1, spread: spread)
      }
    }
  }

  private static func append<Element>(
    _ elements: [Element], between marks: (String, String), to bytes: inout [UInt8], depth: Int,
    spread: Int, _ body: (Element, inout [UInt8]) -> Void
  ) {
    let isSpread = depth < spread && !elements.isEmpty
    bytes += marks.0.utf8
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes += isSpread ? ",".utf8 : ", ".utf8 }
      if isSpread { bytes += ("\n" + String(repeating: "  ", count: depth + 1)).utf8 }
      body(element, &bytes)
    }
    if isSpread { bytes += ("\n" + String(repeating: "  ", count: depth)).utf8 }
    bytes += marks.1.utf8
  }
}
