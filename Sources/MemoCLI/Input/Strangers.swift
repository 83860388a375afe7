internal import MemoKit
internal import TaskFile
internal import Terminal

/// Names in a filter, an order or a format that no task has: probably mistyped.
///
/// They are no errors, since a list of none is right: tomorrow a task may have them.
struct Strangers {
  /// What is to be said about each, for a person.
  private(set) var notes: [String] = []

  /// - Parameter keys: By which tasks are sorted, or whose values are shown.
  init(in filter: Filter, keys: [String] = [], of tasks: [StoredTask]) {
    guard !tasks.isEmpty else { return }
    addKeys(filter.ownKeys + keys.filter { !Filter.knownKeys.contains($0) }, tasks)
    addTags(filter.tags, tasks)
  }

  /// For standard error.
  func notes(_ page: Page) -> [String] {
    notes.map { page.errorStyle.paint($0.sanitized, .dim) }
  }

  private mutating func addKeys(_ keys: [String], _ tasks: [StoredTask]) {
    guard !keys.isEmpty else { return }
    let known = tasks.reduce(into: Set<String>()) { $0.formUnion($1.document.keys) }
    for key in keys where !known.contains(key) && key != Rank.key {
      let near =
        Self.comparison(key) ?? Self.names[key] ?? KnownField.name(elsewhere: key)
        ?? key.nearest(of: known.union(Filter.knownKeys))
      let note =
        "no task has the key '\(key)'"
        + (Self.ways[key] ?? near.map { "; did you mean '\($0)'?" } ?? "")
      if !notes.contains(note) { notes.append(note) }
    }
  }

  /// What other tools have a key for, and memo another way.
  private static let ways = [
    "urgency": "; 'memo next' lists by urgency", "limit": "; '-n 5' shows five",
    "sort": "; '-s KEY' says the order",
  ]

  /// What Taskwarrior calls what is no field here, but can be asked for.
  private static let names = [
    "description": "title", "entry": "created", "end": "done", "modified": "changed",
  ]

  /// Tags that other tools make by themselves, and the words for them.
  private static func condition(_ tag: String) -> String? {
    let word = tag.lowercased()
    switch word {
    case "today", "tomorrow", "yesterday": return "due:\(word)"
    case "week", "month", "year": return "'due:this \(word)'"
    case "completed": return "done"
    case "pending": return "todo"
    case "active": return "doing"
    default: return tag != word && Filter.isFilterWord(word) ? word : nil
    }
  }

  /// What a key with a word for a comparison behind it means, as `due.before` does elsewhere.
  private static func comparison(_ key: String) -> String? {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { return nil }
    let sign: String? =
      switch parts[1] {
      case "before", "below", "under", "less": "<"
      case "by", "until": "<="
      case "after", "above", "over", "more": ">"
      case "is", "equals", "has", "contains", "word": ":"
      case "not", "isnt", "hasnt", "noword": "!="
      default: nil
      }
    return sign.map { (names[parts[0]] ?? parts[0]) + $0 }
  }

  /// A tag is anybody's word; only one that looks like another is worth a note.
  private mutating func addTags(_ tags: [String], _ tasks: [StoredTask]) {
    guard !tags.isEmpty else { return }
    let known = Filter.tags(of: tasks)
    for tag in tags where !known.contains(tag) {
      guard let near = Self.condition(tag) ?? tag.nearest(of: known) else { continue }
      notes.append("no task has the tag '\(tag)'; did you mean '\(near)'?")
    }
  }
}
