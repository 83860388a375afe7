internal import MemoKit

struct Restore: Command {
  static let grammar = Grammar(
    "restore", "Restore deleted tasks from the history",
    """
    Each task comes back as it last was, to its folder. 'memo log --deleted' lists what can be \
    restored.

    --missing writes the files of the last commit that are absent here: deleted by hand and not \
    committed yet, or never checked out. It changes no other file.
    """,
    examples: """
      memo restore kxtwqzbnrm
      memo restore buy-milk
      memo restore milk
      memo restore --missing
      """,
    options: [.writing])

  @Arguments("tasks", "Ids, file names, or words of titles") var tasks
  @Flag("--missing", "Files that are absent, and not committed as deleted") var missing

  func run(in context: Context) throws -> Outcome {
    if missing, !tasks.isEmpty { throw Self.misuse("--missing and names exclude each other") }
    if !missing, tasks.isEmpty {
      throw Self.misuse("missing argument '<tasks> ...', or --missing")
    }
    let store = try context.writableStore()
    let report =
      missing
      ? try store.restoreMissing() : try restore(in: store, context)
    let isNothing = missing && report.changes.isEmpty
    return ChangeOutput(
      report: report, kind: .restore, hints: isNothing ? ["no task is missing"] : []
    ).outcome(in: context)
  }

  /// Reads several words as one title first, like other commands.
  private func restore(in store: Store, _ context: Context) throws -> ChangeReport {
    if tasks.count > 1, tasks.allSatisfy(Snapshot.mayBeOfTitle) {
      do throws(MemoError) {
        return try store.restore([tasks.joined(separator: " ")])
      } catch {
        guard error.kind == .notFound else { throw error }
      }
    }
    return try store.restore(tasks)
  }
}
