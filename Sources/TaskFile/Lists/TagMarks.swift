/// Blanks in the brackets of a list of tags that tell what it was before a tag was added.
///
/// A file without tags and one with `tags: []` come to say the same, as do `tags: home` and
/// `tags: [home]`. So that the tag can be taken out again and nothing else has changed, there is
/// `[ x ]` where `[]` was, if memo adds such a line to files without one, and `[home, x ]` where
/// the word alone was. Where `~` was, or another word for nothing, two blanks or more stand behind
/// the bracket: how many says which word.
struct TagMarks {
  /// From bracket to bracket, on one line.
  private let text: [UInt8]
  private let list: FlowList

  /// - Returns: Nil for what is no such list.
  init?(_ text: ArraySlice<UInt8>) {
    self.text = Array(text)
    guard let list = FlowList(self.text, in: self.text.indices), text.last == .closeBracket,
      !text.contains(.newline)
    else { return nil }
    self.list = list
  }

  /// How many blanks stand behind the last item where none stands before the first.
  private var blanks: Int {
    guard list.items.first?.text.lowerBound == 1, let last = list.items.last, last.comma == nil
    else { return 0 }
    let blanks = text[last.text.upperBound..<(text.count - 1)]
    return blanks.allSatisfy { $0 == .space } ? blanks.count : 0
  }

  /// A list that came out of this one when a tag was added.
  ///
  /// One tag with a mark, whoever has made it, gets one more.
  func marking(_ longer: [UInt8]) -> [UInt8] {
    list.items.count == 1 && blanks > 0 ? Self.marked(longer) : longer
  }

  /// A list that a word alone has become.
  static func marked(_ list: [UInt8]) -> [UInt8] { list.dropLast() + [.space, .closeBracket] }

  /// A list of one tag that was empty.
  static func widened(_ list: [UInt8]) -> [UInt8] {
    [.openBracket, .space] + list.dropFirst().dropLast() + [.space, .closeBracket]
  }

  /// The words that stand for nothing; the last is none at all, as between braces.
  private static let nothings = ["~", "null", "Null", "NULL", ""]

  /// A list of one tag that a word for nothing has become.
  ///
  /// - Returns: Nil where that isn't such a word.
  static func indented(_ list: [UInt8], insteadOf nothing: ArraySlice<UInt8>) -> [UInt8]? {
    guard let number = nothings.firstIndex(where: { nothing.elementsEqual($0.utf8) }) else {
      return nil
    }
    return [.openBracket] + Array(repeating: .space, count: number + 2) + list.dropFirst()
  }

  /// Whether blanks stand behind the opening bracket, or before the closing one.
  var isWide: Bool { text[1].isBlank || text[text.count - 2].isBlank }

  /// What the list was before the tag was added that stands alone in it; nil for the same.
  var former: [UInt8]? {
    guard list.items.count == 1, let item = list.items.first else { return nil }
    if let nothing = Self.nothings.first(where: { nothing in
      Self.indented(
        [.openBracket] + text[item.text] + [.closeBracket], insteadOf: Array(nothing.utf8)[...])
        == text
    }) {
      return Array(nothing.utf8)
    }
    guard
      Self.widened([.openBracket] + text[item.text] + [.closeBracket]) == text
    else { return nil }
    return [.openBracket, .closeBracket]
  }

  /// The list of one tag that is left of this one as it was before a second was added; nil for the
  /// same.
  func unmarking(_ shorter: [UInt8]) -> [UInt8]? {
    guard blanks > 0, let rest = TagMarks(shorter[...]), rest.list.items.count == 1 else {
      return nil
    }
    switch rest.blanks {
    case 0: return nil
    case 1: return Array(shorter[rest.list.items[0].text])
    default: return shorter.dropLast(2) + [.closeBracket]
    }
  }
}
