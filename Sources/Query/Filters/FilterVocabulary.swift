internal import StoreFiles
internal import TaskFile

/// Words of other tools that a filter may compare with.
struct FilterVocabulary {
  /// By their keys, case folded: what stands in files and is none of memo's words.
  private var values: [String: Set<String>] = [:]

  private let aliases: FieldAliases?

  /// - Parameter aliases: What the store has other words for.
  init(_ aliases: FieldAliases? = nil) { self.aliases = aliases }

  /// - Parameter tasks: Among which the filter looks.
  init(_ aliases: FieldAliases?, in tasks: [StoredTask]) {
    self.aliases = aliases
    for task in tasks where !task.problems.isEmpty {
      for key in ["status", "priority", "deadline", "created"] {
        guard let text = task.unusable(key) else { continue }
        values[key, default: []].insert(CaseFolding.folded(text))
      }
    }
  }

  /// memo's name for a key.
  func key(_ name: String) -> String { aliases?.key(name) ?? (name == "pri" ? "priority" : name) }

  func status(_ word: String) -> Status? {
    Status(rawValue: word.lowercased())
      ?? aliases?.word(word, of: "status").flatMap(Status.init(rawValue:))
  }

  func priority(_ word: String) -> Priority? {
    Priority(typed: word)
      ?? aliases?.word(word, of: "priority").flatMap(Priority.init(rawValue:))
  }

  var isEmpty: Bool { values.isEmpty }

  /// Whether some task has this value, which memo can't use.
  func contains(_ value: String, of key: String) -> Bool {
    values[key]?.contains(CaseFolding.folded(value)) ?? false
  }
}
