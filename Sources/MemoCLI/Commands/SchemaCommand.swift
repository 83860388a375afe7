internal import MemoKit

struct SchemaCommand: Command {
  static let grammar = Grammar(
    "schema", "Print the JSON Schema of what --json prints",
    """
    All documents, or one kind; with --ndjson a line is a task, entry, change, deletedTask or \
    problem. The format is JSON Schema 2020-12, of exactly this version of memo.
    """,
    examples: """
      memo schema tasks
      memo schema task > task.schema.json
      memo schema | jq -r '."$defs" | keys[]'
      """)

  @OptionalArgument("kind", "Kind of document (default: all)", words: SchemaText.names) var kind

  func run(in context: Context) throws -> Outcome {
    let schema = SchemaText.schema(of: [kind].compactMap(\.self))
    return context.outcome(text: schema.indented, document: schema)
  }
}
