package import TaskFile
internal import Terminal

/// A JSON value whose members keep the documented order.
///
/// Foundation's encoder sorts or shuffles keys. For ten thousand tasks it takes longer than reading
/// them.
package typealias JSON = TypedValue

extension JSON {
  /// A number, or null for nil.
  package static func number(_ number: Int?) -> JSON { number.map { .number("\($0)") } ?? .null }

  /// A string, or null for nil.
  package static func text(_ text: String?) -> JSON { text.map { .text($0) } ?? .null }

  package static func texts(_ texts: [String]) -> JSON { .list(texts.map { .text($0) }) }

  static func list<Item>(_ items: [Item], _ json: (Item) -> JSON) -> JSON {
    .list(items.map(json))
  }

  /// The members of two objects.
  package static func + (first: JSON, second: JSON) -> JSON {
    guard case .map(let pairs) = first, case .map(let more) = second else { return first }
    return .map(pairs + more)
  }

  /// An object with any keys.
  package static func table(_ pairs: [(String, JSON)]) -> JSON {
    .map(pairs.map { Pair(key: $0.0, value: $0.1) })
  }

  static let schemaVersion = 1

  /// A document of a kind, with the version of the schema.
  static func document(_ kind: DocumentKind, _ members: JSON) -> JSON {
    ["schemaVersion": .number(schemaVersion), "kind": .text(kind.rawValue)] + members
  }

  /// The value on one line, with a final newline.
  package var line: String { printed(spread: 0) }

  /// The value with each item on its own line, and a final newline.
  var indented: String { printed(spread: .max) }

  /// The document with a final newline.
  ///
  /// Top-level members, and items of their lists, have their own lines, for `grep` and `diff`.
  var text: String { printed(spread: 2) }

  /// The JSON with escaped control and direction characters, which JSON readers decode.
  private func printed(spread: Int) -> String {
    let escaped = (json(spread: spread) + [UInt8(ascii: "\n")]).replacingControls { scalar, _ in
      let digits = String(scalar, radix: 16)
      return scalar == 0x0A
        ? nil : Array("\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
