internal import MemoKit
internal import TaskFile
internal import Terminal

/// Names in a filter, an order or a format that no task has.
///
/// They may be misspelled, but are no errors: a task may have them tomorrow.
struct UnknownNames {
  private(set) var notes: [String] = []

  /// - Parameter keys: The keys to sort by, or to print.
  init(in filter: Filter, keys: [String] = [], of tasks: [StoredTask]) {
    guard !tasks.isEmpty else { return }
    addKeys(filter.ownKeys + keys.filter { !Filter.knownKeys.contains($0) }, tasks)
    addTags(filter.tags, tasks)
  }

  private mutating func addKeys(_ keys: [String], _ tasks: [StoredTask]) {
    guard !keys.isEmpty else { return }
    let known = tasks.reduce(into: Set<String>()) { $0.formUnion($1.document.keys) }
    for key in keys where !known.contains(key) && key != Rank.key {
      let note = Suggestions.strange(key: key, of: known)
      if !notes.contains(note) { notes.append(note) }
    }
  }

  private mutating func addTags(_ tags: [String], _ tasks: [StoredTask]) {
    guard !tags.isEmpty else { return }
    let known = Filter.tags(of: tasks)
    for tag in tags where !known.contains(tag) {
      if let note = Suggestions.strange(tag: tag, of: known) { notes.append(note) }
    }
  }
}
