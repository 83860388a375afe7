extension HeaderLayout {
  /// The line, from 0, in which a block scalar ends: to the parser all blank lines behind it are
  /// its, but they are part of its text only where it keeps them, or where they have more blanks
  /// than its indentation.
  ///
  /// - Parameters:
  ///   - text: What the parser has read there.
  ///   - first: The line behind the one in which it begins.
  ///   - last: The last one that is the parser's.
  func lastLine(ofBlock text: String, from first: Int, to last: Int) -> Int {
    let last = min(last, lines.count - 1)
    let isKept = text.unicodeScalars.suffix(2).allSatisfy(Self.isBreak)
    guard first <= last, text.isEmpty || !isKept else { return last }
    let rows = text.unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: Self.isBreak)
    // With a text of nothing but blanks, the line in which the scalar begins.
    let lastWords =
      (first...last).last { line in !bytes[lines[line]].allSatisfy { $0 == .space } } ?? first - 1
    let blankLines = (lastWords + 1)..<(last + 1)
    var indentation = 0
    if let row = rows.last(where: { row in !row.allSatisfy { $0 == " " } }) {
      indentation =
        bytes[lines[lastWords]].prefix { $0 == .space }.count - row.prefix { $0 == " " }.count
    } else {
      indentation =
        (blankLines.map { lines[$0].count }.max() ?? 0) - (rows.map(\.count).max() ?? 0)
    }
    return blankLines.last { lines[$0].count > indentation } ?? lastWords
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }
}
