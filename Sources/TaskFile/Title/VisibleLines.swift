internal import StreamSafe

/// The lines of a Markdown text of which a reader sees something, as far as a title needs it.
struct VisibleLines {
  struct Line: Hashable {
    var text: String
    var isHeading: Bool
    /// How many letters the paragraph has that it begins.
    var paragraph: Int
  }

  private var rest: ArraySlice<UInt8>
  private var code = CodeFences()
  private var isComment = false
  private var html: HTMLBlock?
  /// What ends the formula or Obsidian's comment that this line is in.
  private var fence: String?
  /// Whether the line before was one of a paragraph of which nothing is seen, as an image.
  private var isContinued = false
  /// The table that the line before belongs to.
  private var table: MarkdownTable?
  /// What is far down is not called by its first line any more.
  private var left = 1000

  init(_ body: ArraySlice<UInt8>) { rest = body }

  /// - Returns: Nil at the end.
  mutating func next() -> Line? {
    while left > 0, let line = nextLine() {
      left -= 1
      // What goes on with a paragraph is no code, however far in it is.
      let (isWithin, table) = (isContinued, table)
      (isContinued, self.table) = (false, nil)
      let isHidden = isComment || html != nil || fence != nil
      guard isHidden || !UnseenLines.isIndented(line) || isWithin,
        isHidden || !code.contains(line), let shown = visible(line)
      else { continue }
      isContinued = true
      self.table =
        table?.goesOn(with: shown) == true ? table : MarkdownTable(shown, next: lineBelow)
      if self.table != nil { continue }
      var (words, isMarked) = LineMarks.stripped(shown)
      var quotes = Self.quotes(shown)
      if quotes > 0 {
        let all = words
        words = UnseenLines.withoutCallout(words)
        // The title of a callout is no part of the text below it.
        if words != all { quotes = 0 }
      }
      var text = InlineMarks.stripped(words)
      if !isMarked, words.hasPrefix("<"), text.hasPrefix("#") {
        // Behind an anchor: `<a name="x"></a># Heading`.
        (words, isMarked) = LineMarks.stripped(text)
        text = InlineMarks.stripped(words)
      }
      if isMarked { isContinued = false }
      let isHeading = isMarked || isUnderlined
      if !text.isEmpty, isHeading || !text.isDrawn {
        return Line(
          text: text, isHeading: isHeading,
          paragraph: isHeading ? text.count : paragraph(from: text, quotes: quotes))
      }
    }
    return nil
  }

