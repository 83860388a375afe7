internal import MemoCLI
internal import MemoKit

/// An action that a client can call.
struct Tool: Sendable {
  var name: String
  var title: String
  var description: String
  var parameters: [Parameter]
  /// The default maximum of tasks or entries; nil for no limit.
  var limit: Int?
  /// The kinds of its documents.
  var kinds: [String]
  var effect = Effect.reads
  var call: @Sendable (Session, Arguments) throws -> Outcome

  enum Effect { case reads, changes, syncs }

  init(
    _ name: String, _ title: String, _ description: String, _ parameters: [Parameter],
    limit: Int? = nil, gives kinds: [String], _ effect: Effect = .reads,
    call: @escaping @Sendable (Session, Arguments) throws -> Outcome
  ) {
    (self.name, self.title, self.description) = (name, title, description)
    self.parameters =
      parameters
      + (limit.map {
        [Parameter("limit", .number(1...500), "Maximum number of results (default: \($0))")]
      } ?? [])
    (self.limit, self.kinds, self.effect, self.call) = (limit, kinds, effect, call)
  }

  /// The tools that a client may call.
  static func all(_ request: AgentRequest) -> [Tool] {
    request.isReadOnly ? table.filter { $0.effect == .reads } : table
  }

  /// The entry in `tools/list`.
  var json: JSON {
    [
      "name": .text(name),
      "title": .text(title),
      "description": .text(description),
      "inputSchema": [
        "type": .text("object"),
        "properties": .table(parameters.map { ($0.name, $0.schema) }),
        "required": .list(parameters.filter(\.isRequired).map { .text($0.name) }),
        "additionalProperties": .bool(false),
      ],
      "outputSchema": Memo.schema(of: kinds),
      "annotations": [
        "readOnlyHint": .bool(effect == .reads),
        // The history keeps everything that a tool changes or deletes.
        "destructiveHint": .bool(false),
        "openWorldHint": .bool(effect == .syncs),
      ],
    ]
  }
}

struct Parameter: Sendable {
  enum Kind: Sendable {
    case text
    case number(ClosedRange<Int>)
    case bool
    case texts
    case word([String])
    /// An object with keys that the client chooses.
    case table
  }

  var name: String
  var kind: Kind
  var description: String
  var isRequired = false

  init(_ name: String, _ kind: Kind, _ description: String, isRequired: Bool = false) {
    (self.name, self.kind, self.description) = (name, kind, description)
    self.isRequired = isRequired
  }

  var schema: JSON {
    let type: JSON =
      switch kind {
      case .text: ["type": .text("string")]
      case .number(let range):
        [
          "type": .text("integer"), "minimum": .number(range.lowerBound),
          "maximum": .number(range.upperBound),
        ]
      case .bool: ["type": .text("boolean")]
      case .texts: ["type": .text("array"), "items": ["type": .text("string")]]
      case .word(let words): ["type": .text("string"), "enum": .texts(words)]
      case .table: ["type": .text("object"), "additionalProperties": ["type": .text("string")]]
      }
    return type + ["description": .text(description)]
  }
}

/// A tool's arguments, checked against its parameters.
struct Arguments: Sendable {
  private var values: [String: TypedValue] = [:]
  /// The maximum number of tasks or entries.
  private(set) var limit: Int

  /// - Throws: `MemoError` for an unknown, invalid or missing argument.
  init(_ value: TypedValue, of tool: Tool) throws(MemoError) {
    guard case .map(let pairs) = value else { throw Self.wrong("'arguments' has to be an object") }
    limit = tool.limit ?? .max
    for pair in pairs where pair.value != .null {
      guard let parameter = tool.parameters.first(where: { $0.name == pair.key }) else {
        let names = tool.parameters.map(\.name).orList
        throw Self.wrong(
          "\(tool.name) takes no '\(pair.key)'", names.isEmpty ? nil : "there is \(names)")
      }
      guard parameter.kind.accepts(pair.value) else {
        throw Self.wrong("'\(pair.key)' \(parameter.kind.demand)")
      }
      values[pair.key] = pair.value
    }
    for parameter in tool.parameters where parameter.isRequired && values[parameter.name] == nil {
      throw Self.wrong("\(tool.name) needs '\(parameter.name)'")
    }
    if let wanted = number("limit") { limit = wanted }
  }

  func text(_ name: String) -> String? {
    if case .text(let text)? = values[name] { text } else { nil }
  }

  func number(_ name: String) -> Int? {
    if case .number(let text)? = values[name] { Int(text) } else { nil }
  }

  func bool(_ name: String) -> Bool { values[name] == .bool(true) }

  func texts(_ name: String) -> [String] {
    guard case .list(let items)? = values[name] else { return [] }
    return items.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  func table(_ name: String) -> [(key: String, value: String)] {
    guard case .map(let pairs)? = values[name] else { return [] }
    return pairs.compactMap { pair in
      if case .text(let text) = pair.value { (pair.key, text) } else { nil }
    }
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  static func wrong(_ message: String, _ hint: String? = nil) -> MemoError {
    MemoError(.refused, message, hints: hint.map { [$0] } ?? [])
  }
}

extension Parameter.Kind {
  fileprivate func accepts(_ value: TypedValue) -> Bool {
    func isText(_ value: TypedValue) -> Bool { if case .text = value { true } else { false } }
    switch (self, value) {
    case (.text, .text), (.bool, .bool): return true
    case (.number(let range), .number(let text)): return Int(text).map(range.contains) ?? false
    case (.texts, .list(let items)): return items.allSatisfy(isText)
    case (.word(let words), .text(let text)): return words.contains(text)
    case (.table, .map(let pairs)): return pairs.allSatisfy { isText($0.value) }
    default: return false
    }
  }

  fileprivate var demand: String {
    switch self {
    case .text: "has to be a string"
    case .number(let range):
      "has to be a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .bool: "has to be true or false"
    case .texts: "has to be an array of strings"
    case .word(let words): "has to be \(words.orList)"
    case .table: "has to be an object whose values are strings"
    }
  }
}
