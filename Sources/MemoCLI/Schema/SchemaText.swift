internal import TaskFile

/// The JSON Schema (2020-12) of memo's documents.
///
/// It uses the tables that also write the documents: ``DocumentKind``, ``Shape`` and ``Member``.
struct SchemaText {
  /// A subject: a document, or a line of `--ndjson`.
  enum Subject: Hashable {
    case document(DocumentKind)
    case shape(Shape)

    init?(_ name: String) {
      if let kind = DocumentKind(rawValue: name) {
        self = .document(kind)
      } else if let shape = Self.lines.first(where: { $0.rawValue == name }) {
        self = .shape(shape)
      } else {
        return nil
      }
    }

    /// The lines of `--ndjson`.
    static let lines: [Shape] = [.task, .entry, .change, .deletedTask, .problem]

    static let names = DocumentKind.allCases.map(\.rawValue) + lines.map(\.rawValue)

    fileprivate var name: String {
      switch self {
      case .document(let kind): "\(kind.rawValue)-document"
      case .shape(let shape): shape.rawValue
      }
    }
  }

  /// - Parameter subject: Nil for all documents.
  static func schema(of subject: Subject?) -> JSON {
    schema(of: subject.map { [$0] } ?? DocumentKind.allCases.map { .document($0) })
  }

  /// - Parameters:
  ///   - subjects: The alternatives for a document.
  ///   - isObject: Whether to declare the type `object`, for readers that ignore references.
  static func schema(of subjects: [Subject], isObject: Bool = false) -> JSON {
    var definitions = Definitions()
    for subject in subjects { definitions.add(subject) }
    let all = subjects.map { reference($0) }
    return .table(
      [
        ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
        ("title", .text(subjects.count == 1 ? "memo: \(subjects[0].name)" : "memo")),
      ] + (isObject ? [("type", .text("object"))] : [])
        + (all.count == 1 ? [("$ref", .text(pointer(subjects[0])))] : [("oneOf", .list(all))])
        + [("$defs", .table(definitions.found))])
  }

  private static func pointer(_ subject: Subject) -> String { "#/$defs/\(subject.name)" }

  private static func reference(_ subject: Subject) -> JSON {
    ["$ref": .text(pointer(subject))]
  }

  /// The referenced objects, each once.
  private struct Definitions {
    private(set) var found: [(String, JSON)] = []
    private var names: Set<String> = []

    mutating func add(_ subject: Subject) {
      guard names.insert(subject.name).inserted else { return }
      let place = found.count
      found.append((subject.name, .null))
      switch subject {
      case .document(let kind):
        let head: [(String, JSON)] = [
          ("schemaVersion", ["const": .number(JSON.schemaVersion)]),
          ("kind", ["const": .text(kind.rawValue)]),
        ]
        found[place].1 = object(head, kind.members, kind.optionalMembers)
      case .shape(let shape):
        let kinds = shape.kinds.map { words in
          [("kind", ["enum": .texts(words)] as JSON)]
        }
        found[place].1 = object(
          kinds ?? [], shape.members, shape.optionalMembers, meaning: shape.meaning)
      }
    }

    private mutating func object(
      _ head: [(String, JSON)], _ members: [Member], _ optional: [Member], meaning: String? = nil
    ) -> JSON {
      let known = Set(head.map(\.0))
      let rest = (members + optional).filter { !known.contains($0.rawValue) }
      let required = (head.map(\.0) + members.map(\.rawValue)).reduce(into: [String]()) {
        if !$0.contains($1) { $0.append($1) }
      }
      var properties = head
      for member in rest { properties.append((member.rawValue, schema(of: member.type))) }
      return .table(
        (meaning.map { [("description", .text($0))] } ?? []) + [
          ("type", .text("object")), ("properties", .table(properties)),
          ("required", .texts(required)),
          ("additionalProperties", .bool(false)),
        ])
    }

    private mutating func schema(of type: MemberType) -> JSON {
      func plain(_ name: String) -> JSON { ["type": .text(name)] }
      switch type {
      case .text: return plain("string")
      case .integer: return plain("integer")
      case .bool: return plain("boolean")
      case .word(let words): return ["enum": .texts(words)]
      case .anything: return .bool(true)
      case .list(let item):
        return ["type": .text("array"), "items": schema(of: item)]
      case .table(let value):
        return ["type": .text("object"), "additionalProperties": schema(of: value)]
      case .object(let shape):
        add(.shape(shape))
        return SchemaText.reference(.shape(shape))
      case .either(let types): return ["anyOf": .list(types.map { schema(of: $0) })]
      case .optional(.text), .optional(.integer):
        let name = if case .optional(.text) = type { "string" } else { "integer" }
        return ["type": .list([.text(name), .text("null")])]
      case .optional(let type):
        return ["anyOf": .list([schema(of: type), plain("null")])]
      }
    }
  }
}
