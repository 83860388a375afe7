internal import ArgumentParser
internal import MemoKit
internal import TaskFile
internal import Terminal

/// Takes the arguments of `memo check`.
struct Check: Command {
  static let configuration = CommandConfiguration(
    abstract: "Report everything wrong in the store, as compilers do",
    discussion: """
      Exits with 4 when there are problems, so that scripts and hooks can tell.

      EXAMPLES:
        memo check
        memo check --json
      """)

  @OptionGroup var output: OutputOptions

  func run(in context: Context) throws -> CheckOutput {
    let store = try context.store()
    let snapshot = try store.read()
    return CheckOutput(
      problems: snapshot.problems, snapshot: snapshot,
      notices: [store.mergeNotice()].compactMap { $0 })
  }
}

struct CheckOutput: Report {
  var problems: [StoreProblem]
  var snapshot: Snapshot
  /// What is wrong with this clone and not with the store.
  var notices: [String]

  var status: ExitStatus { problems.isEmpty ? .done : .attention }

  func text(_ page: Page) -> String {
    problems.map { problem in
      var lines = [problem.line.sanitized]
      if let place = problem.place,
        let task = snapshot.tasks.first(where: { $0.path == problem.path })
      {
        lines.append(place.excerpt(of: task.document.bytes))
      }
      if let hint = problem.hint { lines.append("hint: \(hint.sanitized)") }
      return lines.joined(separator: "\n") + "\n"
    }.joined()
  }

  func notes(_ page: Page) -> [String] {
    let tasks = snapshot.tasks.count == 1 ? "1 task" : "\(snapshot.tasks.count) tasks"
    let count =
      switch problems.count {
      case 0: "no problems"
      case 1: "1 problem"
      default: "\(problems.count) problems"
      }
    return notices.map { page.errorStyle.paint("note: \($0.sanitized)", .dim) }
      + ["\(tasks), \(count)"]
  }

  func json(_ page: Page) -> JSON {
    .document(
      "check",
      [
        ("tasks", .number(snapshot.tasks.count)),
        ("problems", .array(problems.map(\.json))),
        ("notices", .array(notices.map { .string($0) })),
      ])
  }
}
