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
    let aliases = FieldAliases(keys: keys, words: words)
    problems += (aliases?.clashes ?? []).compactMap { problem(of: $0, document) }
    return (aliases, problems)
  }

  /// Says of what means something else already that it is not read so, where it stands.
  private static func problem(
    of clash: FieldAliases.Clash, _ document: TaskDocument
  ) -> Problem? {
    let hasWords = FieldAliases.words[clash.key] != nil
    let isOwn = clash.meaning == clash.text.lowercased()
    let what = clash.own == nil ? "key" : clash.key
    var problem = document.problem(
      atItem: clash.index, of: clash.own ?? (hasWords ? FieldAliases.nameKey : clash.key),
      below: hasWords ? clash.key : nil,
      isOwn
        ? "'\(clash.text)' is memo's own \(what), and can't mean \(clash.own ?? clash.key)"
        : "'\(clash.text)' means \(clash.meaning) already, and can't mean "
          + "\(clash.own ?? clash.key), too",
      hint: isOwn
        ? "take it out; it means what it says" : "take it out in one of the two places")
    // The front matter's fence is no line of the file.
    problem?.line -= 1
    return problem
  }

  /// Adds words to what a text of settings says of them, beside those that are there.
  ///
  /// - Parameters:
  ///   - words: By memo's key and memo's word.
  ///   - text: Of settings; what they say nothing of yet is not added here.
  /// - Returns: The text, and what it says of each of memo's words now, a line for a key.
  package static func adding(
    _ words: [String: [String: [String]]], to text: [UInt8]
  ) -> (text: [UInt8], lines: [String]) {
    let start = TaskDocument(yaml: text)
    var document = start
    var said: [String: [String: [String]]] = [:]
    for (key, all) in words.sorted(by: { $0.key < $1.key }) {
      for own in FieldAliases.words[key] ?? [] {
        guard let new = all[own] else { continue }
        let entry = document.entries(below: key).first { $0.key == own }
        let old = entry?.value?.items ?? []
        let known = Set(old.map { $0.lowercased() })
        let added = new.filter { !known.contains($0.lowercased()) && (old.isEmpty || $0 != own) }
        guard !added.isEmpty,
          let changed = document.setting(own, to: old + added, below: key)
        else { continue }
        document = changed
        said[key, default: [:]][own] = old + added
      }
    }
    guard !said.isEmpty else { return (text, []) }
    let mark = text.count - start.yaml.count
    return (text.prefix(mark) + document.yaml, FieldAliases.settings(keys: [:], words: said))
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
