internal import MemoKit

struct Resolve: Command {
  static let grammar = Grammar(
    "resolve", "Resolve conflict notes, and merge copies of sync services",
    """
    Without an option, it keeps the values in the task and removes the notes. Deleting the notes \
    in an editor does the same.

    Syncthing, Dropbox, Nextcloud and others put a copy beside a file that two devices changed. \
    memo doesn't commit such copies. 'memo resolve FILE' merges a copy into its task and deletes \
    the copy.
    """,
    examples: """
      memo resolve kx
      memo resolve kx --other --note 2
      memo resolve kx --edit
      memo resolve tag:shopping --other
      memo resolve todo/milk.sync-conflict-20261127-063000-ABCDEFG.md
      """,
    options: [.bulk],
    excluding: ["--edit --other", "--edit --note"])

  @Arguments(tasks: "tasks", "Tasks or a filter as in 'memo list'; or paths of copies") var tasks
  @Flag("--other", "Take the values in the notes", formerly: "--theirs") var takesNote
  @Flag("-e --edit", "Open the task in your editor") var edit
  @Number("--note", "Only this note, from 1") var note

  func run(in context: Context) throws -> Outcome {
    if edit || note != nil, tasks.count > 1 {
      throw Self.misuse("one task at a time with --edit and --note")
    }
    let store = try context.bulkStore()
    if let copies = try copies(in: store, context) {
      return ChangeOutput(report: try store.mergeCopies(copies), kind: .resolve)
        .outcome(in: context)
    }
    let found = Bulk(
      words: tasks, scope: .conflicts, question: { "Resolve the conflicts of \($0)" })
    let names = try found.names(in: store, context)
    if edit || note != nil, names.count > 1 {
      throw MemoError(
        .usage, "the filter finds \(names.count) tasks", hints: ["name one with --edit and --note"])
    }
    if edit { return try Editing(store: store, context: context).edit(names[0]) }
    let report = try store.resolve(
      names, from: context.folder(in: store), takesNote ? .takeDiscarded : .keepCurrent,
      number: note)
    return ChangeOutput(report: report, kind: .resolve).outcome(in: context)
  }

  /// The paths of copies; nil if the words name tasks.
  private func copies(in store: Store, _ context: Context) throws -> [String]? {
    guard tasks.contains(where: { $0.contains(".") }) else { return nil }
    let snapshot = try store.read()
    let known = Set(snapshot.copies.map(\.path))
    let paths = tasks.map { store.place(of: context.absolute($0)) ?? $0 }
    if let other = snapshot.strays.first(where: { paths.contains($0.path) }) {
      throw MemoError(
        .refused, "\(other.path): \(other.message)", hints: [other.hint].compactMap { $0 })
    }
    let copies = paths.filter(known.contains)
    guard !copies.isEmpty else { return nil }
    guard copies.count == paths.count, !edit, !takesNote, note == nil else {
      throw MemoError(
        .usage, "a copy is merged by itself, without options and other tasks",
        hints: ["memo resolve \(copies[0].quotedForShell)"])
    }
    return copies
  }
}
