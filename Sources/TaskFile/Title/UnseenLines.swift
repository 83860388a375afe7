/// Lines that say something to programs, or of other places, and show nothing where they stand.
enum UnseenLines {
  /// Whether a line is code for its indentation alone, where it goes on with no paragraph.
  static func isIndented(_ line: ArraySlice<UInt8>) -> Bool {
    var columns = 0
    for byte in line.prefix(4) {
      guard byte.isBlank else { break }
      columns += byte == .tab ? 4 : 1
    }
    return columns >= 4
  }

  /// Whether a line says where a link leads, `[name]: address "title"`, or is a footnote,
  /// `[^1]: text`.
  static func isDefinition(_ line: String) -> Bool {
    guard line.utf8.first == .openBracket else { return false }
    return line.prefixMatch(of: footnote) != nil || line.wholeMatch(of: link) != nil
  }

  private static var footnote: Regex<Substring> { #/\[\^[^\]\s]+\]:/# }

  private static var link: Regex<Substring> {
    #/\[(?:[^\[\]\\]|\\.)+\]:\s*(?:<[^<>]*>|[^\s<]\S*)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?/#
  }

  /// What a line `key:: value` says, as Logseq and Dataview write it at the beginning of a note.
  static func property(_ line: String) -> (key: String, value: String)? {
    let key = line.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    guard key.first?.isLetter == true, line[key.endIndex...].hasPrefix("::") else { return nil }
    let value = line[key.endIndex...].dropFirst(2)
    guard value.first.map(\.isWhitespace) ?? true else { return nil }
    return (String(key), String(value).oneLine)
  }

  /// How a line begins with which MDX brings in code or gives it away.
  enum Module { case line, block }

  /// Whether a line is such, and whether the code goes on up to the next blank one.
  ///
  /// What only begins with these words is a sentence, as in `import the data from the old shop`.
  static func module(_ line: String) -> Module? {
    guard line.hasPrefix("import") || line.hasPrefix("export") else { return nil }
    guard line.prefixMatch(of: importStart) != nil || line.prefixMatch(of: exportStart) != nil
    else {
      return nil
    }
    func count(_ signs: String) -> Int { line.count { signs.contains($0) } }
    return count("({[") > count(")}]") ? .block : .line
  }

  private static var importStart: Regex<Substring> {
    #/import\s*(?:["'][^"']+["'];?$|\{[^}]*$|[\w$*{][^"']*\sfrom\s*["'][^"']+["'])/#
  }

  private static var exportStart: Regex<Substring> {
    #/export\s+(?:(?:const|let|var)\s+(?:[\w$]+\s*=|[{\[])|(?:default\s+)?(?:async\s+)?function\b[\s*]*[\w$]*\s*\(|(?:default\s+)?class\s+[\w$]+\s*(?:\{|extends\s)|default\s+(?:[({\[<]|[\w$.]+\s*(?:;|\())|default\s+[A-Z][\w$]*$|\{|\*\s*(?:as\s+[\w$]+\s+)?from\s*["'])/#
  }

  /// The text of a quote without the mark that makes a callout of it, as `[!NOTE]`.
  static func withoutCallout(_ text: String) -> String {
    guard text.hasPrefix("[!"), let mark = text.prefixMatch(of: #/\[![\w-]+(?:\|[^\]]*)?\][-+]?/#)
    else { return text }
    return String(text[mark.range.upperBound...]).oneLine
  }
}

extension String {
  /// Without what takes no room and says nothing, as a mark of the byte order within a text.
  ///
  /// What joins letters or parts them is left where something is to be seen.
  var withoutUnseen: String {
    guard !utf8.allSatisfy({ $0 < 0x80 }) else { return self }
    if unicodeScalars.allSatisfy({
      $0.properties.isDefaultIgnorableCodePoint || $0.properties.isWhitespace
    }) {
      return ""
    }
    guard unicodeScalars.contains(where: Self.isUnseen) else { return self }
    var rest = Substring(self).unicodeScalars
    rest.removeAll(where: Self.isUnseen)
    return String(rest).oneLine
  }

  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    [0x200B, 0x2060, 0xFEFF].contains(scalar.value)
  }
}
