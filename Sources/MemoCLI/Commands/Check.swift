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
    let snapshot = try context.store().read()
    return CheckOutput(problems: snapshot.problems, snapshot: snapshot)
  }
}

struct CheckOutput: Report {
  var problems: [StoreProblem]
  var snapshot: Snapshot

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
    switch problems.count {
    case 0: return ["\(tasks), no problems"]
    case 1: return ["\(tasks), 1 problem"]
    default: return ["\(tasks), \(problems.count) problems"]
    }
  }

  func json(_ page: Page) -> JSON {
    .document(
      "check",
      [
        ("tasks", .number(snapshot.tasks.count)),
        ("problems", .array(problems.map(\.json))),
      ])
  }
}
