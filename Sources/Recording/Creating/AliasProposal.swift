internal import StoreFiles
internal import TaskFile

/// The aliases that other programs' files need, for words with a clear meaning.
struct AliasProposal {
  private var keys: [String: [String]] = [:]
  private var words: [String: [String: [String]]] = [:]
  /// For each key, the number of files with each word.
  private var counts: [String: [String: Int]] = [:]
  /// For each of memo's keys, the number of files with each name.
  private var nameCounts: [String: [String: Int]] = [:]
  /// The keys with aliases in the settings, to which new words are added.
  private let settled: Set<String>

  private static let meanings: [String: [String: [String]]] = [
    "status": [
      "todo": [
        "todo", "to do", "to-do", "to_do", "open", "backlog", "new", "planned", "not started",
        "not-started", "pending", "none",
      ],
      "doing": [
        "doing", "in progress", "in-progress", "in_progress", "inprogress", "active", "started",
        "wip", "ongoing",
      ],
      "done": ["done", "closed", "complete", "completed", "finished", "resolved"],
    ],
    "priority": [
      "high": ["high", "highest", "critical", "urgent", "p0", "p1", "0", "1"],
      "medium": ["medium", "med", "normal", "p2", "2"],
      "low": ["low", "lowest", "minor", "trivial", "p3", "p4", "3", "4", "5"],
    ],
  ]
  private static let names = [
    "deadline": ["due", "due_date", "due-date", "dueDate", "duedate"], "tags": ["labels"],
    "title": ["name"], "status": [], "priority": [],
  ]
  /// Extreme values of scales that also have memo's own word.
  ///
  /// Setting `high` must not write them.
  private static let extremes: Set<String> = ["highest", "critical", "urgent", "lowest"]
  /// The words of some programs.
  ///
  /// If files have some of a program's words and no others, its other words become aliases, too.
  private static let families = [
    ["todo": "To Do", "doing": "In Progress", "done": "Done"],
    ["todo": "Todo", "doing": "In Progress", "done": "Done"],
    ["todo": "open", "doing": "in-progress", "done": "done"],
  ]

  /// The words and keys in one file that are not memo's.
  struct Words: Sendable {
    fileprivate var texts: [(key: String, text: String, isUnusable: Bool)] = []
    fileprivate var names: [(key: String, name: String)] = []

    /// - Parameter task: A task parsed with memo's words and the settings.
    /// - Returns: Nil if there are none.
    init?(of task: StoredTask, besides settled: Set<String> = []) {
      guard task.isRead, !task.document.isForeign else { return nil }
      // Front matter that only lacks quotes has the same words after a repair.
      let document = (task.item.isUsable ? nil : task.document.withQuotes()) ?? task.document
      // A key that is there twice has no value.
      guard document.isUnderstood else { return nil }
      let item = task.item.isUsable ? task.item : document.item(fileName: "")
      let (keys, values) = (document.keys, document.values)
      for (key, others) in AliasProposal.names {
        if settled.contains(key) {
          // The present aliases are known, so only unknown words are invalid.
          guard FieldAliases.words[key] != nil, item.unusableKeys.contains(key),
            case .text(let text)? = values[key]
          else { continue }
          texts.append((key, text, isUnusable: true))
          continue
        }
        let folded = Set(([key] + others).map { $0.lowercased() })
        // `Status` and `status` are the same field.
        let all = others + keys.filter { folded.contains($0.lowercased()) }
        let used =
          keys.contains(key) ? key : all.first { values[$0].map(key.isValue) ?? false }
        guard let used else { continue }
        names.append((key, used))
        guard let own = FieldAliases.words[key], case .text(let text)? = values[used] else {
          continue
        }
        let isUnusable = used == key ? item.unusableKeys.contains(key) : !own.contains(text)
        texts.append((key, text, isUnusable))
      }
      if texts.isEmpty, names.isEmpty { return nil }
    }
  }

  /// - Parameter files: The words of files, in the order of paths.
  init(for files: [Words], besides settled: Set<String> = []) {
    self.settled = settled
    for file in files {
      for (key, text, isUnusable) in file.texts {
        counts[key, default: [:]][text, default: 0] += 1
        if isUnusable { add(text, to: key) }
      }
      for (key, name) in file.names { nameCounts[key, default: [:]][name, default: 0] += 1 }
    }
    // Numbers are clear on a scale from 0 or 1 (highest) to 5. A few larger ones may be mistakes.
    var (numbers, strays) = (0, 0)
    for (text, count) in counts["priority"] ?? [:] {
      guard let number = Double(text) else { continue }
      numbers += count
      if !(0...5).contains(number) { strays += count }
    }
    if strays * 4 > numbers {
      words["priority"] = words["priority"]?.mapValues { $0.filter { Double($0) == nil } }
        .filter { !$0.value.isEmpty }
      if words["priority"]?.isEmpty == true { words["priority"] = nil }
    }
    for (key, others) in Self.names {
      let counts = nameCounts[key] ?? [:]
      let usual = [key] + others
      let found = (usual + counts.keys.filter { !usual.contains($0) }.sorted())
        .filter { counts[$0] != nil }
      let order = found.enumerated().sorted {
        (-(counts[$0.element] ?? 0), $0.offset) < (-(counts[$1.element] ?? 0), $1.offset)
      }.map(\.element)
      // memo's own name and `due` are known without an alias.
      let named = order.filter { $0 == order.first || ![key, "due"].contains($0) }
      if named != [key], !named.isEmpty { keys[key] = named }
    }
    for (key, all) in words {
      for (own, others) in all {
        let order = usualFirst([own] + others, key)
        words[key]?[own] = order
      }
    }
    complete()
  }

