extension Table {
  /// Cells stored as bytes, for speed.
  ///
  /// A table may have hundreds of thousands, most of them empty or short.
  public struct Cells: Sendable {
    private var bytes: [UInt8] = []
    private var places: [Place] = []
    /// The style of each cell; empty without colors.
    private var looks: [Look] = []
    private let isPainted: Bool

    private struct Place {
      var end: Int
      var width: Int
    }

    private struct Look {
      var paints: [Style.Paint]
      var isMarked: Bool
    }

    /// - Parameter isPainted: Whether to keep styles.
    public init(isPainted: Bool) { self.isPainted = isPainted }

    public mutating func append(_ cell: Cell) {
      put(cell.text)
      endCell(cell.paints, isMarked: cell.isMarked)
    }

    /// - Parameter text: Sanitized, like ``Cell/text``.
    public mutating func append(
      _ text: String, _ paints: @autoclosure () -> [Style.Paint] = [], isMarked: Bool = false
    ) {
      put(text)
      endCell(paints(), isMarked: isMarked)
    }

    /// Appends to the current cell; ``endCell(_:isMarked:)`` ends it.
    public mutating func put(_ text: String) { bytes.append(text) }

    public mutating func endCell(
      _ paints: @autoclosure () -> [Style.Paint] = [], isMarked: Bool = false
    ) {
      let range = end(before: places.count)..<bytes.count
      let isPlain = range.isEmpty || bytes[range].isVisibleASCII
      places.append(
        Place(end: range.upperBound, width: isPlain ? range.count : text(range).terminalWidth))
      if isPainted { looks.append(Look(paints: paints(), isMarked: isMarked)) }
    }

    /// The index of each row's first cell.
    func rows(_ columns: Int) -> StrideTo<Int> {
      stride(from: 0, to: places.count, by: max(columns, 1))
    }

    func rowCount(_ columns: Int) -> Int { places.count / max(columns, 1) }

    private func end(before place: Int) -> Int { place == 0 ? 0 : places[place - 1].end }

    private func text(_ range: Range<Int>) -> String {
      String(decoding: bytes[range], as: UTF8.self)
    }

    private func range(_ place: Int) -> Range<Int> { end(before: place)..<places[place].end }

    func width(of place: Int) -> Int { places[place].width }

    func isEmpty(at place: Int) -> Bool { range(place).isEmpty }

    func append(_ place: Int, to line: inout [UInt8]) { line += bytes[range(place)] }

    subscript(_ place: Int) -> Cell {
      let text = text(range(place))
      guard isPainted else { return Cell(text) }
      let look = looks[place]
      return Cell(text, look.paints, isMarked: look.isMarked)
    }
  }
}

extension [UInt8] {
  public mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }
}
