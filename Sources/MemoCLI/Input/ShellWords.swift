/// Splits a command line like a POSIX shell, at spaces, with quotation marks and backslashes.
package enum ShellWords {
  /// - Returns: Nil if a quotation mark isn't closed.
  package static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var mark: Character?
    var characters = text[...]
    while let character = characters.popFirst() {
      switch (mark, character) {
      case ("'", "'"), ("\"", "\""): mark = nil
      case ("\"", "\\") where "\"\\$`".contains(characters.first ?? " "):
        word?.append(characters.removeFirst())
      case (.some, _): word?.append(character)
      case (nil, "'"), (nil, "\""):
        mark = character
        word = word ?? ""
      case (nil, "\\"):
        guard let next = characters.popFirst() else { return nil }
        word = (word ?? "") + String(next)
      case (nil, _) where character.isWhitespace:
        if let word { words.append(word) }
        word = nil
      case (nil, _): word = (word ?? "") + String(character)
      }
    }
    guard mark == nil else { return nil }
    return words + [word].compactMap { $0 }
  }

  /// Whether a command needs the terminal: an editor, or git if it may ask a question.
  ///
  /// Programs named `memo-NAME` are not included, because to find them takes a search.
  package static func needsTerminal(_ words: [String]) -> Bool {
    guard let name = words.first else { return false }
    if name == "git" { return !words.dropFirst().contains(where: printing.contains) }
    if ["edit", "open"].contains(name) { return true }
    let asksEditor = words.contains { ["-e", "--edit"].contains($0) }
    return (name == "add" && asksEditor) || (name == "sync" && words.contains("--watch"))
  }

  /// git commands that print something and ask nothing.
  private static let printing: Set<String> = [
    "blame", "branch", "describe", "diff", "fetch", "grep", "log", "ls-files", "reflog", "remote",
    "rev-parse", "shortlog", "show", "status", "tag", "version",
  ]
}
