internal import MemoKit

/// Checks keys that no task has yet.
enum NewKeys {
  /// Asks before memo writes a key that resembles another.
  ///
  /// - Throws: `MemoError` for a key that is probably misspelled, unless the user confirms it, or
  ///   has with `--yes`.
  static func check(_ keys: [String], in store: Store, _ context: Context) throws {
    let new = keys.filter { !KnownField.names.contains($0) }
    guard !new.isEmpty, !context.options.yes else { return }
    let used = try store.read().keys
    for key in new {
      guard let meant = Suggestions.meantKey(key, used: used) else { continue }
      let question = Question("No task has the key '\(key)'. Write it, and not '\(meant)'?")
      guard context.canAsk, context.agrees(to: question) else {
        throw MemoError(
          .usage, "no task has the key '\(key)'; did you mean '\(meant)'?",
          hints: ["--yes writes it anyway"])
      }
    }
  }
}

extension Snapshot {
  /// The keys of all tasks.
  var keys: Set<String> { Set(tasks.flatMap(\.document.keys)) }
}
