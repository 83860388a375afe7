internal import MemoKit
internal import TaskFile
internal import Terminal

struct Blame: Command {
  static let grammar = Grammar<Blame>(
    "blame", "Show who last changed each field and line of a task",
    """
    For every field and line of the task: the commit, the author and the time. After a merge, it \
    is the commit that first had the value.
    """,
    examples: """
      memo blame kx
      memo blame "paint the fence"
      memo blame kx --json | jq -r '.lines[].author'
      """,
    words: [.one("task", "The task") { $0.task = $1 }])

  var task = ""

  func run(in context: Context) throws -> any Report {
    let store = try context.store()
    let choice = try TaskChoice(store, .reading, context)
    let task = try choice.name(task)
    let (found, deletion) = try store.taskOrDeleted(
      named: task, choice.snapshot, from: choice.folder)
    return BlameOutput(
      task: found, blame: try store.blame(found), deletion: deletion,
      isCutOff: try store.isHistoryCutOff())
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

struct BlameOutput: Report {
  var task: StoredTask
  var blame: TaskBlame
  var deletion: DeletedTask?
  /// Whether some values may be older than the clone's history.
  var isCutOff = false

  func notes(_ page: Page) -> [String] {
    (deletion.map { ["note: deleted \($0.deletionWords(page))"] } ?? [])
      + (isCutOff ? [Store.cutOffWords] : [])
  }

  func text(_ page: Page) -> String {
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

  func json(_ page: Page) -> JSON {
    func origin(_ part: TaskBlame.Part) -> JSON {
      [
        "commit": .text(part.change?.commit),
        "author": .text(part.isOrBefore ? nil : part.change?.author),
        "time": .text(part.change?.time.description),
        "cutOff": part.isOrBefore ? .bool(true) : nil,
      ]
    }
    return .document(
      .blame,
      [
        "id": .text(task.id?.text), "path": .text(task.path),
        "values": .list(blame.fields) {
          ["field": .text($0.part.label), "value": .text($0.value)] + origin($0)
        },
        "lines": .list(blame.lines) { ["text": .text($0.value)] + origin($0) },
        "deleted": deletion?.deletionJSON,
      ])
  }
}

extension TaskBlame.Part {
  /// The author, or "or before" for the oldest commit of a shallow clone.
  fileprivate var who: String { isOrBefore ? "or before" : change?.author.sanitized ?? "" }
}
