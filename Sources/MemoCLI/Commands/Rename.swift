internal import MemoKit

struct Rename: Command {
  static let grammar = Grammar(
    "rename", "Change the title of a task and the name of its file",
    """
    'memo set' and the editor change only the title; 'memo rename' changes the file name, too. \
    Without a new title, the file gets the name of the title that the task has.
    """,
    examples: """
      memo rename kx Buy oat milk
      memo rename milk "Buy milk and eggs"
      memo rename kx
      """,
    options: [.writing])

  @Arguments("words", "Task, then new title", isOptional: false) var words

  func run(in context: Context) throws -> Outcome {
    let store = try context.writableStore()
    let tasks = Bulk(words: [words[0]], question: { "Rename \($0)" })
    let names = try tasks.names(in: store, context)
    guard names.count == 1 else {
      throw MemoError(.usage, "a title is for one task, and these are \(names.count)")
    }
    let title = words.count > 1 ? words.dropFirst().joined(separator: " ") : nil
    let report = try store.rename(names[0], from: context.folder(in: store), title: title)
    return ChangeOutput(report: report, kind: .rename).outcome(in: context)
  }
}
