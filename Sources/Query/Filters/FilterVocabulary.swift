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
      for key in KnownField.readable.map(\.rawValue) {
        guard let text = task.unusable(key) else { continue }
        values[key, default: []].insert(CaseFolding.folded(text))
      }
    }
  }

  /// memo's name for a key.
  func key(_ name: String) -> String {
    // What a tag or a date is called is told again in errors as it was typed.
    aliases?.key(name) ?? (["pri", "to"].contains(name) ? KnownField.fullName(name) : name)
  }

  /// memo's own word for a value, in either case.
  func word(_ text: String, of field: KnownField) -> String? {
    field.word(typed: text) ?? aliases?.word(text, of: field.rawValue)
  }

  var isEmpty: Bool { values.isEmpty }

  /// Whether some task has this value, which memo can't use.
  func contains(_ value: String, of key: String) -> Bool {
    values[key]?.contains(CaseFolding.folded(value)) ?? false
  }
}
