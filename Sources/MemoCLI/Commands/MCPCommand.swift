internal import MemoKit

struct MCPCommand: Command {
  static let grammar = Grammar(
    "mcp", "Serve the store to an AI agent (Model Context Protocol)",
    """
    Speaks the Model Context Protocol on standard input and output. A program that starts it can \
    list, add, change, claim, undo and sync tasks. Each change is one commit with the line \
    'Memo-Client: NAME VERSION'. 'memo log --client NAME' lists them, and 'memo undo --client \
    NAME' undoes them. It ends when its input ends.
    """,
    examples: """
      memo mcp
      memo -C ~/tasks mcp
      memo mcp --read-only
      memo mcp --filter '+bot not waiting'
      """)

  @Flag("--read-only", "Only tools that read") var isReadOnly
  @Value("--filter", "filter", "Only tasks that match, as in 'memo list'") var filter

  func run(in context: Context) throws -> Outcome {
    if context.options.form == .document {
      throw Self.misuse("memo mcp speaks a protocol of its own")
    }
    var request = AgentRequest()
    request.isReadOnly = isReadOnly
    if let filter {
      guard let words = ShellWords.split(filter) else {
        throw MemoError(.usage, "a quotation mark of --filter isn't closed")
      }
      request.filter = words
      try Memo.checkFilter(words, in: context)
    }
    // Reports a missing store before the program waits for input.
    _ = try context.store()
    guard let serve = context.serveAgents else {
      throw MemoError(.refused, "this program serves no agents")
    }
    return try serve(request, context)
  }
}
