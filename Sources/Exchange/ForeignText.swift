/// Recognizes text of other programs that isn't a list with one task on each line.
package enum ForeignText {
  /// - Returns: The format's name; nil for text that could be a list of tasks.
  package static func format(of text: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }
      .filter { !$0.isEmpty }
    guard let first = lines.first, let last = lines.last else { return nil }
    if isJSON(first, last) { return "JSON" }
    if ["begin:vcalendar", "begin:vtodo"].contains(first.lowercased()) {
      return "an iCalendar file"
    }
    if isTable(lines) { return "a table (CSV)" }
    return isHeading(first) && lines.contains(where: isOrg) ? "an org file" : nil
  }

  private static func isJSON(_ first: Substring, _ last: Substring) -> Bool {
    let next = first.dropFirst().drop(while: \.isWhitespace).first
    let end = last.reversed().first { !$0.isWhitespace }
    switch first.first {
    case "{": return end == "}" && (next == "\"" || next == "}" || first.count == 1)
    case "[":
      return end == "]" && (next == "{" || next == "\"" || first.count == 1 || first == "[]")
    default: return false
    }
  }

  /// Whether the first line has column names.
  static func isTable(_ text: String) -> Bool {
    isTable(text.split(whereSeparator: \.isNewline).prefix(2).map { $0 })
  }

  private static func isTable(_ lines: [Substring]) -> Bool {
    guard lines.count > 1 else { return false }
    return ",;\t".contains { separator in
      let names = lines[0].split(separator: separator, omittingEmptySubsequences: false).map {
        $0.filter { $0 != "\"" }.lowercased().split(separator: " ").joined(separator: " ")
      }
      // Lists of titles don't quote each title.
      let isQuoted =
        lines[0].hasPrefix("\"") && lines[0].hasSuffix("\"")
        && lines[0].contains("\"\(separator)\"")
      return names.count > 1 && (isQuoted || names.count { columns.contains($0) } > 1)
        && lines[1].contains(separator)
    }
  }

  private static let columns: Set = [
    "title", "task", "name", "summary", "subject", "description", "content", "text", "notes",
    "status", "state", "done", "completed", "due", "due date", "deadline", "date", "start date",
    "created", "priority", "project", "list", "folder", "tags", "labels", "id", "uuid", "type",
  ]

  static func isOrgText(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline)
    return lines.first.map(isHeading) ?? false && lines.contains(where: isOrg)
  }

  private static func isHeading(_ line: Substring) -> Bool {
    line.hasPrefix("#+") || line.drop { $0 == "*" }.first == " " && line.first == "*"
  }

  private static func isOrg(_ line: Substring) -> Bool {
    let stars = line.prefix { $0 == "*" }.count
    if stars > 0, line.dropFirst(stars).first == " " {
      let word = line.dropFirst(stars + 1).prefix { $0 != " " }
      return word == word.uppercased() && ["todo", "done", "next"].contains(word.lowercased())
    }
    return line == ":PROPERTIES:" || line.hasPrefix("#+") && line.contains(":")
  }
}
