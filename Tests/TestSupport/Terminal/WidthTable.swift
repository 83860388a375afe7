public import PlayedTerminal
public import Terminal

/// How wide a terminal draws clusters.
public enum WidthTable: CaseIterable, Sendable {
  /// memo's own widths.
  case own
  /// The sum of `wcwidth` of all scalars, as in tmux.
  case added
  /// Without knowledge of emoji.
  case withoutEmoji

  public func width(_ character: Character) -> Int {
    switch self {
    case .own: return character.terminalWidth
    case .added:
      return character.unicodeScalars.reduce(0) { $0 + Character($1).terminalWidth }
    case .withoutEmoji:
      guard let first = character.unicodeScalars.first else { return 0 }
      return first.value > 0x1F000 ? 1 : Character(first).terminalWidth
    }
  }
}

extension EmulatedTerminal {
  public init(rows: Int, columns: Int, _ table: WidthTable) {
    self.init(rows: rows, columns: columns, wraps: false) { table.width($0) }
  }

  /// The first place where the terminal differs from the grid; nil if there is none.
  ///
  /// Where all tables agree, both must be equal. Elsewhere they may differ only within that
  /// cluster.
  public func difference(from screen: Screen, _ table: WidthTable) -> String? {
    for row in 0..<screen.rows {
      for column in 0..<screen.columns {
        let (cell, wanted) = (cells[row][column], screen[row, column])
        // A blank has only a background.
        let isSame =
          cell.text == wanted.text && (wanted.text == " " || cell.look == wanted.style.numbers)
        if !isSame, table == .own || !Self.isInDoubt(screen, row, column) {
          return "row \(row), column \(column): '\(cell.text)' \(cell.look) is shown, "
            + "'\(wanted.text)' \(wanted.style.numbers) is meant"
        }
      }
    }
    return nil
  }

  /// Whether a cluster is at this place that terminals draw with different widths.
  private static func isInDoubt(_ screen: Screen, _ row: Int, _ column: Int) -> Bool {
    var first = column
    while first > 0, screen[row, first].text.isEmpty { first -= 1 }
    return WidthTable.allCases.contains { table in
      screen[row, first].text.contains { table.width($0) != $0.terminalWidth }
    }
  }
}

extension CellStyle {
  /// The style's numbers in a sequence (ECMA-48, select graphic rendition), without zeros.
  fileprivate var numbers: [Int] {
    let attributes = [isBold ? 1 : 0, isDim ? 2 : 0, isUnderlined ? 4 : 0]
    return (attributes + Self.numbers(foreground, 30) + Self.numbers(background, 40))
      .filter { $0 != 0 }
  }

  private static func numbers(_ color: Color?, _ base: Int) -> [Int] {
    switch color {
    case .palette(let color)?: [Int(color) + (color < 8 ? base : base + 52)]
    case .rgb(let red, let green, let blue)?: [base + 8, 2, Int(red), Int(green), Int(blue)]
    case nil: []
    }
  }
}

extension Screen {
  /// The text, line by line, without trailing spaces.
  public var text: String {
    (0..<rows).map { row in
      var line = (0..<columns).map { self[row, $0].text }.joined()
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
