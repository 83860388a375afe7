internal import TaskFile

/// The JSON Schema (2020-12) of memo's documents.
///
/// A document is described by its ``DocumentKind``, and what is in it by tables of this type.
struct SchemaText {
  /// The lines of `--ndjson`.
  private static let lines = ["task", "entry", "change", "deletedTask", "problem"]

  /// The names of documents, and of lines of `--ndjson`.
  static let names = DocumentKind.allCases.map(\.rawValue) + lines

  private var definitions: [(String, JSON)] = []

  /// - Parameter names: The alternatives for a document, among ``names``; empty for all documents.
  static func schema(of names: [String]) -> JSON {
    var text = SchemaText()
    let kinds = names.isEmpty ? DocumentKind.allCases : names.compactMap(DocumentKind.init)
    let references =
      kinds.map { text.reference(to: $0) }
      + lines.filter { names.contains($0) }.map { text.reference(toObject: $0) }
    let only = references.count == 1 ? references[0] : nil
    return [
      "$schema": .text("https://json-schema.org/draft/2020-12/schema"),
      "title": .text(only == nil ? "memo" : "memo: \(text.definitions[0].0)"),
      // For readers that ignore references.
      "type": .text("object"),
      "$ref": only.map { .text($0) },
      "oneOf": only == nil ? .list(references.map { ["$ref": .text($0)] }) : nil,
      "$defs": .table(text.definitions),
    ]
  }

  private mutating func reference(to kind: DocumentKind) -> String {
    let head: [(String, JSON)] = [
      ("schemaVersion", ["const": .number(JSON.schemaVersion)]),
      ("kind", ["const": .text(kind.rawValue)]),
    ]
    return reference("\(kind.rawValue)-document") { $0.object(head, kind.members) }
  }

  /// - Parameter name: A key of ``objects``.
  private mutating func reference(toObject name: String) -> String {
    reference(name) { text in
      let kind = Self.kinds[name].map { ("kind", ["enum": .texts($0)] as JSON) }
      return text.object(
        [kind].compactMap(\.self), Self.objects[name] ?? "", meaning: Self.meanings[name])
    }
  }

  /// The address of an object, which is defined once.
  private mutating func reference(
    _ name: String, _ object: (inout SchemaText) -> JSON
  ) -> String {
    if !definitions.contains(where: { $0.0 == name }) {
      let place = definitions.count
      definitions.append((name, .null))
      definitions[place].1 = object(&self)
    }
    return "#/$defs/\(name)"
  }

  /// - Parameter head: Members with their own types.
  private mutating func object(
    _ head: [(String, JSON)], _ members: String, meaning: String? = nil
  ) -> JSON {
    var properties = head
    var required = head.map(\.0)
    for member in members.split(separator: " ") where member != "kind" {
      let name = String(member.prefix { $0 != "?" })
      properties.append((name, schema(of: Self.types[name] ?? "")))
      if !member.hasSuffix("?") { required.append(name) }
    }
    return [
      "description": meaning.map { .text($0) }, "type": .text("object"),
      "properties": .table(properties), "required": .texts(required),
      "additionalProperties": .bool(false),
    ]
  }

  /// - Parameter type: A value of ``types``.
  private mutating func schema(of type: String) -> JSON {
    let isScalar = ["string", "integer", "boolean"].contains { type.hasPrefix($0) }
    if type.hasSuffix("?") {
      let type = String(type.dropLast())
      return isScalar
        ? ["type": .texts([type, "null"])]
        : ["anyOf": .list([schema(of: type), ["type": .text("null")]])]
    }
    if isScalar { return ["type": .text(type)] }
    if type.hasPrefix("[") {
      return ["type": .text("array"), "items": schema(of: String(type.dropFirst().dropLast()))]
    }
    return Self.otherTypes[type] ?? ["$ref": .text(reference(toObject: type))]
  }
}
