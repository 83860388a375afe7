internal import MemoKit
internal import TaskFile

/// Checks keys that no task has yet.
///
/// Asks before memo writes one that resembles another.
struct NewKeys {
  let store: Store
  let context: Context
  /// Whether `--yes` was given.
  let isConfirmed: Bool

  struct SuggestedField {
    var key: String
    /// The corrected value; nil to keep the typed one.
    var value: String?
  }

  /// - Parameters:
  ///   - keys: The typed keys.
  ///   - edits: The parsed changes.
  ///   - corrected: Returns the command with other fields in place of the typed ones.
  /// - Throws: ``Failure`` for a key that is probably misspelled, unless the user confirms it.
  func check(
    _ keys: [String], _ edits: [FieldEdit], corrected: (_ meant: [String: SuggestedField]) -> String
  ) throws {
    let strange = keys.filter { !KnownField.names.contains($0) }
    guard !strange.isEmpty, !isConfirmed else { return }
    let used = Set(try store.read().tasks.flatMap(\.document.keys))
    let pairs = strange.compactMap { key in
      Suggestions.meantKey(key, used: used).map { (key, $0) }
    }
    for (key, meant) in pairs where !isMeant(key, meant) {
      let message = "no task has the key '\(key)'; did you mean '\(meant)'?"
      var fields: [String: SuggestedField] = [:]
      for (key, meant) in pairs {
        do throws(FieldError) {
          fields[key] = SuggestedField(key: meant, value: try value(of: key, edits, for: meant))
        } catch {
          // Suggests no value that the other key can't have.
          throw Failure(
            .usage, message, details: [error.message],
            hints: error.hints + ["--yes writes it anyway"])
        }
      }
      throw Failure(.usage, message, hints: [corrected(fields), "--yes writes it anyway"])
    }
  }

  /// The corrected value for another key; nil if the typed value fits.
  private func value(
    of key: String, _ edits: [FieldEdit], for meant: String
  ) throws(FieldError) -> String? {
    let texts = edits.compactMap { edit -> String? in
      if case .set(key, .text(let text)) = edit { text } else { nil }
    }
    guard let value = texts.first else { return nil }
    do throws(FieldError) {
      _ = try ArgumentText.grammar(store, context).edit(meant, value)
      return nil
    } catch {
      // Priorities of todo.txt.
      guard KnownField(typed: meant) == .priority, let priority = TaskLine.priority(letter: value)
      else { throw error }
      return priority.rawValue
    }
  }

  private func isMeant(_ key: String, _ meant: String) -> Bool {
    guard context.canAsk else { return false }
    return context.agrees(
      to: Question("No task has the key '\(key)'. Write it, and not '\(meant)'?"))
  }
}
