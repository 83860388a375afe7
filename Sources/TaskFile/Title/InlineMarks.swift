/// What stands in a line of Markdown and isn't seen: tags, images, marks of emphasis.
enum InlineMarks {
  static func stripped(_ line: String) -> String {
    // Nearly all lines have none of it.
    guard line.utf8.contains(where: { "<![*_~{".utf8.contains($0) }) else { return line }
    let shown = Emphasis.stripped(withoutTagsAndImages(Array(line)[...]))
    return String(shown).oneLine
  }

  /// Tags with which CommonMark lets a block of HTML begin.
  static let blockTags: Set<String> = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center",
    "col", "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu",
    "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "picture", "search",
    "section", "summary", "svg", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr",
    "track", "ul", "video",
  ]

  /// Others that stand within lines.
  ///
  /// What else is in angles may be words, as in `Array<Element>`.
  private static let inlineTags: Set<String> = [
    "a", "abbr", "b", "bdi", "bdo", "big", "br", "cite", "code", "del", "dfn", "em", "font", "i",
    "img", "ins", "kbd", "mark", "q", "s", "samp", "small", "source", "span", "strike", "strong",
    "sub", "sup", "tt", "u", "var", "wbr",
  ]

  /// What a tag is called, in lower case.
  ///
  /// - Parameter text: Behind the angle.
  static func tagName(_ text: Substring) -> String? {
    let rest = text.drop { $0 == "/" }
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    let behind = rest.dropFirst(name.count).first
    guard name.first?.isLetter == true, behind.map({ " \t/>".contains($0) }) ?? true else {
      return nil
    }
    return name.lowercased()
  }

  /// How far the end of something is looked for, so that no line takes long.
  private static let mostSearched = 1000

  private static func withoutTagsAndImages(_ line: ArraySlice<Character>) -> [Character] {
    var shown: [Character] = []
    var rest = line
    while let first = rest.first {
      if first == "`" {
        // What is code is shown as it is.
        let mark = rest.prefix { $0 == "`" }
        let end = end(of: mark, in: rest.dropFirst(mark.count)) ?? rest.startIndex + mark.count
        shown += rest[..<end]
        rest = rest[end...]
      } else if let end = unseenEnd(rest, first) {
        rest = rest[end...]
        // Of the blanks on both sides one is left.
        if shown.last?.isWhitespace ?? true { rest = rest.drop(while: \.isWhitespace) }
      } else {
        shown.append(first)
        rest.removeFirst()
      }
    }
    return shown
  }

  /// Behind what a text begins with where nothing of it is seen.
  private static func unseenEnd(_ text: ArraySlice<Character>, _ first: Character) -> Int? {
    switch first {
    case "{": shortcodeEnd(text)
    case "<": tagEnd(text)
    case "!" where text.dropFirst().first == "[": imageEnd(text.dropFirst())
    case "[": badgeEnd(text)
    default: nil
    }
  }

  /// What Hugo and Liquid put something in place of: their marks by which these begin and end.
  static let shortcodes = [("{{<", ">}}"), ("{{%", "%}}"), ("{%", "%}")]

  /// Behind a shortcode that text begins with.
  private static func shortcodeEnd(_ text: ArraySlice<Character>) -> Int? {
    for (open, close) in shortcodes where text.starts(with: open) {
      let rest = text.dropFirst(open.count).prefix(mostSearched)
      return rest.indices.first { rest[$0...].starts(with: close) }.map { $0 + close.count }
    }
    return nil
  }

  /// Behind the next such mark.
  private static func end(
    of mark: ArraySlice<Character>, in text: ArraySlice<Character>
  ) -> Int? {
    var rest = text.prefix(mostSearched)
    while let start = rest.firstIndex(of: "`") {
      let run = rest[start...].prefix { $0 == "`" }
      if run.count == mark.count { return run.endIndex }
      rest = rest[run.endIndex...]
    }
    return nil
  }

  /// Behind a tag that text begins with.
  private static func tagEnd(_ text: ArraySlice<Character>) -> Int? {
    guard let name = tagName(Substring(String(text.dropFirst().prefix(40)))),
      let close = text.prefix(mostSearched).firstIndex(of: ">"),
      inlineTags.contains(name)
        // One that can't be a word, as `<br/>`, `<Tabs value="a">`, `</Tabs>`; `<dd>` within a
        // line can, as in `<yyyy>-<mm>-<dd>`.
        || text[..<close].contains(where: { $0 == "=" || $0 == "/" })
        || blockTags.contains(name) && hasEnd(name, text[close...])
    else { return nil }
    return close + 1
  }

  private static func hasEnd(_ name: String, _ text: ArraySlice<Character>) -> Bool {
    String(text.prefix(mostSearched)).lowercased().contains("</\(name)")
  }

  /// Behind `[…](…)`, `[…][…]` or `[[…]]`, as stand behind the sign of an image.
  private static func imageEnd(_ text: ArraySlice<Character>) -> Int? {
    guard let label = closing(text, "[", "]") else { return nil }
    let rest = text[label...]
    switch rest.first {
    case "(": return closing(rest, "(", ")") ?? label
    case "[": return closing(rest, "[", "]") ?? label
    default: return label
    }
  }

  /// Behind a link that shows nothing but images.
  private static func badgeEnd(_ text: ArraySlice<Character>) -> Int? {
    guard let label = closing(text, "[", "]"), label < text.endIndex,
      text[label] == "(" || text[label] == "["
    else { return nil }
    let inner = text[(text.startIndex + 1)..<(label - 1)].drop { $0 == " " }
    guard inner.first == "!", inner.dropFirst().first == "[",
      let image = imageEnd(inner.dropFirst()), inner[image...].allSatisfy({ $0 == " " })
    else { return nil }
    return imageEnd(text)
  }

  /// Behind the bracket that closes the first one.
  private static func closing(
    _ text: ArraySlice<Character>, _ open: Character, _ close: Character
  ) -> Int? {
    var depth = 0
    for index in text.prefix(mostSearched).indices {
      if text[index] == open { depth += 1 }
      if text[index] == close { depth -= 1 }
      if depth == 0 { return index + 1 }
    }
    return nil
  }
}

