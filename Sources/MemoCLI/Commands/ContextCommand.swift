internal import MemoKit
internal import Terminal

struct ContextCommand: Command {
  static let grammar = Grammar(
    "context", "Set a filter that applies to every list",
    """
    A context is a filter below 'filters:' in .memo/config.yml. While it is on, lists, boards \
    and 'memo next' show only its tasks, and say so. New tasks get its tags and fields. It \
    applies to this clone; MEMO_CONTEXT sets one for a shell.
    """,
    examples: """
      memo context
      memo context work
      memo context none
      MEMO_CONTEXT=home memo next
      """)

  @OptionalArgument(
    "name", "Name of a filter; none or off ends the context; without it, memo lists them") var name

  func run(in context: Context) throws -> Outcome {
    let store = try context.store()
    // An invalid context would make all lists fail.
    if let name, store.contexts.contains(where: { $0.name == name }) {
      _ = try Selection.filter(["@\(name)"], store, at: context.now, among: [])
    }
    if let name {
      let isNone =
        ["none", "off"].contains(name.lowercased())
        && !store.contexts.contains { $0.name == name }
      try store.setContext(isNone ? nil : name)
    }
    let (current, all) = (try store.context(), store.contexts)
    var notices: [String] = []
    if let name, let current, current.isOfShell, name != current.name {
      notices = ["\(Store.contextVariable) is set in this shell, and overrides that"]
    } else if all.isEmpty {
      notices = ["no filter has a name; one below 'filters:' in .memo/config.yml can be a context"]
    }
    let set = current.map { "Context \($0.name.sanitized): \($0.words.sanitized)\n" }
    return context.outcome(
      text: name == nil ? Self.list(all, current, Page(context)) : set ?? "No context.\n",
      document: .document(
        .context,
        [
          "context": .text(current?.name),
          "contexts": .list(all) { ["name": .text($0.name), "filter": .text($0.filter)] },
          "notices": .texts(notices),
        ]), notes: notices)
  }

  private static func list(
    _ all: [(name: String, filter: String?)], _ current: TaskContext?, _ page: Page
  ) -> String {
    let width = all.map { $0.name.sanitized.terminalWidth }.max() ?? 0
    return all.map { name, filter in
      let isOn = name == current?.name
      let cell = page.style.paint(name.sanitized.padded(to: width), isOn ? [.bold] : [])
      return (isOn ? "* " : "  ") + "\(cell)  \((filter ?? "").sanitized)\n"
    }.joined()
  }
}
