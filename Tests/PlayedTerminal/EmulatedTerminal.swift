/// A terminal emulator that knows the sequences of memo, and collects all others.
///
/// It shares no code with the program. Each test decides how wide a cluster is.
public struct EmulatedTerminal {
  public struct Cell: Hashable, Sendable {
    public var text = " "
    /// The numbers of the last `ESC [ … m`, without a reset.
    public var look: [Int] = []
  }

  public private(set) var rows: Int
  public private(set) var columns: Int
  public private(set) var cells: [[Cell]]
  public private(set) var cursor = (row: 0, column: 0)
  /// Private modes that are set.
  public private(set) var modes: Set<Int> = []
  /// Unknown sequences.
  public private(set) var unknown: [String] = []
  /// Queries that it received.
  public private(set) var questions: [String] = []
  /// How often the whole screen was erased.
  public private(set) var erasures = 0

  private let width: (Character) -> Int
  private var look: [Int] = []
  /// Whether a line that is longer than the window wraps (mode 7).
  private var wraps: Bool
  /// The contents of the main screen while the alternate screen is shown.
  private var first: (cells: [[Cell]], cursor: (row: Int, column: Int))?

  /// - Parameter wraps: Whether mode 7 is set at first.
  public init(
    rows: Int, columns: Int, wraps: Bool = true, width: @escaping (Character) -> Int
  ) {
    self.wraps = wraps
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

  /// Adds and removes lines and columns at the lower right.
  public mutating func resize(rows: Int, columns: Int) {
    func fit(_ cells: [[Cell]]) -> [[Cell]] {
      (0..<rows).map { row in
        (0..<columns).map { column in
          row < cells.count && column < cells[row].count ? cells[row][column] : Cell()
        }
      }
    }
    (self.rows, self.columns) = (rows, columns)
    cells = fit(cells)
    if let old = first { first = (fit(old.cells), old.cursor) }
    cursor = (min(cursor.row, max(rows - 1, 0)), min(cursor.column, columns))
  }

  /// The lines without trailing blanks.
  public var text: String {
    cells.map { row in
      var line = row.map(\.text).joined()
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private mutating func write(_ character: Character) {
    switch character {
    case "\r": cursor.column = 0
    case "\n": lineFeed()
    case "\r\n":
      cursor.column = 0
      lineFeed()
    case "\u{7}": break
    // After the last cell of a row the cursor stays there until the next character, and backspace
    // never moves it to the row above.
    case "\u{8}": cursor.column = max(0, min(cursor.column, columns - 1) - 1)
    default: put(character)
    }
  }

  private mutating func lineFeed() {
    guard cursor.row + 1 >= rows else { return cursor.row += 1 }
    guard rows > 0 else { return }
    cells.removeFirst()
    cells.append(Array(repeating: Cell(), count: columns))
  }

  private mutating func put(_ character: Character) {
    let width = width(character)
    if wraps, width > 0, cursor.column + width > columns {
      cursor.column = 0
      lineFeed()
    }
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

  /// Overwriting half of a wide cluster blanks the other half.
  private mutating func split(_ row: Int, _ column: Int) {
    var first = column
    while first > 0, cells[row][first].text.isEmpty { first -= 1 }
    var end = first + 1
    while end < columns, cells[row][end].text.isEmpty { end += 1 }
    for index in first..<end { cells[row][index].text = " " }
  }

  private mutating func sequence(_ rest: inout Substring) {
    if rest.dropFirst().first == "]" { return command(&rest) }
    guard rest.dropFirst().first == "[" else {
      unknown.append(String(rest.prefix(2)))
      rest = rest.dropFirst(2)
      return
    }
    let body = rest.dropFirst(2)
    let parameters = body.prefix { $0.isNumber || "?;".contains($0) }
    let final = body.dropFirst(parameters.count).first ?? " "
    if final == "\u{1B}" {
      // An escape always starts a new sequence, even within another one (ECMA-48; DEC's VT500).
      rest = body.dropFirst(parameters.count)
      return
    }
    rest = body.dropFirst(parameters.count + 1)
    let numbers = parameters.drop { $0 == "?" }.split(separator: ";").compactMap { Int($0) }
    switch (parameters.first == "?", final) {
    case (true, "h"):
      modes.formUnion(numbers)
      if numbers.contains(7) { wraps = true }
      if numbers.contains(1049), first == nil {
        first = (cells, cursor)
        cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
      }
    case (true, "l"):
      modes.subtract(numbers)
      if numbers.contains(7) { wraps = false }
      if numbers.contains(1049), let old = first {
        (cells, cursor, first) = (old.cells, old.cursor, nil)
      }
    case (false, "H"):
      cursor = (numbers.first.map { $0 - 1 } ?? 0, numbers.last.map { $0 - 1 } ?? 0)
    case (false, "A"): cursor.row = max(0, cursor.row - (numbers.first ?? 1))
    case (false, "C"): cursor.column = min(columns - 1, cursor.column + (numbers.first ?? 1))
    case (false, "m"): look = numbers.filter { $0 != 0 }
    case (false, "J") where numbers == [2]:
      erasures += 1
      cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    default: unknown.append("[\(parameters)\(final)")
    }
  }

  /// An operating system command, up to `BEL` or `ESC \`.
  private mutating func command(_ rest: inout Substring) {
    let text = rest.dropFirst(2).prefix { $0 != "\u{7}" && $0 != "\u{1B}" }
    let end = rest.dropFirst(2 + text.count)
    rest = end.dropFirst(end.first == "\u{7}" ? 1 : 2)
    if text.hasSuffix("?") { questions.append(String(text)) }
  }
}
