internal import TaskFile

extension StoreSettings {
  /// The keys of the settings under which aliases stand.
  package static let aliasKeys = FieldAliases.fields

  /// What other words mean in the store's files.
  ///
  /// ```yaml
  /// status: {doing: [In Progress], done: [Done, closed]}
  /// deadline: [due_date]
  /// priority: {key: [Priority], high: [High]}
  /// ```
  static func aliases(_ document: TaskDocument) -> (aliases: FieldAliases?, problems: [Problem]) {
    var problems: [Problem] = []
    var keys: [String: [String]] = [:]
    var words: [String: [String: [String]]] = [:]
    for (key, line) in document.lines where aliasKeys.contains(key) {
      func complain(_ message: String, _ hint: String, at line: Int = line) {
        // The front matter's fence is no line of the file.
        problems.append(Problem(line: line - 1, column: 1, message: message, hint: hint))
      }
      guard let own = FieldAliases.words[key] else {
        let isNested = !document.entries(below: key).isEmpty
        keys[key] = isNested ? nil : document.value(of: key).flatMap(\.items)
        if keys[key] == nil {
          complain("'\(key)' names no other keys", "write them in brackets: \(key): [other]")
        }
        continue
      }
      let entries = document.entries(below: key)
      if entries.isEmpty {
        complain(
          "'\(key)' says no other words", "write them by memo's own: \(key): {\(own[0]): [other]}")
      }
      for entry in entries {
        if entry.key == FieldAliases.nameKey, let names = entry.value?.items {
          keys[key] = names
          continue
        }
        guard own.contains(entry.key), let items = entry.value?.items else {
          complain(
            "'\(entry.key)' is no \(key) with other words in brackets",
            "write \(own.joined(separator: ", ")): \(key): {\(own[0]): [other]}", at: entry.line)
          continue
        }
        words[key, default: [:]][entry.key] = items
      }
    }
    return (FieldAliases(keys: keys, words: words), problems)
  }
}

extension FieldValue {
  /// One text, or several.
  fileprivate var items: [String]? {
    switch self {
    case .text(let text): text.isEmpty ? nil : [text]
    case .list(let items): items
    }
  }
}
