/// A table, as GitHub and Obsidian show it: a row of cells, below it as many of `---`, and all lines
/// up to a blank one.
///
/// What its first row says are names of columns, and not what the text is called.
struct MarkdownTable {
  private let isQuoted: Bool

  /// - Parameters:
  ///   - line: That may be its first row.
  ///   - next: The one below.
  init?(_ line: String, next: ArraySlice<UInt8>) {
    guard line.utf8.contains(.pipe), next.contains(.pipe) else { return nil }
    let rule = String(decoding: next.prefix(10_000), as: UTF8.self).oneLine
    isQuoted = line.utf8.first == .greater
    guard isQuoted == (rule.utf8.first == .greater) else { return nil }
    let cells = Self.cells(of: rule)
    guard cells.allSatisfy(Self.isRule), cells.count == Self.cells(of: line).count else {
      return nil
    }
  }

  /// Whether a line that shows something still belongs to it.
  func goesOn(with line: String) -> Bool {
    guard isQuoted else { return !LineMarks.begins(line) }
    return line.utf8.first == .greater && !LineMarks.stripped(line).text.isEmpty
  }

  private static func isRule(_ cell: Substring.UTF8View) -> Bool {
    var dashes = cell
    if dashes.first == .colon { dashes.removeFirst() }
    if dashes.last == .colon { dashes.removeLast() }
    return !dashes.isEmpty && dashes.allSatisfy { $0 == .dash }
  }

  /// What is between the pipes of a row; one at either end may be missing.
  private static func cells(of line: String) -> [Substring.UTF8View] {
    let text = LineMarks.stripped(line).text
    var cells: [Substring.UTF8View] = []
    var start = text.utf8.startIndex
    var isEscaped = false
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if byte == .pipe, !isEscaped {
        cells.append(text.utf8[start..<index].trimmed)
        start = text.utf8.index(after: index)
      }
      isEscaped = byte == .backslash && !isEscaped
    }
    cells.append(text.utf8[start...].trimmed)
    if cells.first?.isEmpty == true { cells.removeFirst() }
    if cells.last?.isEmpty == true { cells.removeLast() }
    return cells
  }
}

extension Substring.UTF8View {
  fileprivate var trimmed: Substring.UTF8View {
    var rest = drop(while: \.isBlank)
    while rest.last?.isBlank == true { rest.removeLast() }
    return rest
  }
}
