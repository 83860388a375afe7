internal import MemoKit
internal import Terminal

/// The report of `memo log --deleted`.
struct DeletedOutput: Report {
  var tasks: [DeletedTask]
  /// The ids of existing tasks, from which short ids must differ.
  var living: [TaskID]
  /// Whether the clone's history may lack deleted tasks.
  var isCutOff: Bool

  func text(_ page: Page) -> String {
    let prefixes = (tasks.compactMap(\.id) + living).shortestPrefixes()
    let rows = tasks.map { task in
      let folder = task.path.split(separator: "/").dropLast().joined(separator: "/")
      return [
        ShortID(task.id, prefixes).cell,
        Table.Cell(task.title.sanitized),
        Table.Cell(page.moment(task.deletion.time)),
        Table.Cell(task.deletion.author.sanitized),
        Table.Cell("\(folder)/".sanitized, [.dim]),
      ]
    }
    return Table(rows, flexible: 1).text(page.style)
  }

  func notes(_ page: Page) -> [String] {
    let name = tasks.allSatisfy { $0.id == nil } ? "TITLE" : "ID"
    let hint = tasks.isEmpty ? "no deleted tasks" : "'memo restore \(name)' brings a task back"
    return [hint] + (isCutOff ? [Store.cutOffWords] : [])
  }

  func lines(_ page: Page) -> [JSON] {
    tasks.map { task in
      [
        "id": .text(task.id?.text), "title": .text(task.title),
        "path": .text(task.path), "commit": .text(task.deletion.commit),
        "time": .text(task.deletion.time.description), "author": .text(task.deletion.author),
      ]
    }
  }

  func json(_ page: Page) -> JSON { .document(.deleted, ["deletions": .list(lines(page))]) }
}
