internal import StoreFiles
internal import TaskFile

/// Words of other tools that a filter may compare with.
struct FilterVocabulary {
  /// By their keys, case folded: what stands in files and is none of memo's words.
  private var values: [String: Set<String>] = [:]

  /// None at all.
  init() {}

  /// - Parameter tasks: Among which the filter looks.
  init(in tasks: [StoredTask]) {
    for task in tasks where !task.problems.isEmpty {
      for key in ["status", "priority", "deadline", "created"] {
        guard let text = task.unusable(key) else { continue }
        values[key, default: []].insert(CaseFolding.folded(text))
      }
    }
  }

  var isEmpty: Bool { values.isEmpty }

  /// Whether some task has this value, which memo can't use.
  func contains(_ value: String, of key: String) -> Bool {
    values[key]?.contains(CaseFolding.folded(value)) ?? false
  }
}
