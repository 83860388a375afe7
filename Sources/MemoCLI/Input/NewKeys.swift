internal import MemoKit
internal import TaskFile

/// Keys that no task has yet: one that looks like another is asked about before it is written.
struct NewKeys {
  let store: Store
  let context: Context
  /// It was said with `--yes`.
  let isConfirmed: Bool

  /// - Parameters:
  ///   - keys: As they were typed.
  ///   - corrected: The command with other keys in place of those that were typed.
  /// - Throws: ``Failure`` for a key that is probably another, unless somebody says it is none.
  func check(_ keys: [String], corrected: (_ meant: [String: String]) -> String) throws {
    let strange = keys.filter { !FieldNames.known.contains($0) }
    guard !strange.isEmpty, !isConfirmed else { return }
    let used = Set(try store.read().tasks.flatMap(\.document.keys))
    let pairs = strange.filter { !used.contains($0) }.compactMap { key in
      (key.misspelt(of: FieldNames.known.union(used)) ?? FieldNames.meant(by: key)).map {
        (key, $0)
      }
    }
    for (key, meant) in pairs where !isMeant(key, meant) {
      throw Failure(
        .usage, "no task has the key '\(key)'; did you mean '\(meant)'?",
        hints: [corrected(Dictionary(pairs) { first, _ in first }), "--yes writes it as it is"])
    }
  }

  private func isMeant(_ key: String, _ meant: String) -> Bool {
    guard context.terminal.input else { return false }
    let question = "No task has the key '\(key)'. Write it, and not '\(meant)'? [y/N] "
    return ["y", "yes"].contains(context.ask(question)?.lowercased() ?? "")
  }
}
