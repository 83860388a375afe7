internal import MemoKit

struct Edit: Command {
  static let grammar = Grammar(
    "edit", "Open a task in the editor, or many as a list",
    """
    The editor is $VISUAL, $EDITOR or git's core.editor. memo checks what you save. If the file \
    is broken, it asks whether to edit again; until then it commits nothing.

    Several tasks, or a filter, open as a list with a line for each task. Change fields and \
    titles, move a line below another heading to move its task, or delete a line to delete its \
    task. An empty list changes nothing.
    """,
    examples: """
      memo edit kx
      memo edit kx qv
      memo edit +home 'due<=fri'
      """,
    options: [.yes("Delete tasks, and commit many deletions by hand, without asking"), .quiet])

  @Arguments(tasks: "tasks", "A task; several tasks or a filter open as a list") var tasks

  func run(in context: Context) throws -> Outcome {
    let store = try context.writableStore()
    let found = Bulk(words: tasks)
    if found.words.count == 1, !found.isFilter {
      return try Editing(store: store, context: context).edit(found.words[0])
    }
    return try ListEditing(store: store, context: context)
      .edit(found)
  }
}
