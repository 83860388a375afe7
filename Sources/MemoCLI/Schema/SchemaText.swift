internal import TaskFile

/// The JSON Schema (2020-12) of memo's documents.
///
/// It uses the tables that also write the documents: ``DocumentKind``, ``Shape`` and ``Member``.
struct SchemaText {
  /// The lines of `--ndjson`.
  private static let lines: [Shape] = [.task, .entry, .change, .deletedTask, .problem]

  /// The names of documents, and of lines of `--ndjson`.
  static let names = DocumentKind.allCases.map(\.rawValue) + lines.map(\.rawValue)

  private var definitions: [(String, JSON)] = []

  /// - Parameters:
  ///   - names: The alternatives for a document, among ``names``; empty for all documents.
  ///   - isObject: Whether to declare the type `object`, for readers that ignore references.
  static func schema(of names: [String], isObject: Bool = false) -> JSON {
    var text = SchemaText()
    let kinds = names.isEmpty ? DocumentKind.allCases : names.compactMap(DocumentKind.init)
    let references =
      kinds.map { text.reference(to: $0) }
      + lines.filter { names.contains($0.rawValue) }.map { text.reference(to: $0) }
    return .table(
      [
        ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
        ("title", .text(references.count == 1 ? "memo: \(text.definitions[0].0)" : "memo")),
      ] + (isObject ? [("type", .text("object"))] : [])
        + [
          references.count == 1
            ? ("$ref", .text(references[0]))
            : ("oneOf", .list(references.map { ["$ref": .text($0)] })),
          ("$defs", .table(text.definitions)),
        ])
  }

  private mutating func reference(to kind: DocumentKind) -> String {
    let head: [(String, JSON)] = [
      ("schemaVersion", ["const": .number(JSON.schemaVersion)]),
      ("kind", ["const": .text(kind.rawValue)]),
    ]
    return reference("\(kind.rawValue)-document") {
      $0.object(head, kind.members, kind.optionalMembers)
    }
  }

  private mutating func reference(to shape: Shape) -> String {
    let head = shape.kinds.map { [("kind", ["enum": .texts($0)] as JSON)] } ?? []
    return reference(shape.rawValue) {
      $0.object(head, shape.members, shape.optionalMembers, meaning: shape.meaning)
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
    _ head: [(String, JSON)], _ members: [Member], _ optional: [Member], meaning: String? = nil
  ) -> JSON {
    let known = Set(head.map(\.0))
    let required = members.filter { !known.contains($0.rawValue) }
    let properties =
      head + (required + optional).map { ($0.rawValue, schema(of: $0.type)) }
    return .table(
      (meaning.map { [("description", .text($0))] } ?? []) + [
        ("type", .text("object")), ("properties", .table(properties)),
        ("required", .texts(head.map(\.0) + required.map(\.rawValue))),
        ("additionalProperties", .bool(false)),
      ])
  }

  private mutating func schema(of type: MemberType) -> JSON {
    switch type {
    case .text: return ["type": .text("string")]
    case .integer: return ["type": .text("integer")]
    case .bool: return ["type": .text("boolean")]
    case .word(let words): return ["enum": .texts(words)]
    case .anything: return .bool(true)
    case .list(let item): return ["type": .text("array"), "items": schema(of: item)]
    case .table(let value):
      return ["type": .text("object"), "additionalProperties": schema(of: value)]
    case .object(let shape): return ["$ref": .text(reference(to: shape))]
    case .either(let types): return ["anyOf": .list(types.map { schema(of: $0) })]
    case .optional(.text): return ["type": .texts(["string", "null"])]
    case .optional(.integer): return ["type": .texts(["integer", "null"])]
    case .optional(let type):
      return ["anyOf": .list([schema(of: type), ["type": .text("null")]])]
    }
  }
}