/// Marks of emphasis: `*one*`, `__two__`, `~~three~~`.
private enum Emphasis {
  private struct Run {
    var range: Range<Int>
    /// Of its marks those that are left.
    var left: Int
  }

  static func stripped(_ text: [Character]) -> [Character] {
    var hidden: Set<Int> = []
    var open: [Character: [Run]] = [:]
    var index = 0
    while index < text.count {
      let mark = text[index]
      if mark == "\\" {
        index += 2
        continue
      }
      if mark == "`" {
        index = codeEnd(text, index)
        continue
      }
      guard mark == "*" || mark == "_" || mark == "~" else {
        index += 1
        continue
      }
      var end = index
      while end < text.count, text[end] == mark { end += 1 }
      var run = Run(range: index..<end, left: end - index)
      let (before, after) = (index > 0 ? text[index - 1] : " ", end < text.count ? text[end] : " ")
      index = end
      // Within a word an underscore is a letter, and one tilde is none of the marks.
      func isWord(_ other: Character) -> Bool { other.isLetter || other.isNumber }
      let opens = !after.isWhitespace && (mark != "_" || !isWord(before))
      let closes = !before.isWhitespace && (mark != "_" || !isWord(after))
      guard mark != "~" || run.left == 2 else { continue }
      while closes, run.left > 0, var opener = open[mark]?.popLast() {
        let count = min(opener.left, run.left)
        let openEnd = opener.range.lowerBound + opener.left
        hidden.formUnion((openEnd - count)..<openEnd)
        let closeStart = run.range.upperBound - run.left
        hidden.formUnion(closeStart..<(closeStart + count))
        opener.left -= count
        run.left -= count
        if opener.left > 0 { open[mark]?.append(opener) }
      }
      if opens, run.left > 0 {
        run.range = (run.range.upperBound - run.left)..<run.range.upperBound
        open[mark, default: []].append(run)
      }
    }
    return hidden.isEmpty ? text : text.indices.filter { !hidden.contains($0) }.map { text[$0] }
  }

  /// Behind code that begins here; behind the marks alone where it doesn't end.
  private static func codeEnd(_ text: [Character], _ start: Int) -> Int {
    let count = text[start...].prefix { $0 == "`" }.count
    var index = start + count
    while index < text.count {
      let run = text[index...].prefix { $0 == "`" }.count
      if run == count { return index + count }
      index += max(run, 1)
    }
    return start + count
  }
}
