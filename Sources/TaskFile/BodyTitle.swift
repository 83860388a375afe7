internal import Markdown
internal import StreamSafe

/// Finds the title of a text without a `title` field: its first visible line.
///
/// md4c parses the Markdown. HTML, code, images, tables and rules are not visible, nor is a line
/// with only an address, a tag or a macro of another program.
package enum BodyTitle {
  /// A longer paragraph is not a title.
  private static let mostLetters = 120
  /// The number of bytes to read first, and the number if they show no line.
  private static let limits = [1_024, 65_536]

  /// - Returns: Nil if no line is visible, if the first paragraph is too long, or if the text
  ///   begins with properties without a title.
  static func title(of body: ArraySlice<UInt8>) -> String? {
    for limit in limits {
      switch find(in: blocks(of: beginning(of: body, limit)), within: nil) {
      case .title(let title)?: return title
      case .fileName?: return nil
      case nil: if body.count <= limit { return nil }
      }
    }
    return nil
  }

  package static func title(of line: String) -> String? { title(of: Array(line.utf8)[...]) }

  private enum Finding {
    case title(String)
    /// The text begins with something else, so the file name is the title.
    case fileName
  }

  /// The element around a line.
  private enum Container { case quote, item }

  // MARK: - Reading

  /// The complete lines within the limit.
  private static func beginning(of body: ArraySlice<UInt8>, _ limit: Int) -> ArraySlice<UInt8> {
    guard body.count > limit else { return body }
    let start = body.prefix(limit)
    return start.lastIndex(of: .newline).map { start[...$0] } ?? start
  }

  private static func blocks(of bytes: ArraySlice<UInt8>) -> [Block] {
    var bytes = bytes
    let hasNotes = bytes.indices.contains {
      bytes[$0] == .greater && bytes[$0...].starts(with: ConflictNote.mark)
    }
    if hasNotes {
      bytes = BodyLines(bytes).lines.filter { !$0.isNote }.flatMap { $0.text + $0.ending }[...]
    }
    var text = String(streamSafe: bytes)
    if bytes.contains(where: { $0 >= 0xE2 }) { text.unicodeScalars.removeAll(where: isUnseen) }
    return MarkdownTree(text, isNote: true)?.blocks ?? []
  }

  /// Whether a scalar has no width, and doesn't separate or join letters.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    [0x200B, 0x2060, 0xFEFF].contains(scalar.value)
  }

  private static func find(in blocks: [Block], within container: Container?) -> Finding? {
    for block in blocks {
      let found: Finding? =
        switch block {
        case .heading(_, let inlines): heading(inlines)
        case .paragraph(let inlines): paragraph(inlines, within: container)
        case .quote(let blocks): find(in: blocks, within: .quote)
        case .list(_, _, let items): find(in: items.flatMap(\.blocks), within: .item)
        case .code, .table, .rule: nil
        }
      if let found { return found }
    }
    return nil
  }

  private static func heading(_ inlines: [Inline]) -> Finding? {
    let text = lines(of: inlines).filter { !$0.isEmpty }.joined(separator: " ").withoutAnchor
    let isSeen = text.unicodeScalars.contains { !isBlank($0) }
    return isSeen && !isMarkup(text) ? .title(text) : nil
  }

  private static func paragraph(_ inlines: [Inline], within container: Container?) -> Finding? {
    let lines = lines(of: inlines)
    var block: String?
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("#+") {
        // `#+BEGIN_QUERY` to `#+END_QUERY` in Org and Logseq.
        if line.hasPrefix("#+BEGIN") { block = line }
        if line.hasPrefix("#+END") { block = nil }
        continue
      }
      if block != nil || isMarkup(line) || isDrawn(line) { continue }
      if property(line) != nil {
        // Properties below an invisible line belong to it.
        guard index == 0 else { continue }
        let title = lines.lazy.compactMap(property).first { $0.key.lowercased() == "title" }?.value
        return title.flatMap { $0.isEmpty ? nil : .title($0) } ?? .fileName
      }
      if container == .quote, let title = calloutTitle(line) { return .title(title) }
      let letters = lines[index...].prefix { !isAddition($0) }.reduce(-1) { $0 + $1.count + 1 }
      guard letters <= mostLetters else { return .fileName }
      return .title(withoutMark(line, within: container).withoutAnchor)
    }
    return nil
  }

  /// The visible lines of a paragraph or a heading.
  private static func lines(of inlines: [Inline]) -> [String] {
    var text = text(of: inlines)
    let hasCode = inlines.contains { if case .code = $0 { true } else { false } }
    // In code, macros are text.
    if !hasCode { text = withoutMacros(text) }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  private static func text(of inlines: [Inline]) -> String {
    var text = ""
    for inline in inlines {
      switch inline {
      case .text(let part), .code(let part): text += part
      case .entity(let entity): text += Entity.text(of: entity)
      case .softBreak, .lineBreak: text += "\n"
      case .emphasis(let parts), .strong(let parts), .strikethrough(let parts):
        text += self.text(of: parts)
      case .link(_, _, let parts):
        let label = self.text(of: parts)
        // `#[[two words]]` is one tag.
        text += text.hasSuffix("#") ? label.replacing(" ", with: "-") : label
      case .image: break
      }
    }
    return text
  }

  // MARK: - Marks of other programs

  /// The delimiters of macros that Logseq, Obsidian, Hugo, Liquid and Templater replace.
  private static let macros = [
    ("{{", "}}"), ("{%", "%}"), ("<%", "%>"), ("![[", "]]"), ("((", "))"),
  ]

  private static func withoutMacros(_ text: String) -> String {
    var text = text
    for (open, close) in macros {
      while let start = text.firstRange(of: open) {
        guard let end = text[start.upperBound...].firstRange(of: close) else {
          // The macro continues in the next block.
          return start.lowerBound == text.startIndex ? "" : text
        }
        let name = text[start.upperBound..<end.lowerBound]
        // Two parentheses with other content are likely part of a sentence.
        if open == "((", name.contains(where: \.isWhitespace) || !name.contains(where: \.isNumber) {
          break
        }
        text.removeSubrange(start.lowerBound..<end.upperBound)
      }
    }
    return text
  }

  /// Whether a line is for programs only: addresses, tags, names of blocks, the type of a callout,
  /// the fence of a box.
  private static func isMarkup(_ line: String) -> Bool {
    guard let first = line.utf8.first, !line.hasPrefix(":::") else { return true }
    // Only lines with these first bytes need the slower check.
    guard "#^[hHw".utf8.contains(first) else { return false }
    return line.split(separator: " ").allSatisfy { word in
      word.hasPrefix("#") && word.dropFirst().first.map { $0.isLetter || $0.isNumber } ?? false
        || word.hasPrefix("^") && word.count > 1
        || word.hasPrefix("[!") && word.hasSuffix("]")
        || ["http://", "https://", "www."].contains { word.lowercased().hasPrefix($0) }
    }
  }

  /// Whether a line is part of a drawing, with only ASCII punctuation, boxes and blocks.
  private static func isDrawn(_ line: String) -> Bool {
    line.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case ..<0x80: !scalar.properties.isAlphabetic && !(0x30...0x39).contains(scalar.value)
      case 0x2500...0x259F: true
      default: isBlank(scalar)
      }
    }
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
  }

  /// The line `key:: value` in Logseq and Dataview.
  private static func property(_ line: String) -> (key: String, value: String)? {
    guard let colons = line.firstRange(of: "::"), line.first?.isLetter == true else { return nil }
    let (key, value) = (line[..<colons.lowerBound], line[colons.upperBound...])
    guard key.allSatisfy({ $0.isLetter || $0.isNumber || "_-./".contains($0) }),
      value.first == " " || value.isEmpty
    else { return nil }
    return (String(key), String(value.dropFirst()))
  }

  /// Whether a line is metadata of the first one.
  private static func isAddition(_ line: String) -> Bool {
    property(line) != nil
      || ["SCHEDULED:", "DEADLINE:", "CLOSED:", ":LOGBOOK:", ":PROPERTIES:"]
        .contains(where: line.hasPrefix)
  }

  /// The text after a callout's type, such as `[!NOTE]-`; nil without a type.
  private static func calloutTitle(_ line: String) -> String? {
    guard line.hasPrefix("[!"), let end = line.firstIndex(of: "]") else { return nil }
    let name = line[..<end].dropFirst(2).prefix { $0 != "|" }
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) })
    else { return nil }
    return String(line[end...].dropFirst().drop { "+-".contains($0) }.drop { $0 == " " })
  }

  /// Keywords for a task's state in Logseq and Org.
  private static let states: Set<Substring> = [
    "TODO", "DOING", "DONE", "LATER", "NOW", "WAITING", "IN-PROGRESS", "CANCELED", "CANCELLED",
  ]

  /// The line without a box outside a list, and without a keyword in one.
  private static func withoutMark(_ line: String, within container: Container?) -> String {
    let words = line.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return line }
    let isState = container == .item && states.contains(words[0])
    if isState || ["[x]", "[X]", "[/]", "[-]"].contains(words[0]) { return String(words[1]) }
    return line.hasPrefix("[ ] ") ? String(line.dropFirst(4)) : line
  }
}

extension String {
  /// Without `{#anchor}` at the end.
  fileprivate var withoutAnchor: String {
    guard utf8.last == .closeBrace, let open = lastIndex(of: "{"),
      self[open...].dropFirst().first == "#"
    else { return self }
    return String(self[..<open]).oneLine
  }
}
