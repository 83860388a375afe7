internal import MemoKit

struct Remove: Command {
  static let grammar = Grammar(
    "remove, rm", "Delete tasks; the history keeps them",
    "A terminal always asks. A script needs --yes for more than one task.",
    examples: """
      memo remove kx
      memo remove kx qv --yes
      memo remove done 'created<2025'
      """,
    options: [.yes("Delete without asking"), .strict(), .quiet])

  @Arguments(tasks: "tasks") var tasks

  func run(in context: Context) throws -> Outcome {
    let store = try context.bulkStore()
    let found = Bulk(
      words: tasks, question: { "Delete \($0)" },
      consequences: { Self.consequences(of: $0, $1, store) },
      asksAlways: true)
    let report = try store.remove(
      try found.names(in: store, context), from: context.folder(in: store))
    let them = report.changes.count == 1 ? "it" : "them"
    let named = report.detached.map { task in
      "its 'after' names a deleted task: "
        + "\(ShortID(task.id, report.shortestPrefixes).text)  \(task.title)"
    }
    return ChangeOutput(
      report: report, kind: .remove, hints: named,
      remarks: report.changes.isEmpty ? [] : ["'memo undo' brings \(them) back"]
    ).outcome(in: context)
  }

  /// Folders that are deleted with the tasks, and tasks that come after them.
  private static func consequences(
    of tasks: [StoredTask], _ snapshot: Snapshot, _ store: Store
  ) -> [String] {
    let links = TaskLinks(snapshot.tasks)
    let paths = Set(tasks.map(\.path))
    return tasks.flatMap { task in
      // An unlistable folder is reported when its deletion fails.
      let files = (try? store.belongings(of: task.path, in: snapshot)) ?? []
      let folder = task.path.dropLast(StoredTask.ending.count)
      let goes =
        files.isEmpty ? [] : ["\(folder)/ goes with \(task.title): \(files.count.counted("file"))"]
      return goes
        + links.successors(of: task).filter { $0.status != .done && !paths.contains($0.path) }
        .map { "\($0.title) comes after \(task.title)" }
    }
  }
}
