internal import MemoKit
internal import Terminal

extension [DeletedTask] {
  /// The table of `memo log --deleted`.
  ///
  /// - Parameter living: The ids of existing tasks, from which short ids must differ.
  func text(besides living: [TaskID], _ page: Page) -> String {
    let prefixes = (compactMap(\.id) + living).shortestPrefixes()
    let rows = map { task in
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
}

extension DeletedTask {
  var json: JSON {
    ["id": .text(id?.text), "title": .text(title), "path": .text(path)] + deletion.json
  }
}
