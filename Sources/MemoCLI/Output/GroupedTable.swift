internal import MemoKit
internal import Terminal

struct GroupedTable {
  struct Group {
    var name: String
    var tasks: [StoredTask]
    /// The number of shown tasks.
    var shown: Int
  }

  let groups: [Group]
  let prefixes: [TaskID: Int]

  func text(_ page: Page) -> String {
    var indented = page
    indented.style.width = page.style.width.map { max($0 - 2, 1) }
    var lines = TaskTable(groups.flatMap { $0.tasks.prefix($0.shown) }, prefixes, indented).lines[
      ...]
    return groups.map { group in
      var heading = "\(group.name.sanitized) \(group.tasks.count.grouped)"
      if let width = page.style.width { heading = heading.truncated(to: width) }
      var block = [page.style.paint(heading, .bold)]
      block += lines.prefix(group.shown).joined().map { "  \($0)" }
      lines = lines.dropFirst(group.shown)
      if group.shown < group.tasks.count {
        let left = "  … and \((group.tasks.count - group.shown).grouped) more"
        block.append(page.style.paint(left, .dim))
      }
      return block.map { $0 + "\n" }.joined()
    }.joined(separator: "\n")
  }
}
