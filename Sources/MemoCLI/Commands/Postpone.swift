internal import MemoKit

struct Postpone: Command {
  static let grammar = Grammar(
    "postpone", "Move deadlines to a later day",
    """
    A duration counts from the deadline that the task has; a day is the new deadline. The time \
    of day stays, and 'wait' moves by the same time.
    """,
    examples: """
      memo postpone kx 3d
      memo postpone milk fri
      memo postpone overdue +home 1 week
      """,
    options: [.bulk])

  @Arguments(tasks: "words", "Tasks or a filter, then a duration (3d, 2 weeks, 2h) or a day (fri)")
  var words

  func run(in context: Context) throws -> Outcome {
    let (names, postponement) = try Self.split(words, context)
    let store = try context.bulkStore()
    let tasks = Bulk(
      words: names, question: { "Postpone \($0) by \(postponement.text)" })
    let report = try store.postpone(
      try tasks.names(in: store, context), from: context.folder(in: store), postponement)
    let late = report.tasks.filter { $0.isOverdue(context.now) }
    return ChangeOutput(
      report: report, kind: .postpone, hints: late.map { "still overdue: \($0.title)" }
    ).outcome(in: context)
  }

  /// Splits off the longest time at the end; at least one word names a task.
  private static func split(
    _ words: [String], _ context: Context
  ) throws(MemoError) -> ([String], Postponement) {
    for count in stride(from: min(6, words.count - 1), through: 1, by: -1) {
      let text = words.suffix(count).joined(separator: " ")
      if let postponement = Postponement(text, now: context.now) {
        return (Array(words.dropLast(count)), postponement)
      }
    }
    guard words.count > 1, let last = words.last else {
      let name = words.first ?? "ID"
      let isFar = words.first.map { Postponement($0, now: context.now) != nil } ?? true
      throw MemoError(
        .usage, isFar ? "missing task and time" : "missing time",
        hints: [
          "memo postpone \(isFar ? "ID" : name.quotedForShell) 3d; is a variable of a script empty?"
        ])
    }
    throw MemoError(
      .usage, "invalid time or day '\(last)'",
      hints: ["write 3d, 2w, '1 month', 2h, or a day such as fri, 12-01 or 'next week'"])
  }
}
