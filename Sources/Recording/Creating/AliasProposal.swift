internal import StoreFiles
internal import TaskFile

/// The aliases that files need which other programs have written, as far as their words leave no
/// doubt.
struct AliasProposal {
  private var keys: [String: [String]] = [:]
  private var words: [String: [String: [String]]] = [:]

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
      for key in ["status", "priority"] where item.unusableKeys.contains(key) {
        if case .text(let text)? = document.value(of: key) { add(text, to: key) }
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
    FieldAliases.settings(keys: keys, words: words)
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
