internal import Markdown
internal import StreamSafe

/// Finds the title of a text without a `title` field: its first visible line.
///
/// md4c parses the Markdown. HTML, code, images, tables and rules are not visible, nor is a line
/// with only addresses, tags or macros of another program.
package enum BodyTitle {
  /// A longer paragraph is not a title.
  private static let mostLetters = 120
  /// The number of bytes to read.
  private static let mostBytes = 4_096

  /// - Returns: Nil if the beginning shows no line, or if the first paragraph is too long.
  static func title(of body: ArraySlice<UInt8>) -> String? {
    if case .title(let title)? = find(in: blocks(of: beginning(of: body))) { title } else { nil }
  }

  package static func title(of line: String) -> String? { title(of: Array(line.utf8)[...]) }

  private enum Finding {
    case title(String)
    /// The first paragraph is too long for a title.
    case fileName
  }

  /// The complete lines within the limit.
  private static func beginning(of body: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard body.count > mostBytes else { return body }
    let start = body.prefix(mostBytes)
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
    return MarkdownTree(String(streamSafe: bytes), isNote: true)?.blocks ?? []
  }

  private static func find(in blocks: [Block]) -> Finding? {
    for block in blocks {
      let found: Finding? =
        switch block {
        case .heading(_, let inlines): heading(inlines)
        case .paragraph(let inlines): paragraph(inlines)
        case .quote(let blocks): find(in: blocks)
        case .list(_, _, let items): find(in: items.flatMap(\.blocks))
        case .code, .table, .rule: nil
        }
      if let found { return found }
    }
    return nil
  }

  private static func heading(_ inlines: [Inline]) -> Finding? {
    let text = lines(of: inlines).filter { !$0.isEmpty }.joined(separator: " ").withoutAnchor
    return isTitle(text) ? .title(text) : nil
  }

  private static func paragraph(_ inlines: [Inline]) -> Finding? {
    let lines = lines(of: inlines).drop { !isTitle($0) }
    guard let first = lines.first else { return nil }
    let isShort = lines.joined(separator: " ").count <= mostLetters
    return isShort ? .title(first.withoutAnchor) : .fileName
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
      case .emphasis(let parts), .strong(let parts), .strikethrough(let parts),
        .link(_, _, let parts):
        text += self.text(of: parts)
      case .image: break
      }
    }
    return text
  }

  /// The delimiters of macros that Logseq, Obsidian, Hugo, Liquid and Templater replace.
  private static let macros = [("{{", "}}"), ("{%", "%}"), ("<%", "%>"), ("![[", "]]")]

  private static func withoutMacros(_ text: String) -> String {
    var text = text
    for (open, close) in macros {
      while let start = text.firstRange(of: open),
        let end = text[start.upperBound...].firstRange(of: close)
      {
        text.removeSubrange(start.lowerBound..<end.upperBound)
      }
    }
    return text
  }

  /// Whether a line is visible, with more than tags, addresses, the type of a callout, and
  /// Logseq's references and marks such as `#+BEGIN_QUOTE`.
  private static func isTitle(_ line: String) -> Bool {
    let isVisible = line.unicodeScalars.contains {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
    }
    return isVisible
      && !line.split(separator: " ").allSatisfy { word in
        word.hasPrefix("#")
          && word.dropFirst().first.map { $0.isLetter || $0.isNumber || $0 == "+" } ?? false
          || word.hasPrefix("[!") && word.hasSuffix("]")
          || word.hasPrefix("((") && word.hasSuffix("))")
          || ["http://", "https://", "www."].contains(where: word.prefix(8).lowercased().hasPrefix)
      }
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
