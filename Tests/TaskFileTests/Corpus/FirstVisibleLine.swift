import Foundation

/// The title of a file without one, by the rule in words: the first visible line of the text,
/// without its marks.
///
/// Written from the rule, and by other means than memo's own, so that the two can be compared.
enum FirstVisibleLine {
  /// What may be the title; nil stands for the file's name.
  ///
  /// More than one where the rule leaves it open.
  static func titles(of body: String) -> Set<String?> {
    var text = body.replacing("\r\n", with: "\n")
      .filter { !["\u{200B}", "\u{2060}", "\u{FEFF}"].contains($0) }[...]
    // Behind a line that shows nothing and yet begins a paragraph, what is indented is no code.
    var isParagraph = false
    var hasProperties = false
    while !text.isEmpty {
      if !isParagraph, let code = text.prefixMatch(of: #/( {4}| {0,3}\t)[^\n]*(\n|$)/#) {
        text = text[code.range.upperBound...]
        continue
      }
      isParagraph = false
      if let unseen = unseen(text) {
        text = text[unseen...]
        continue
      }
      isParagraph = true
      let line = text.prefix { $0 != "\n" }
      text = text.dropFirst(line.count).dropFirst()
      let shown = shown(String(line))
      let isHeading =
        line.prefixMatch(of: #/[ >]*#{1,6}\s/#) != nil
        || text.prefixMatch(of: #/ {0,3}(=+|-+)[ \t]*(\n|$)/#) != nil
      guard isHeading || !isDrawing(shown) else { continue }
      guard !folded(shown).isEmpty else { continue }
      if !isHeading, let property = shown.wholeMatch(of: #/\s*(\p{L}[\p{L}\p{N}_-]*)::(\s.*)?/#) {
        let value = folded(String(property.2 ?? ""))
        if property.1.lowercased() == "title", !value.isEmpty { return [value] }
        hasProperties = true
        continue
      }
      if hasProperties { return [nil] }
      // A quote goes on behind its marks; the title of a callout stands alone.
      let isCallout = line.prefixMatch(of: #/[ >]*>\s*\[!/#) != nil
      let quotes = isCallout ? 0 : line.prefix { " >".contains($0) }.count { $0 == ">" }
      let below = withoutQuotes(text, quotes)
      guard !isHeading, !goesOnToUnderline(below) else { return [folded(shown)] }
      let paragraph = ([shown] + lines(goingOnIn: below)).joined(separator: " ")
      // Where marks make the difference, either will do.
      if paragraph.count > 120, folded(paragraph).count <= 120 { return [folded(shown), nil] }
      return paragraph.count > 120 ? [nil] : [folded(shown)]
    }
    return [nil]
  }

  /// Lines without the marks of so many quotes.
  private static func withoutQuotes(_ text: Substring, _ quotes: Int) -> Substring {
    guard quotes > 0 else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      (0..<quotes).reduce(line) { line, _ in line.trimmingPrefix(#/ *>/#) }
    }
    return lines.joined(separator: "\n")[...]
  }

  /// The lines with which a paragraph goes on, as they are seen.
  private static func lines(goingOnIn text: Substring) -> [String] {
    let other =
      #/\s*($|(#{1,6}|>|[-*+]|1[.)]|\[[ xX]\])(\s|$)|>|```|~~~|<|\||:::|\$\$|%%|(=+|-+)[ \t]*$)/#
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.prefixMatch(of: other) == nil else { break }
      lines.append(shown(String(line)))
    }
    return lines
  }

  /// Whether a paragraph ends in a line that makes a heading of it.
  private static func goesOnToUnderline(_ text: Substring) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let count = Self.lines(goingOnIn: text).count
    return count < lines.count && lines[count].wholeMatch(of: #/ *(=+|-+)[ \t]*/#) != nil
  }

  /// Whether a line has nothing but signs in it, as where letters are drawn.
  private static func isDrawing(_ line: String) -> Bool {
    line.replacing(#/[!-\/:-@\[-`{-~\s─-▟]/#, with: "").isEmpty
  }

  /// Without what marks only emphasis or code, and with one space for any.
  static func folded(_ title: String) -> String {
    title.filter { !"*_~`\\".contains($0) }.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// Where a block ends that isn't seen and begins here.
  private static func unseen(_ text: Substring) -> Substring.Index? {
    if let match = text.prefixMatch(of: #/[ \t]*\n/#) { return match.range.upperBound }
    if let match = text.prefixMatch(of: #/\s*<!--/#) {
      return end(text[match.range.upperBound...], "-->")
    }
    if let match = text.prefixMatch(of: #/ {0,3}\[\^[^\]\s]+\]:[^\n]*(\n|$)/#) {
      return match.range.upperBound
    }
    if let match = text.prefixMatch(
      of: #/ {0,3}\[[^\]\n\[]+\]:[ \t]*\S+([ \t]+("[^"\n]*"|'[^'\n]*'|\([^)\n]*\)))?[ \t]*(\n|$)/#)
    {
      return match.range.upperBound
    }
    if let end = endOfTable(text) { return end }
    if let match = text.prefixMatch(of: #/\s*\{\{[<%]/#), case let line = end(text, "}}"),
      line > match.range.upperBound, text[line...].prefix(1).allSatisfy({ $0 == "\n" })
    {
      return text[line...].dropFirst().startIndex
    }
    if let match = text.prefixMatch(
      of:
        #/import [^\n]*from ['"][^'"\n]*['"];?[ \t]*(\n|$)|export (const|default) [^\n]*[({=;][^\n]*(\n|$)/#
    ) {
      return match.range.upperBound
    }
    if let match = text.prefixMatch(of: #/ {0,3}(?<mark>`{3,}|~{3,})[^\n]*(\n|$)/#) {
      let mark = String(match.mark)
      if mark.hasPrefix("`"), text[match.mark.endIndex..<match.range.upperBound].contains("`") {
        return nil
      }
      var rest = text[match.range.upperBound...]
      while !rest.isEmpty {
        let line = rest.prefix { $0 != "\n" }
        rest = rest.dropFirst(line.count).dropFirst()
        let words = line.filter { $0 != " " && $0 != "\t" }
        if words.hasPrefix(mark), words.allSatisfy({ $0 == mark.first }) { break }
      }
      return rest.startIndex
    }
    if let match = text.prefixMatch(of: #/ {0,3}([-*_])([ \t]*\1){2,}[ \t]*(\n|$)/#) {
      return match.range.upperBound
    }
    if let match = text.prefixMatch(
      of: #/ {0,3}<(?<name>script|pre|style|textarea)[\s>]/#.ignoresCase())
    {
      return end(text[match.range.upperBound...], "</\(match.name.lowercased())>", line: true)
    }
    if text.prefixMatch(of: #/ {0,3}<\?/#) != nil { return end(text, "?>", line: true) }
    if text.prefixMatch(of: #/ {0,3}<![A-Za-z]/#) != nil { return end(text, ">", line: true) }
    let isBlock = text.prefixMatch(of: #/ {0,3}<\/?(?<name>[A-Za-z][A-Za-z0-9-]*)[\s\/>]/#).map {
      blocks.contains($0.name.lowercased())
    }
    let isAlone = text.prefixMatch(
      of: #/ {0,3}<\/?[A-Za-z][A-Za-z0-9-]*(\s[^>\n]*)?\/?>[ \t]*(\n|$)/#)
    if isBlock == true || isAlone != nil {
      // Up to the next blank line.
      return text.firstMatch(of: #/\n[ \t]*\n/#)?.range.upperBound ?? text.endIndex
    }
    return nil
  }

  /// Where a table ends that begins here: at a blank line, or where something else begins.
  private static func endOfTable(_ text: Substring) -> Substring.Index? {
    let mark = #/(?:\s*(?:>|[-*+][ \t]|[0-9]{1,9}[.)][ \t]))*/#
    let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count > 1 else { return nil }
    func cells(_ line: Substring) -> [Substring] {
      line.replacing(mark, with: "", maxReplacements: 1).replacing("\\|", with: "")
        .trimmingCharacters(in: .whitespaces).replacing(#/^\||\|$/#, with: "")
        .split(separator: "|", omittingEmptySubsequences: false).map { $0[...] }
    }
    let (names, rules) = (cells(lines[0]), cells(lines[1]))
    guard lines[0].contains("|"), lines[1].contains("|"), names.count == rules.count,
      rules.allSatisfy({ $0.wholeMatch(of: #/\s*:?-+:?\s*/#) != nil })
    else { return nil }
    let other = #/\s*(#{1,6}[ \t]|```|~~~|<|[-*+][ \t]|1[.)][ \t]|:::)/#
    let isQuoted = lines[0].prefixMatch(of: #/\s*>/#) != nil
    var rest = text.dropFirst(lines[0].count + 1).dropFirst(lines[1].count + 1)
    while !rest.isEmpty {
      let line = rest.prefix { $0 != "\n" }
      guard line.prefixMatch(of: #/[ \t>]*$/#) == nil, line.prefixMatch(of: other) == nil,
        isQuoted == (line.prefixMatch(of: #/\s*>/#) != nil)
      else { break }
      rest = rest.dropFirst(line.count + 1)
    }
    return rest.startIndex
  }

  private static func end(_ text: Substring, _ mark: String, line: Bool = false) -> String.Index {
    guard let range = text.firstRange(of: mark) ?? text.firstRange(of: mark.uppercased()) else {
      return text.endIndex
    }
    guard line else { return range.upperBound }
    return text[range.upperBound...].firstIndex(of: "\n").map { text.index(after: $0) }
      ?? text.endIndex
  }

  /// A line as it is seen.
  private static func shown(_ line: String) -> String {
    var rest = line[...]
    // What stands in a heading begins none of these.
    while rest.prefixMatch(of: #/\s*#{1,6}([ \t]+|$)/#) == nil,
      let mark = rest.prefixMatch(
        of: #/\s*(>|[-*+]([ \t]+|$)|[0-9]{1,9}[.)]([ \t]+|$)|\[[ xX]\]([ \t]+|$))/#)
    {
      rest = rest[mark.range.upperBound...]
    }
    if let mark = rest.prefixMatch(of: #/\s*#{1,6}([ \t]+|$)/#) {
      rest = rest[mark.range.upperBound...]
    }
    var text = String(rest)
    if line.prefixMatch(of: #/[ ]*>/#) != nil { text.replace(#/^\s*\[!\w+\][-+]?/#, with: "") }
    text.replace(#/\{\{[<%].*?[>%]\}\}/#, with: "")
    if line.prefixMatch(of: #/[ >]*#{1,6}\s/#) != nil {
      text.replace(#/[ \t]+#+[ \t]*$/#, with: "")
    }
    text.replace(#/\s*\{#[^}]*\}\s*$/#, with: "")
    text.replace(#/<!--.*?(-->|$)/#, with: "")
    text.replace(#/\[\s*!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])?\s*\](\([^)]*\)|\[[^\]]*\])/#, with: "")
    text.replace(#/!\[\[[^\]]*\]\]/#, with: "")
    text.replace(#/!\[[^\]]*\](\((\([^)]*\)|[^()])*\)|\[[^\]]*\])?/#, with: "")
    text.replace(
      #/<\/?(a|b|i|p|br|em|strong|code|img|kbd|sub|sup|span|small|font)(\s[^>]*)?\/?>/#
        .ignoresCase(),
      with: "")
    return text
  }

  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "dir",
    "div", "dl", "dt", "fieldset", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "head", "header", "hr", "html", "iframe", "li", "link", "main", "menu", "nav", "ol", "p",
    "picture", "section", "summary", "svg", "table", "tbody", "td", "th", "thead", "title", "tr",
    "ul", "video",
  ]
}
