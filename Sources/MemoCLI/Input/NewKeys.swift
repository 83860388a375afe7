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
  ///   - corrected: The command with a word in place of another.
  /// - Throws: ``Failure`` for a key that is probably another, unless somebody says it is none.
  func check(_ keys: [String], corrected: (_ key: String, _ meant: String) -> String) throws {
    let strange = keys.filter { !FieldNames.known.contains($0) }
    guard !strange.isEmpty, !isConfirmed else { return }
    let used = Set(try store.read().tasks.flatMap(\.document.keys))
    for key in strange where !used.contains(key) {
      let near = key.misspelt(of: FieldNames.known.union(used))
      guard let meant = near ?? FieldNames.meant(by: key), !isMeant(key, meant) else { continue }
      throw Failure(
        .usage, "no task has the key '\(key)'; did you mean '\(meant)'?",
        hints: [corrected(key, meant), "--yes writes it as it is"])
    }
  }

  private func isMeant(_ key: String, _ meant: String) -> Bool {
    guard context.terminal.input else { return false }
    let question = "No task has the key '\(key)'. Write it, and not '\(meant)'? [y/N] "
    return ["y", "yes"].contains(context.ask(question)?.lowercased() ?? "")
  }
}