  private mutating func nextLine() -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    let end = rest.firstIndex(of: .newline) ?? rest.endIndex
    let line = rest[..<end]
    rest = rest[min(end + 1, rest.endIndex)...]
    return line.last == .carriageReturn ? line.dropLast() : line
  }

  /// Whether the next line makes a heading of this one.
  private var isUnderlined: Bool { Self.isUnderline(lineBelow) }

  private var lineBelow: ArraySlice<UInt8> {
    rest[..<(rest.firstIndex(of: .newline) ?? rest.endIndex)]
  }

  private static func isUnderline(_ line: ArraySlice<UInt8>) -> Bool {
    let line = line.drop { $0 == .space }
    guard let mark = line.first, mark == .equals || mark == .dash else { return false }
    return line.drop { $0 == mark }.allSatisfy { $0.isBlank || $0 == .carriageReturn }
  }

  /// No heading has more lines.
  private static let mostOfHeading = 50

  /// How many quotes, one in another, a line begins with.
  private static func quotes(_ line: String) -> Int {
    line.utf8.prefix { $0 == .greater || $0.isBlank }.count { $0 == .greater }
  }

  /// A line without the marks of so many quotes; one that goes on with a paragraph may have fewer.
  private static func within(_ quotes: Int, _ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    for _ in 0..<quotes {
      let mark = line.drop { $0 == .space }
      guard mark.first == .greater else { break }
      line = mark.dropFirst()
    }
    return line
  }

  /// How many letters a paragraph has whose first line is this one, within so many quotes.
  private func paragraph(from first: String, quotes: Int) -> Int {
    var (count, next, code, lines) = (first.count, self, CodeFences(), 0)
    while lines < Self.mostOfHeading, let whole = next.nextLine() {
      let line = Self.within(quotes, whole)
      lines += 1
      // A line that underlines the others makes a heading of them.
      if Self.isUnderline(line) { return first.count }
      let text = String(streamSafe: line.prefix(1000)).oneLine
      guard !text.isEmpty, !LineMarks.begins(text), !"<|".contains(text.first ?? "|"),
        !code.contains(line), ![":::", "$$", "%%"].contains(where: text.hasPrefix)
      else { break }
      count += 1 + InlineMarks.stripped(text).count
    }
    return count
  }

  /// The line without comments; nil for one that is blank, a rule, HTML, or a note of a merge.
  private mutating func visible(_ line: ArraySlice<UInt8>) -> String? {
    if let block = html {
      if block.ends(at: line) { html = nil }
      return nil
    }
    guard !line.starts(with: ConflictNote.mark) else { return nil }
    if let mark = fence {
      if Self.contains(mark, line) { fence = nil }
      return nil
    }
    let shown = withoutComments(line)
    let text = String(streamSafe: shown.prefix(10_000)).oneLine.withoutUnseen
    guard !text.isEmpty, !LineMarks.isRule(text), !text.hasPrefix(":::") else { return nil }
    for (open, close) in InlineMarks.shortcodes where text.hasPrefix(open) {
      guard !text.contains(close), Self.contains(close, rest.prefix(10_000)) else { continue }
      fence = close
      return nil
    }
    for mark in Self.hiding where text.hasPrefix(mark) {
      let behind = text.dropFirst(2)
      // Three of them are no such mark.
      if behind.hasPrefix(mark.prefix(1)) { continue }
      if behind.contains(mark) {
        guard behind.hasSuffix(mark) else { continue }
        return nil
      }
      guard Self.contains(mark, rest) else { continue }
      fence = mark
      return nil
    }
    if hidesBehindModule(text) || UnseenLines.isDefinition(text) { return nil }
    guard let block = HTMLBlock(startingAt: text) else { return Self.withoutAsides(text) }
    if !block.ends(at: shown) { html = block }
    return nil
  }

  /// Whether a line is MDX's code; one that goes on is passed over like HTML, to a blank line.
  private mutating func hidesBehindModule(_ text: String) -> Bool {
    guard let module = UnseenLines.module(text) else { return false }
    if module == .block { html = .untilBlank }
    return true
  }

  /// What begins and ends a formula, and a comment of Obsidian's.
  private static let hiding = ["$$", "%%"]

  /// Without `%%…%%`, what Obsidian shows to nobody but who writes; a percentage is none.
  private static func withoutAsides(_ line: String) -> String {
    guard line.utf8.contains(UInt8(ascii: "%")) else { return line }
    var words: [Substring] = []
    var isAside = false
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      let begins = !isAside && word.hasPrefix("%%")
      if begins { isAside = true }
      if !isAside { words.append(word) }
      if isAside, word.hasSuffix("%%"), !begins || word.utf8.count > 3 { isAside = false }
    }
    return isAside ? line : words.joined(separator: " ").oneLine
  }

  private static func contains(_ mark: String, _ text: ArraySlice<UInt8>) -> Bool {
    let mark = Array(mark.utf8)
    return text.indices.contains { text[$0] == mark[0] && text[$0...].starts(with: mark) }
  }

  /// Takes out what stands between `<!--` and `-->`, on this line and the next ones.
  private mutating func withoutComments(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard isComment || line.contains(.less) else { return line }
    var shown: [UInt8] = []
    var rest = line
    while !rest.isEmpty {
      let mark = Array((isComment ? "-->" : "<!--").utf8)
      let found = rest.indices.first { rest[$0...].starts(with: mark) }
      if !isComment { shown += rest[..<(found ?? rest.endIndex)] }
      guard let found else { break }
      isComment.toggle()
      rest = rest[(found + mark.count)...]
    }
    return shown[...]
  }
}

/// Lines of HTML, which begin with a tag and go on as CommonMark says.
private struct HTMLBlock {
  /// What ends it; nil for a blank line.
  private let end: String?

  static let untilBlank = HTMLBlock(end: nil)

  private init(end: String?) { self.end = end }

  /// Whose text is no Markdown, however many blank lines are in it.
  private static let raw: Set = ["script", "pre", "style", "textarea"]

  /// - Returns: Nil for a line that is none, as `<b>one</b> and more`, or an address in angles.
  init?(startingAt line: String) {
    guard line.utf8.first == .less else { return nil }
    if line.hasPrefix("<?") || line.hasPrefix("<!") {
      end = line.hasPrefix("<?") ? "?>" : ">"
      return
    }
    guard let name = InlineMarks.tagName(line.dropFirst()) else { return nil }
    if Self.raw.contains(name), !line.hasPrefix("</") {
      end = "</\(name)>"
      return
    }
    // A tag alone on its line begins a block, whatever it is called.
    let isAlone =
      line.hasSuffix(">") && !line.dropFirst().dropLast().contains { "<>".contains($0) }
    guard InlineMarks.blockTags.contains(name) || isAlone || InlineMarks.stripped(line).isEmpty
    else { return nil }
    end = nil
  }

  func ends(at line: ArraySlice<UInt8>) -> Bool {
    guard let end else { return line.allSatisfy(\.isBlank) }
    return String(decoding: line, as: UTF8.self).lowercased().contains(end)
  }
}

extension String {
  /// Whether it says nothing, as a line of a drawing: signs of ASCII, boxes and blocks alone.
  fileprivate var isDrawn: Bool {
    unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case ..<0x80: !scalar.properties.isAlphabetic && !(0x30...0x39).contains(scalar.value)
      case 0x2500...0x259F: true
      default: scalar.properties.isWhitespace
      }
    }
  }
}
