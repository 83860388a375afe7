internal import MemoKit
internal import Terminal

/// Edits many tasks in the user's editor, one per line.
struct ListEditing {
  let store: Store
  let context: Context

  func edit(_ words: Bulk) throws -> Outcome {
    try store.afterHandEdits { try edit(words, $0) }
  }

  private func edit(_ words: Bulk, _ first: ChangeReport) throws -> Outcome {
    let snapshot = try store.read()
    let names = try words.names(of: snapshot, in: store, at: context.now, context)
    let all = try snapshot.tasks(
      named: names, from: context.folder(in: store), for: .changing)
    let tasks = all.filter(\.item.isUsable)
    let broken = all.filter { !$0.item.isUsable }
    // A broken task among many of a filter doesn't prevent editing the others.
    if let task = broken.first, !words.isFilter || tasks.isEmpty {
      throw MemoError(
        .refused, "\(task.path) can't be changed until it is fixed",
        details: task.problems.prefix(1).map(\.line),
        hints: ["'memo edit \(task.path.quotedForShell)' opens it alone"])
    }
    let list = TaskLineList(
      tasks, snapshot.shortestPrefixes(of: tasks), ArgumentText.grammar(store, context))
    let editor = EditorProgram(store: store, context: context)
    let done = try editor.keeping(list.text) { path in
      try changes(list, editor, path).map { changes in
        let report =
          changes.edits.isEmpty
          ? ChangeReport(unchanged: [], of: snapshot) : try store.change(each: changes.edits)
        return (report, changes)
      }
    }
    guard let (written, changes) = done else { throw MemoError.givenUp(Self.unchanged) }
    var report = written
    let deleted = changes.deleted.count
    report.recorded = first.recorded + report.recorded
    report.notices = first.notices + report.notices
    report.leftOut += broken.flatMap { $0.problems.prefix(1) }
    return ChangeOutput(
      report: report, kind: .edit, hints: changes.edits.isEmpty ? ["nothing was changed"] : [],
      remarks: deleted == 0 ? [] : ["'memo undo' brings \(deleted == 1 ? "it" : "them") back"],
      count: all.count
    ).outcome(in: context)
  }

  /// Opens the list until all lines can be read, or the user cancels.
  ///
  /// - Returns: Nil for an empty list.
  private func changes(
    _ list: TaskLineList, _ editor: EditorProgram, _ path: String
  ) throws -> TaskLineList.Changes? {
    while true {
      try editor.open(path) { Self.unchanged }
      do {
        let text = try editor.text(of: path) { Self.unchanged }
        guard let changes = try list.changes(in: text) else { return nil }
        guard try isAgreed(changes.deleted) else { continue }
        return changes
      } catch let failure as MemoError {
        if failure.kind == .givenUp || Store.isSurelyGone(path) { throw failure }
        let question = Question(
          "Edit again, or cancel?", letters: "e/c",
          above: [failure.message] + failure.details.map { "  \($0)" }
            + failure.hints.map { "hint: \($0)" })
        switch context.canAsk ? context.answer(question)?.lowercased() : nil {
        case "c", "cancel": return nil
        case nil: throw failure
        default: continue
        }
      }
    }
  }

  /// Asks whether to delete the tasks whose lines are missing; false opens the list again.
  private func isAgreed(_ rows: [TaskLineList.Row]) throws -> Bool {
    guard !rows.isEmpty, !context.options.yes else { return true }
    let count = rows.count.counted("task")
    guard context.canAsk else {
      throw MemoError(
        .refused, "the lines of \(count) are missing; deleting them needs --yes",
        details: rows.listed(atMost: Question.mostShown) { "Delete \($0.label)  \($0.title)" },
        hints: ["--yes deletes without asking"])
    }
    let lines = rows.listed(atMost: Question.mostShown) { "\($0.label)  \($0.title.sanitized)" }
    let question = Question(
      "Delete \(count)?", letters: "y/N, e to edit again",
      above: ["These lines are missing:"] + lines.map { "  \($0)" })
    let answer = context.answer(question)?.lowercased() ?? ""
    if ["y", "yes"].contains(answer) { return true }
    if ["e", "edit"].contains(answer) { return false }
    throw MemoError.givenUp(Self.unchanged)
  }

  private static let unchanged = "nothing is changed"
}
