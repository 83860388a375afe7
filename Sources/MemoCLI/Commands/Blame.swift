internal import MemoKit
internal import Terminal

struct Blame: Command {
  static let grammar = Grammar(
    "blame", "Show who last changed each field and line of a task",
    """
    For every field and line of the task: the commit, the author and the time. After a merge, it \
    is the commit that first had the value.
    """,
    examples: """
      memo blame kx
      memo blame "paint the fence"
      memo blame kx --json | jq -r '.lines[].author'
      """)

  @Argument("task", "The task") var task

  func run(in context: Context) throws -> Outcome {
    let store = try context.store()
    let choice = try TaskChoice(store, .reading, context)
    let task = try choice.name(task)
    let (found, deletion) = try store.taskOrDeleted(
      named: task, choice.snapshot, from: choice.folder)
    let (blame, isCutOff) = (try store.blame(found), try store.isHistoryCutOff())
    let page = Page(context)
    return context.outcome(
      text: Self.text(blame, page),
      document: .document(
        .blame,
        [
          "id": .text(found.id?.text), "path": .text(found.path),
          "values": .list(blame.fields) {
            ["field": .text($0.part.label), "value": .text($0.value)] + $0.origin
          },
          "lines": .list(blame.lines) { ["text": .text($0.value)] + $0.origin },
          "deleted": deletion?.deletion.json,
        ]),
      notes: (deletion.map { ["note: deleted \($0.deletionWords(page))"] } ?? [])
        + (isCutOff ? [Store.cutOffWords] : []))
  }

  private static func text(_ blame: TaskBlame, _ page: Page) -> String {
    let parts = blame.fields + blame.lines
    let width = min(20, parts.map { $0.who.terminalWidth }.max() ?? 0)
    return parts.map { part in
      let value =
        part.part == .body
        ? part.value.sanitizedLines : "\(part.part.label): \(part.value.sanitized)"
      let change = part.change
      let commit = (change?.commit.shortCommit ?? "").padded(to: 7)
      let when = change.map { page.moment($0.time) } ?? "not committed"
      let line =
        page.style.paint(commit, .yellow) + "  " + when.padded(to: "yesterday 15:04".count)
        + "  " + part.who.padded(to: width) + "  " + value
      let end = line.utf8.lastIndex { $0 != UInt8(ascii: " ") }
      return line[...(end ?? line.startIndex)] + "\n"
    }.joined()
  }
}

extension Store {
  /// The task with a name; if there is none, the deleted one.
  func taskOrDeleted(
    named name: String, _ snapshot: Snapshot, from folder: String?
  ) throws(MemoError) -> (task: StoredTask, deletion: DeletedTask?) {
    do throws(MemoError) {
      return (try snapshot.task(named: name, from: folder), nil)
    } catch {
      guard error.kind == .notFound else { throw error }
      guard let deletion = try deletedTask(named: name, snapshot) else {
        throw try absence(of: name, snapshot) ?? error
      }
      return (deletion.task, deletion)
    }
  }
}

extension TaskBlame.Part {
  /// The author, or "or before" for the oldest commit of a shallow clone.
  fileprivate var who: String { isOrBefore ? "or before" : change?.author.sanitized ?? "" }

  fileprivate var origin: JSON {
    [
      "commit": .text(change?.commit), "author": .text(isOrBefore ? nil : change?.author),
      "time": .text(change?.time.description), "cutOff": isOrBefore ? .bool(true) : nil,
    ]
  }
}
