internal import ArgumentParser
internal import MemoKit

/// Takes the arguments of `memo restore ID…`.
struct Restore: Command {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Bring deleted tasks back from the history",
    discussion: """
      As they last were, to the folder they were in. 'memo log --deleted' lists what can be \
      restored.

      --missing puts the files of the last commit in place that are not here: deleted by hand \
      and not recorded yet, or never checked out. Nothing that is here is touched.

      EXAMPLES:
        memo restore kxtwqzbnrm
        memo restore buy-milk
        memo restore milk
        memo restore --missing
      """)

  @Argument(help: "Ids, beginnings of ids, file names, or words of titles")
  var tasks: [String] = []
  @Flag(help: "Put back what is gone and not recorded as deleted") var missing = false
  @OptionGroup var confirm: ConfirmOptions
  @OptionGroup var quiet: QuietOptions
  @OptionGroup var output: OutputOptions

  var form: OutputForm { get throws { try OutputForm(output, nil, quiet) } }

  func validate() throws {
    if missing, !tasks.isEmpty { throw ValidationError("--missing names no tasks: it finds them") }
    if !missing, tasks.isEmpty {
      throw ValidationError("missing expected argument '<tasks> ...', or --missing")
    }
  }

  func run(in context: Context) throws -> ChangeOutput {
    let store = try context.store(confirming: confirm.yes)
    let report =
      missing
      ? try store.restoreMissing(context.patience) : try restore(in: store, context)
    let isNothing = missing && report.changes.isEmpty
    return ChangeOutput(
      report: report, kind: .restore, hints: isNothing ? ["no task is missing"] : [])
  }

  /// Several bare words are first those of one title, as everywhere.
  private func restore(in store: Store, _ context: Context) throws -> ChangeReport {
    if tasks.count > 1, tasks.allSatisfy(Snapshot.mayBeOfTitle) {
      do throws(MemoError) {
        return try store.restore([tasks.joined(separator: " ")], context.patience)
      } catch {
        guard error.kind == .notFound else { throw error }
      }
    }
    return try store.restore(tasks, context.patience)
  }
}
