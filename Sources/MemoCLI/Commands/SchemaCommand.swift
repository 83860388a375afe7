internal import MemoKit
internal import TaskFile

struct SchemaCommand: Command {
  static let grammar = Grammar<SchemaCommand>(
    "schema", "Print the JSON Schema of what --json prints",
    """
    All documents, or one kind; with --ndjson a line is a task, entry, change, deletedTask or \
    problem. The format is JSON Schema 2020-12, of exactly this version of memo.
    """,
    examples: """
      memo schema tasks
      memo schema task > task.schema.json
      memo schema | jq -r '."$defs" | keys[]'
      """,
    words: [.optional("kind", "Kind of document (default: all)") { $0.kind = $1 }],
    options: [.output])

  var kind: String?
  var common = CommonOptions()

  func run(in context: Context) throws -> any Report {
    let schema = SchemaText.schema(of: try kind.map(Self.subject))
    return TextOutput(text: schema.indented, document: schema)
  }

  private static func subject(_ kind: String) throws(MemoError) -> SchemaText.Subject {
    guard let subject = SchemaText.Subject(kind) else {
      let near = kind.nearest(of: SchemaText.Subject.names)
      throw MemoError(
        .usage, "there is no kind '\(kind)'",
        hints: (near.map { ["did you mean '\($0)'?"] } ?? [])
          + ["there are \(SchemaText.Subject.names.joined(separator: ", "))"])
    }
    return subject
  }
}
