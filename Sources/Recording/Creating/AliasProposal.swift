internal import StoreFiles
internal import TaskFile

/// The aliases that files need which other programs have written, as far as their words leave no
/// doubt.
struct AliasProposal {
  private var keys: [String: [String]] = [:]
  private var words: [String: [String: [String]]] = [:]
  /// By key, how many files have each word.
  private var counts: [String: [String: Int]] = [:]
  /// By memo's key, how many files call it what.
  private var nameCounts: [String: [String: Int]] = [:]
  /// The keys of which the store's settings say something already: words are added beside theirs.
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
      "low": ["low", "lowest", "minor", "trivial", "p3", "p4", "3", "4"],
    ],
  ]
  private static let names = [
    "deadline": ["due", "due_date", "due-date", "dueDate", "duedate"], "tags": ["labels"],
    "title": ["name"], "status": [], "priority": [],
  ]
  /// The ends of scales that have memo's own word as well: not what anybody means who says that.
  private static let extremes: Set<String> = ["highest", "critical", "urgent", "lowest"]
  /// Words that one program writes: where some of them are there and nothing else, the others are
  /// its, too.
  private static let families = [
    ["todo": "To Do", "doing": "In Progress", "done": "Done"],
    ["todo": "Todo", "doing": "In Progress", "done": "Done"],
    ["todo": "open", "doing": "in-progress", "done": "done"],
  ]

  /// What one file says in words of its own, or under other keys.
  struct Words: Sendable {
    fileprivate var texts: [(key: String, text: String, isUnusable: Bool)] = []
    /// By memo's keys, which ones stand there.
    fileprivate var names: [(key: String, name: String)] = []

    /// - Parameters:
    ///   - task: As memo's own words, and those of the settings, mean it.
    ///   - settled: The keys of which the store's settings say something already.
    /// - Returns: Nil where it says nothing.
    init?(of task: StoredTask, besides settled: Set<String> = []) {
      guard task.isRead, !task.document.isForeign else { return nil }
      // What only lacks quotes will be mended one day, and says the same words.
      let document = (task.item.isUsable ? nil : task.document.withQuotes()) ?? task.document
      let item = task.item.isUsable ? task.item : document.item(fileName: "")
      let (keys, values) = (document.keys, document.values)
      for (key, others) in AliasProposal.names {
        if settled.contains(key) {
          // Read through what the settings say, so that only what they don't say is unusable.
          guard FieldAliases.words[key] != nil, item.unusableKeys.contains(key),
            case .text(let text)? = values[key]
          else { continue }
          texts.append((key, text, isUnusable: true))
          continue
        }
        let folded = Set(([key] + others).map { $0.lowercased() })
        // `Status` is no other program's field of its own, either.
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

  /// - Parameters:
  ///   - files: In the order of their paths.
  ///   - settled: The keys of which the settings say something already.
  init(for files: [Words], besides settled: Set<String> = []) {
    self.settled = settled
    for file in files {
      for (key, text, isUnusable) in file.texts {
        counts[key, default: [:]][text, default: 0] += 1
        if isUnusable { add(text, to: key) }
      }
      for (key, name) in file.names { nameCounts[key, default: [:]][name, default: 0] += 1 }
    }
    // Numbers leave no doubt on a scale from 0 or 1, the highest, to 4.
    let numbers = (counts["priority"] ?? [:]).keys.filter { Double($0) != nil }
    if !numbers.allSatisfy({ Self.knows($0, of: "priority") }) {
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
      // memo's own and `due` are read anyway where they aren't the first.
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

  /// Adds the words that no file has yet, where they follow from those that are there.
  private mutating func complete() {
    // memo's own word tells of no other program.
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

  /// The statuses for which the files have no word, though they have one of their own for others.
  var gaps: [String] {
    guard let found = words["status"] else { return [] }
    return (FieldAliases.words["status"] ?? []).filter {
      found[$0] == nil && counts["status"]?[$0] == nil
    }
  }

  /// Whether a word is among those that it explains.
  func explains(_ text: String, of key: String) -> Bool {
    words[key]?.values.contains { $0.contains { $0.lowercased() == text.lowercased() } } ?? false
  }

  /// Whether other words were found, and not only other keys.
  var hasWords: Bool { !words.isEmpty }

  /// The status that a program calls so, where there is no doubt.
  static func status(called text: String) -> Status? {
    own(text, of: "status").flatMap(Status.init)
  }

  /// Whether a word of a key leaves no doubt.
  fileprivate static func knows(_ text: String, of key: String) -> Bool {
    own(text, of: key) != nil
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

  /// The lines of settings that say so; none where nothing is needed.
  var settings: [String] {
    FieldAliases.settings(
      keys: keys,
      words: words.filter { !settled.contains($0.key) }
        .mapValues { $0.filter { $0.value != [$0.key] } })
  }

  /// What settings become that say so as well.
  ///
  /// - Returns: Also the lines that are new in them, or say more; none where nothing is.
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

  /// The first word is the one that is written, so that it is the one which most files have.
  ///
  /// Where they say `high` and a few `P1`, nothing becomes `P1` that is set to high. The end of a
  /// scale is never the first: what is set to low doesn't become `lowest`.
  ///
  /// - Parameter words: memo's own first; it is understood anyway where it isn't the first.
  private func usualFirst(_ words: [String], _ key: String) -> [String] {
    func count(_ index: Int) -> Int {
      let word = words[index].lowercased()
      let texts = counts[key] ?? [:]
      // memo's own is read as it is written, and others in any case.
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
  /// Whether a key of memo's can hold a value.
  fileprivate func isValue(_ value: FieldValue) -> Bool {
    switch (self, value) {
    case ("deadline", .text(let text)): Deadline(text) != nil
    case ("title", .text(let text)): !text.isEmpty
    case ("tags", .list): true
    case ("status", .text(let text)), ("priority", .text(let text)):
      AliasProposal.knows(text, of: self)
    default: false
    }
  }
}
