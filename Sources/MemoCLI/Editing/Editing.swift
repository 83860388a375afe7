internal import MemoKit

/// Edits a task in the user's editor.
///
/// The editor opens the task's file, so that its swap files and warnings about other changes work.
/// memo commits nothing before the text is valid.
struct Editing {
  let store: Store
  let context: Context

  func edit(_ name: String) throws -> Outcome {
    try store.afterHandEdits { first in
      let task = try TaskChoice(store, .changing, context).task(name)
      try store.whileEditing(task.path) {
        try letEdit(task.path, original: task.document.bytes) { try store.isElsewhere(task) }
      }
      try store.mergeEdit(of: task)
      return try outcome(after: first, .edit, of: task) {
        $0.id == task.id?.text && $0.id != nil || $0.path == task.path
      }
    }
  }

  /// Creates a task, opens it, and commits the saved text as its first version.
  ///
  /// The saved title gives the file its name.
  func add(_ task: NewTask) throws -> Outcome {
    try store.afterHandEdits { first in
      let (path, bytes) = try store.draft(task)
      func isUnchanged() -> Bool { Store.content(ofFile: "\(store.root)/\(path)") == bytes }
      let canceled = MemoError.givenUp("there is no new task")
      do {
        try store.whileEditing(path) { try letEdit(path, original: bytes) { false } }
        if task.title.isEmpty, isUnchanged() { throw canceled }
      } catch var failure as MemoError {
        // The user wrote nothing, so no task is made.
        if isUnchanged() {
          try store.discard(path, ifStill: bytes)
          if failure.kind == .givenUp { throw canceled }
          failure.details = ["nothing was written, so there is no new task"]
        }
        throw failure
      }
      _ = try store.nameDraft(path, titled: task.title)
      return try outcome(after: first, .add) { $0.kind == .add }
    }
  }

  /// Commits the edit, and reports it as the result, and other changes as hand edits.
  ///
  /// - Parameter task: The task if it is unchanged.
  private func outcome(
    after first: ChangeReport, _ kind: DocumentKind, of task: StoredTask? = nil,
    isEdit: (TaskChange) -> Bool
  ) throws -> Outcome {
    var report = try store.recordHandEdits()
    let change = report.recorded.last(where: isEdit)
    report.recorded = first.recorded + report.recorded.filter { $0 != change }
    report.tasks = [task].compactMap(\.self)
    if let change {
      report.changes = [change]
      // The edit is the operation of the command.
      report.operation = report.operation ?? report.recordedOperation
      // All changes are committed. An error only shortens the report.
      if let snapshot = try? store.read() {
        report.tasks = snapshot.tasks.filter { $0.isAt(change.path) }
        report.shortestPrefixes = snapshot.shortestPrefixes(of: report.tasks)
      }
    }
    return ChangeOutput(report: report, kind: kind).outcome(in: context)
  }

  /// Runs the editor until the text is valid or the user cancels.
  ///
  /// - Parameter isElsewhere: Whether the file is absent because somebody else moved or deleted it.
  private func letEdit(
    _ path: String, original: [UInt8], isElsewhere: () throws -> Bool
  ) throws {
    let (file, editor) = ("\(store.root)/\(path)", EditorProgram(store: store, context: context))
    while true {
      try editor.open(file) {
        Store.content(ofFile: file) == original
          ? "\(path) is unchanged" : "what it saved is kept in \(path), and not committed yet"
      }
      guard let bytes = try Store.knownContent(ofFile: file) else {
        if try isElsewhere() { return }
        try store.putBack(path, from: nil, to: original)
        throw MemoError(
          .refused, "the editor deleted the file \(path)", details: ["it is unchanged"],
          hints: ["'memo remove \(path.quotedForShell)' deletes a task"])
      }
      // git handles an empty message in the same way.
      if bytes.allSatisfy({ Self.blanks.contains($0) }), bytes != original {
        try store.putBack(path, from: bytes, to: original)
        throw MemoError.givenUp("\(path) is unchanged")
      }
      guard let problem = newProblem(in: bytes, of: path, original: original) else { return }
      let text =
        "\(path):\(problem.line):\(problem.column): \(problem.message)\n"
        + problem.excerpt(of: bytes)
      let question = Question(
        "Edit again, keep it, or cancel?", letters: "e/k/c", above: [text])
      // If nobody can be asked, the error has this text.
      switch context.canAsk ? context.answer(question)?.lowercased() : nil {
      case "k", "keep": return
      case "c", "cancel":
        try store.putBack(path, from: bytes, to: original)
        throw MemoError.givenUp("\(path) is unchanged")
      case nil:
        throw MemoError(
          .refused, "\(path) can't be understood, so the edit is not committed yet",
          details: [text],
          hints: [
            "fix it with 'memo edit \(path.quotedForShell)'; the next command that writes "
              + "commits it unchanged"
          ])
      default: continue
      }
    }
  }

  /// The problem of an edited text; nil for none, and for old invalid values.
  private func newProblem(in bytes: [UInt8], of path: String, original: [UInt8]) -> Problem? {
    let aliases = store.settings.aliases
    let item = TaskDocument(bytes, aliases).item(fileName: path)
    guard item.isUsable else { return item.problems.first }
    let known = Set(TaskDocument(original, aliases).item(fileName: path).problems.map(\.message))
    return item.problems.first { !known.contains($0.message) }
  }

  private static let blanks = Set(" \t\r\n".utf8)
}

extension Store {
  /// Commits hand edits, then runs the rest of a command; its errors report them, too.
  func afterHandEdits(_ rest: (ChangeReport) throws -> Outcome) throws -> Outcome {
    let first = try recordHandEdits()
    do {
      return try rest(first)
    } catch {
      var failure = MemoError(of: error)
      failure.details += first.recorded.recordedLines("committed")
      throw failure
    }
  }
}
