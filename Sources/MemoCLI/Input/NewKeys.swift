internal import MemoKit
internal import TaskFile

/// Keys that no task has yet: one that looks like another is asked about before it is written.
struct NewKeys {
  let store: Store
  let context: Context
  /// It was said with `--yes`.
  let isConfirmed: Bool

  /// A field as it was probably meant.
  struct SuggestedField {
    var key: String
    /// Another one than was typed; nil for the same.
    var value: String?
  }

  /// - Parameters:
  ///   - keys: As they were typed.
  ///   - edits: What was understood with them.
  ///   - corrected: The command with other fields in place of those that were typed.
  /// - Throws: ``Failure`` for a key that is probably another, unless somebody says it is none.
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
          // What the other key can't hold either is not to be typed again.
          throw Failure(
            .usage, message, details: [error.message],
            hints: error.hints + ["--yes writes it anyway"])
        }
      }
      throw Failure(.usage, message, hints: [corrected(fields), "--yes writes it anyway"])
    }
  }

  /// What has to be typed for another key; nil for what was.
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
      // The letters of todo.txt.
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
