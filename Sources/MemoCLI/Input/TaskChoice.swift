internal import MemoKit
internal import TaskFile
internal import Terminal

/// Which of several tasks a name means: who sits at a terminal is asked.
struct TaskChoice {
  private let snapshot: Snapshot
  private let folder: String?
  private let use: NameUse
  private let context: Context
  private let output: OutputOptions

  init(
    snapshot: Snapshot, folder: String?, for use: NameUse, _ context: Context,
    _ output: OutputOptions
  ) {
    self.snapshot = snapshot
    self.folder = folder
    self.use = use
    self.context = context
    self.output = output
  }

  /// - Returns: The name itself where there is nothing to choose, also if it means nothing.
  /// - Throws: ``Failure`` where nothing is chosen.
  func name(_ word: String) throws(Failure) -> String {
    guard context.terminal.input else { return word }
    let tasks = snapshot.candidates(named: word, from: folder, for: use)
    // One that may be meant, and may not, is asked about too.
    let vague = tasks.isEmpty ? snapshot.vagueCandidates(named: word, for: use) : []
    guard (2...Self.mostShown).contains(tasks.count) || (1...Self.mostShown).contains(vague.count)
    else { return word }
    return try name(word, among: tasks + vague)
  }

  /// - Returns: What names the one that was chosen.
  /// - Throws: ``Failure`` where nothing is chosen, or there is nobody to ask.
  func name(_ word: String, among tasks: [StoredTask]) throws(Failure) -> String {
    guard context.terminal.input, tasks.count <= Self.mostShown else {
      throw Failure(MemoError.ambiguous(word, tasks))
    }
    var page = Page(context, output.color)
    page.style = page.errorStyle
    let width = "\(tasks.count)".count
    let indent = String(repeating: " ", count: width + 2)
    page.style.width = page.style.width.map { max($0 - width - 2, 1) }
    let blocks = TaskTable(tasks, snapshot.shortestPrefixes(), page).lines
    let numbered = zip(1..., blocks).map { number, lines in
      String(repeating: " ", count: width - "\(number)".count) + "\(number)  "
        + lines.map { $0 + "\n" }.joined(separator: indent)
    }
    context.notify("'\(word)' could mean:\n".sanitizedLines + numbered.joined())
    let answer =
      context.ask("Which one? [\(tasks.count == 1 ? "1" : "1-\(tasks.count)")] ")?.trimmingBlanks
      ?? ""
    guard let number = Int(answer), tasks.indices.contains(number - 1) else {
      throw Failure.givenUp("nothing was chosen")
    }
    return snapshot.ownName(of: tasks[number - 1])
  }

  /// More would scroll away.
  private static let mostShown = 20
}

extension String {
  fileprivate var trimmingBlanks: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
