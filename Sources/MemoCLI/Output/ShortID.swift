package import TaskFile
internal import Terminal

/// The beginning of an id that is enough to name it, at least two letters.
package struct ShortID {
  private let id: TaskID?
  /// The number of letters that distinguish it from all others.
  private let unique: Int

  package init(_ id: TaskID?, _ prefixes: [TaskID: Int]) {
    self.id = id
    unique = id.flatMap { prefixes[$0] } ?? 0
  }

  private var length: Int { min(max(unique, 2), TaskID.length) }

  /// The text; `-` for a task without an id.
  package var text: String { id?.prefix(length) ?? "-" }

  var paints: [Style.Paint] { unique > 0 ? [.magenta, .bold] : [.dim] }

  var cell: Table.Cell { Table.Cell(text, paints) }

  func painted(_ style: Style) -> String { style.paint(text, paints) }
}

extension String {
  /// A commit's abbreviated name, as in git.
  var shortCommit: String { String(prefix(7)) }
}

extension Int {
  /// The line below a shortened list.
  var leftOut: String { "… and \(grouped) more (-v lists all)" }

  /// With commas as thousands separators: `1,988`.
  package var grouped: String {
    var digits = String(magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (self < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  /// `1 task`, `2 tasks`.
  func counted(_ word: String) -> String { self == 1 ? "1 \(word)" : "\(self) \(word)s" }
}

extension Collection {
  /// The first elements as lines, and a line with the number of the others.
  func listed(
    atMost most: Int, rest: (Int) -> String = { "… and \($0.grouped) more" },
    _ line: (Element) -> String
  ) -> [String] {
    prefix(most).map(line) + (count > most ? [rest(count - most)] : [])
  }
}
