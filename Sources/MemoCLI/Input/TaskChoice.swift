internal import MemoKit
internal import Terminal

/// Resolves a name that fits several tasks; on a terminal, it asks.
struct TaskChoice {
  let snapshot: Snapshot
  let folder: String?
  let use: NameUse
  let context: Context

  /// - Returns: The name itself without a choice, also if it names no task.
  /// - Throws: `MemoError` if nothing is chosen.
  func name(_ word: String) throws(MemoError) -> String {
    guard context.canAsk else { return word }
    let tasks = snapshot.candidates(named: word, from: folder, for: use)
    // Also asks about tasks that fit only vaguely.
    let vague = tasks.isEmpty ? snapshot.vagueCandidates(named: word, for: use) : []
    let most = Question.mostShown
    guard (2...most).contains(tasks.count) || (1...most).contains(vague.count)
    else { return word }
    return try name(word, among: tasks + vague)
  }

  /// The task that a word names, perhaps after a choice.
  func task(_ word: String) throws -> StoredTask {
    try snapshot.task(named: name(word), from: folder, for: use)
  }

  /// - Returns: A name of the chosen task.
  /// - Throws: `MemoError` if nothing is chosen or nobody can be asked.
  func name(_ word: String, among tasks: [StoredTask]) throws(MemoError) -> String {
    guard context.canAsk, tasks.count <= Question.mostShown else {
      throw MemoError.ambiguous(word, tasks)
    }
    var page = Page(context)
    page.style = page.errorStyle
    page.style.width = page.style.width.map { max($0 - "\(tasks.count)".count - 2, 1) }
    let blocks = TaskTable(tasks, snapshot.shortestPrefixes(), page).lines
    let question = Question(
      "Which one?", options: blocks.map { $0.joined(separator: "\n") },
      above: ["'\(word)' could mean:".sanitizedLines])
    guard let number = Int(context.answer(question)?.trimmingSpaces ?? ""),
      tasks.indices.contains(number - 1)
    else {
      throw MemoError.givenUp("nothing was chosen")
    }
    return snapshot.ownName(of: tasks[number - 1])
  }
}

extension TaskChoice {
  init(_ store: Store, _ use: NameUse, _ context: Context) throws {
    self.init(
      snapshot: try store.read(), folder: context.folder(in: store), use: use, context: context)
  }
}