  /// Adds words that no file has yet, but that follow from others.
  private mutating func complete() {
    // memo's own words don't identify the program.
    let found = (words["status"] ?? [:]).compactMapValues(\.first).filter { $0.value != $0.key }
    let ownWords = (FieldAliases.words["status"] ?? []).filter { counts["status"]?[$0] != nil }
    guard !settled.contains("status") else { return }
    let families = Self.families.filter { family in
      found.allSatisfy { family[$0.key] == $0.value } && ownWords.allSatisfy { family[$0] == $0 }
    }
    guard !found.isEmpty, let family = families.first else { return }
    for (own, word) in family where found[own] == nil && counts["status"]?[own] == nil {
      guard families.allSatisfy({ $0[own] == word }) else { continue }
      words["status"]?[own] = [word]
    }
  }

  /// The statuses without an alias, if others have one.
  var gaps: [String] {
    guard let found = words["status"] else { return [] }
    return (FieldAliases.words["status"] ?? []).filter {
      found[$0] == nil && counts["status"]?[$0] == nil
    }
  }

  var hasWords: Bool { !words.isEmpty }

  /// The status that other programs call by this name, if it is clear.
  static func status(called text: String) -> Status? {
    own(text, of: "status").flatMap(Status.init)
  }

  static func own(_ text: String, of key: String) -> String? {
    let folded = text.lowercased()
    return meanings[key]?.first { $0.value.contains(folded) }?.key
  }

  private mutating func add(_ text: String, to key: String) {
    let folded = text.lowercased()
    guard let own = Self.own(text, of: key),
      words[key]?[own]?.contains(where: { $0.lowercased() == folded }) != true
    else { return }
    words[key, default: [:]][own, default: []].append(text)
  }

  /// The lines of settings with the aliases; empty if none are needed.
  var settings: [String] {
    FieldAliases.settings(
      keys: keys,
      words: words.filter { !settled.contains($0.key) }
        .mapValues { $0.filter { $0.value != [$0.key] } })
  }

  /// The settings with the aliases added, and the new and changed lines.
  func settings(beside text: [UInt8]) -> (text: [UInt8], lines: [String]) {
    var (text, lines) = StoreSettings.adding(words.filter { settled.contains($0.key) }, to: text)
    let new = settings
    if !new.isEmpty, text.last.map({ $0 != UInt8(ascii: "\n") }) ?? false {
      text.append(UInt8(ascii: "\n"))
    }
    text += Array(new.map { "\($0)\n" }.joined().utf8)
    lines += new
    return (text, lines)
  }

  /// The words with the most frequent one first, since memo writes the first one.
  ///
  /// So a few files with `P1` don't make memo write `P1`. An extreme value is never first: setting
  /// `low` must not write `lowest`.
  ///
  /// - Parameter words: The words, with memo's own first, which is known at any position.
  private func usualFirst(_ words: [String], _ key: String) -> [String] {
    func count(_ index: Int) -> Int {
      let word = words[index].lowercased()
      let texts = counts[key] ?? [:]
      // memo's own word must match exactly, others in any case.
      guard index > 0 else { return texts[word] ?? 0 }
      return texts.reduce(0) {
        $0 + ($1.key.lowercased() == word && $1.key != words[0] ? $1.value : 0)
      }
    }
    func isExtreme(_ index: Int) -> Int {
      Self.extremes.contains(words[index].lowercased()) ? 1 : 0
    }
    let order = words.indices.sorted {
      (isExtreme($0), count($1), $0) < (isExtreme($1), count($0), $1)
    }
    return order.filter { $0 > 0 || $0 == order.first }.map { words[$0] }
  }
}

extension String {
  /// Whether a value is valid for one of memo's keys.
  fileprivate func isValue(_ value: FieldValue) -> Bool {
    switch (self, value) {
    case ("deadline", .text(let text)): Deadline(text) != nil
    case ("title", .text(let text)): !text.isEmpty
    case ("tags", .list): true
    case ("status", .text(let text)), ("priority", .text(let text)):
      AliasProposal.own(text, of: self) != nil
    default: false
    }
  }
}
