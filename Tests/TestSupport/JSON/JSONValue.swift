import Foundation

/// Any JSON value, with separate cases for booleans and numbers.
public enum JSONValue: Hashable, Sendable, Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  public init(_ text: String) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSONValue].self))
    }
  }

  /// A member of an object.
  public subscript(_ name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  public subscript(_ index: Int) -> JSONValue? {
    if case .list(let items) = self, items.indices.contains(index) { items[index] } else { nil }
  }

  public var text: String? { if case .text(let text) = self { text } else { nil } }
  public var items: [JSONValue] { if case .list(let items) = self { items } else { [] } }
  public var members: [String: JSONValue] {
    if case .object(let members) = self { members } else { [:] }
  }
}
