package import TaskFile
internal import Terminal

/// An id as far as a person has to type it, and two letters at least.
package struct ShortID {
  private let id: TaskID?
  /// How many of its letters tell it from all others.
  private let unique: Int

  package init(_ id: TaskID?, _ prefixes: [TaskID: Int]) {
    self.id = id
    unique = id.flatMap { prefixes[$0] } ?? 0
  }

  private var length: Int { min(max(unique, 2), TaskID.length) }

  /// `-` for none.
  package var text: String { id?.prefix(length) ?? "-" }

  /// The unique part, as tables and columns take it.
  var head: (Int, [Style.Paint]) { (unique, [.magenta, .bold]) }

  var cell: Table.Cell { Table.Cell(text, [.dim], head: head) }

  func add(to cells: inout Table.Cells) {
    if let id {
      // Of thousands no texts are made.
      for index in 0..<length { cells.put(id.letter(at: index)) }
    } else {
      cells.put("-")
    }
    cells.endCell([.dim], head: head)
  }

  func painted(_ style: Style) -> String {
    style.paint(String(text.prefix(unique)), .magenta, .bold)
      + style.paint(String(text.dropFirst(unique)), .dim)
  }
}

extension String {
  /// A commit's name as git shortens it.
  var shortCommit: String { String(prefix(7)) }
}

extension Int {
  /// The line behind a list that was cut off, of so many more.
  var leftOut: String { "… and \(grouped) more (-v lists all)" }

  /// With commas between the thousands: `1,988`.
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
