/// Recognizes tables and org files by their text.
enum ForeignText {
  /// Whether the first line has column names.
  static func isTable(_ text: String) -> Bool {
    let lines = text.split(maxSplits: 2, whereSeparator: \.isNewline)
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
