/// The part of JSON Schema 2020-12 that memo's schemas use; an unknown keyword is an error.
public struct JSONSchema: Sendable {
  private let root: JSONValue

  public init(_ text: String) throws { root = try JSONValue(text) }

  /// The errors in a value, each with its place.
  public func complaints(about value: JSONValue) -> [String] { check(value, root, at: "") }

  private func check(_ value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
    guard case .object(let keywords) = schema else {
      return schema == .bool(true) ? [] : ["\(place): may not be there"]
    }
    return keywords.sorted { $0.key < $1.key }.flatMap { keyword, rule in
      complaints(about: value, keyword, rule, keywords, at: place)
    }
  }

  private func complaints(
    about value: JSONValue, _ keyword: String, _ rule: JSONValue, _ all: [String: JSONValue],
    at place: String
  ) -> [String] {
    switch keyword {
    case "$schema", "$defs", "title", "description": return []
    case "$ref":
      let name = String((rule.text ?? "").dropFirst("#/$defs/".count))
      guard let target = root["$defs"]?[name] else { return ["\(place): no definition \(rule)"] }
      return check(value, target, at: place)
    case "type":
      let types = rule.text.map { [$0] } ?? rule.items.compactMap(\.text)
      return types.contains { Self.isOf($0, value) } ? [] : ["\(place): \(value) is no \(types)"]
    case "const": return value == rule ? [] : ["\(place): \(value) is not \(rule)"]
    case "enum": return rule.items.contains(value) ? [] : ["\(place): \(value) is none of \(rule)"]
    case "required":
      return rule.items.compactMap(\.text).filter { value[$0] == nil }
        .map { "\(place): '\($0)' is missing" }
    case "properties":
      return rule.members.flatMap { name, schema in
        value[name].map { check($0, schema, at: "\(place)/\(name)") } ?? []
      }
    case "additionalProperties":
      let known = all["properties"]?.members ?? [:]
      return value.members.filter { known[$0.key] == nil }.flatMap { name, inner in
        check(inner, rule, at: "\(place)/\(name)")
      }
    case "items":
      return value.items.enumerated().flatMap { check($1, rule, at: "\(place)/\($0)") }
    case "anyOf", "oneOf":
      let answers = rule.items.map { check(value, $0, at: place) }
      let fits = answers.count { $0.isEmpty }
      if fits == 1 || keyword == "anyOf" && fits > 0 { return [] }
      // The errors of the closest alternative help most.
      return fits > 1
        ? ["\(place): is several of \(keyword)"]
        : answers.min { $0.count < $1.count } ?? ["\(place): nothing is allowed"]
    default: return ["\(place): unknown keyword \(keyword)"]
    }
  }

  private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .text),
      ("array", .list), ("object", .object):
      true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }
}
