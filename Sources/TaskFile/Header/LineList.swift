/// A list on its key's line, `[a, "b c"]`, found without a YAML parser where there can be no doubt
/// about it: words that could stand alone, and quoted ones in which nothing is escaped.
struct LineList {
  /// From bracket to bracket.
  let range: Range<Int>
  /// The texts, without their quotes.
  private(set) var items: [Range<Int>] = []
  private(set) var hasQuotes = false

  /// - Parameters:
  ///   - start: Behind the colon.
  ///   - end: Where the line's ending begins.
  /// - Returns: Nil for what is no list, and when only a YAML parser can tell.
  init?(_ bytes: [UInt8], from start: Int, to end: Int) {
    var index = start
    func skipSpaces() { while index < end, bytes[index] == .space { index += 1 } }
    skipSpaces()
    let first = index
    guard index < end, bytes[index] == .openBracket else { return nil }
    index += 1
    skipSpaces()
    while index < end, bytes[index] != .closeBracket {
      if bytes[index] == .quote || bytes[index] == .apostrophe {
        guard let behind = ValueScanner.quoteEnd(bytes, index, end) else { return nil }
        items.append((index + 1)..<(behind - 1))
        index = behind
        hasQuotes = true
      } else {
        guard let word = ValueScanner.flowWord(bytes, index, end) else { return nil }
        items.append(word)
        index = word.upperBound
      }
      skipSpaces()
      guard index < end, bytes[index] == .comma else { break }
      index += 1
      skipSpaces()
      // A comma before the bracket is YAML, but not plain.
      guard index < end, bytes[index] != .closeBracket else { return nil }
    }
    guard index < end, bytes[index] == .closeBracket,
      ValueScanner.isBlankOrComment(bytes, index + 1, end)
    else { return nil }
    range = first..<(index + 1)
  }
}
