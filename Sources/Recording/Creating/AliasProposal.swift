internal import StoreFiles
internal import TaskFile

/// The aliases that files need which other programs have written, as far as their words leave no
/// doubt.
struct AliasProposal {
  private var keys: [String: [String]] = [:]
  private var words: [String: [String: [String]]] = [:]
  /// By key, how many files have each word.
  private var counts: [String: [String: Int]] = [:]

  private static let meanings: [String: [String: [String]]] = [
    "status": [
      "todo": [
        "todo", "to do", "to-do", "to_do", "open", "backlog", "new", "planned", "not started",
        "not-started", "pending",
      ],
      "doing": [
        "doing", "in progress", "in-progress", "in_progress", "inprogress", "active", "started",
        "wip", "ongoing",
      ],
      "done": ["done", "closed", "complete", "completed", "finished", "resolved"],
    ],
    "priority": [
      "high": ["high", "highest", "critical", "urgent", "p0", "p1"],
      "medium": ["medium", "normal", "p2"],
      "low": ["low", "lowest", "minor", "trivial", "p3", "p4"],
    ],
  ]
  private static let names = [
    "deadline": ["due_date", "due-date", "dueDate", "duedate"], "tags": ["labels"],
    "title": ["name"],
  ]

  /// - Parameter tasks: As memo's own words alone mean them.
  init(for tasks: [StoredTask]) {
    for task in tasks where task.isRead && !task.document.isForeign {
      // What only lacks quotes will be mended one day, and says the same words.
      let document = (task.item.isUsable ? nil : task.document.withQuotes()) ?? task.document
      let item = task.item.isUsable ? task.item : document.item(fileName: "")
      for key in ["status", "priority"] {
        guard case .text(let text)? = document.value(of: key) else { continue }
        counts[key, default: [:]][text, default: 0] += 1
        if item.unusableKeys.contains(key) { add(text, to: key) }
      }
      for (key, others) in Self.names where document.lacks(key) {
        for other in others where document.value(of: other).map(key.isValue) ?? false {
          keys[key] = (keys[key] ?? []) + (keys[key]?.contains(other) == true ? [] : [other])
        }
      }
    }
  }

  private mutating func add(_ text: String, to key: String) {
    let folded = text.lowercased()
    let own = Self.meanings[key]?.first { $0.value.contains(folded) }?.key
    guard let own, words[key]?[own]?.contains(where: { $0.lowercased() == folded }) != true
    else { return }
    words[key, default: [:]][own, default: []].append(text)
  }

  /// The lines of settings that say so; none where nothing is needed.
  var settings: [String] {
    var words = words
    for (key, all) in words {
      for (own, others) in all { words[key]?[own] = usualFirst([own] + others, key) }
    }
    return FieldAliases.settings(keys: keys, words: words)
  }

  /// The first word is the one that is written, so that it is the one which most files have: where
  /// they say `high` and a few `critical`, nothing becomes critical that is set to high.
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
    let order = words.indices.sorted { (count($1), $0) < (count($0), $1) }
    return order.filter { $0 > 0 || $0 == order.first }.map { words[$0] }
  }
}

extension TaskDocument {
  fileprivate func lacks(_ key: String) -> Bool {
    !keys.contains(key) && !(key == "deadline" && keys.contains("due"))
  }
}

extension String {
  /// Whether a key of memo's can hold a value.
  fileprivate func isValue(_ value: FieldValue) -> Bool {
    switch (self, value) {
    case ("deadline", .text(let text)): Deadline(text) != nil
    case ("title", .text(let text)): !text.isEmpty
    case ("tags", .list): true
    default: false
    }
  }
}
