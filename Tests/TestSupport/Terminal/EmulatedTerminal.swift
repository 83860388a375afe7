/// A terminal that understands what memo sends and nothing more: whatever else comes is noted.
///
/// It shares no code with the program, and how wide a cluster is, each test says itself.
public struct EmulatedTerminal {
  public struct Cell: Hashable, Sendable {
    public var text = " "
    /// The numbers of the last `ESC [ … m`, the reset left out.
    public var look: [Int] = []
  }

  public let rows: Int
  public let columns: Int
  public private(set) var cells: [[Cell]]
  public private(set) var cursor = (row: 0, column: 0)
  /// Private modes that are on.
  public private(set) var modes: Set<Int> = []
  /// Sequences that it doesn't know.
  public private(set) var unknown: [String] = []
  /// How often all of it was erased.
  public private(set) var erasures = 0

  private let width: (Character) -> Int
  private var look: [Int] = []

  public init(rows: Int, columns: Int, width: @escaping (Character) -> Int) {
    self.rows = rows
    self.columns = columns
    self.width = width
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  public mutating func take(_ bytes: [UInt8]) {
    var rest = Substring(decoding: bytes, as: UTF8.self)
    while let character = rest.first {
      if character == "\u{1B}" {
        sequence(&rest)
      } else {
        rest.removeFirst()
        write(character)
      }
    }
  }

  /// The lines without the blanks at their ends.
  public var text: String {
    cells.map { row in
      var line = row.map(\.text).joined()
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private mutating func write(_ character: Character) {
    let width = width(character)
    guard width > 0, cursor.row < rows, cursor.column < columns else { return }
    let (row, column) = cursor
    for place in [column, min(column + width, columns - 1)] where cells[row][place].text.isEmpty {
      split(row, place)
    }
    cells[row][column] = Cell(text: String(character), look: look)
    for next in (column + 1)..<max(column + 1, min(column + width, columns)) {
      cells[row][next] = Cell(text: "", look: look)
    }
    cursor.column = min(column + width, columns)
  }

  /// Half of a wide cluster is overwritten: the other half goes blank.
  private mutating func split(_ row: Int, _ column: Int) {
    var first = column
    while first > 0, cells[row][first].text.isEmpty { first -= 1 }
    var end = first + 1
    while end < columns, cells[row][end].text.isEmpty { end += 1 }
    for index in first..<end { cells[row][index].text = " " }
  }

  private mutating func sequence(_ rest: inout Substring) {
    guard rest.dropFirst().first == "[" else {
      unknown.append(String(rest.prefix(2)))
      rest = rest.dropFirst(2)
      return
    }
    let body = rest.dropFirst(2)
    let parameters = body.prefix { $0.isNumber || "?;".contains($0) }
    let final = body.dropFirst(parameters.count).first ?? " "
    rest = body.dropFirst(parameters.count + 1)
    let numbers = parameters.drop { $0 == "?" }.split(separator: ";").compactMap { Int($0) }
    switch (parameters.first == "?", final) {
    case (true, "h"): modes.formUnion(numbers)
    case (true, "l"): modes.subtract(numbers)
    case (false, "H"):
      cursor = (numbers.first.map { $0 - 1 } ?? 0, numbers.last.map { $0 - 1 } ?? 0)
    case (false, "m"): look = numbers.filter { $0 != 0 }
    case (false, "J") where numbers == [2]:
      erasures += 1
      cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    default: unknown.append("[\(parameters)\(final)")
    }
  }
}
