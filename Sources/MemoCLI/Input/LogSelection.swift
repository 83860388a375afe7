internal import MemoKit
internal import TaskFile

/// The tasks of `memo log`: names of tasks, filters, or both.
struct LogSelection {
  /// Nil for all tasks.
  var targets: Set<LogQuery.Target>?
  /// Whether the words name exactly one task.
  var isOneTask = false
  var strangers: UnknownNames?

  /// - Throws: ``Failure`` for an invalid filter, `MemoError` for a name that fits no task or
  ///   several.
  init(_ typed: TypedWords, _ store: Store, _ context: Context) throws {
    guard !typed.isEmpty else { return }
    let snapshot = try store.read()
    var named: Set<LogQuery.Target> = []
    var rest: [String] = []
    // In `milk or bread`, each word is part of the filter.
    let isExpression = typed.all.contains {
      ["and", "or", "not", "(", ")"].contains($0.lowercased())
    }
    for word in typed.all {
      let isPlain = !isExpression && !Filter.isFilterWord(word)
      if isPlain, let target = try Self.task(word, snapshot, store, context) {
        named.insert(target)
      } else {
        rest.append(word)
      }
    }
    targets = named
    isOneTask = named.count == 1 && rest.isEmpty
    guard !rest.isEmpty else { return }
    let now = context.now
    let all = snapshot.tasks + (try store.formerTasks(snapshot))
    let filter = try Selection.filter(typed.only(rest), store, at: now, among: all)
    strangers = UnknownNames(in: filter, of: all)
    let matching = Set(all.filter { filter.matches($0, at: now) }.map(\.logTarget))
    if matching.isEmpty, let word = rest.first, rest.count == 1, !Filter.isFilterWord(word) {
      // The code below reports other words.
      guard (try? ArgumentText.past(word, context)) == nil else {
        throw Failure(
          .refused, "no task has '\(word)' in its title",
          hints: ["a time goes behind an option: memo log --since \(word.quotedForShell)"])
      }
      // A word that fits no title was probably a name.
      _ = try snapshot.task(named: word, from: context.folder(in: store))
    }
    targets = named.isEmpty ? matching : named.intersection(matching)
  }

  /// The task that a word names, also a deleted one; nil for none.
  private static func task(
    _ word: String, _ snapshot: Snapshot, _ store: Store, _ context: Context
  ) throws -> LogQuery.Target? {
    // Two files may briefly share an id, or a file may have lost it. The history is the same.
    if let id = TaskID(word), try store.knows(id, snapshot) {
      let holders = snapshot.tasks.filter { $0.id == id }
      return holders.count == 1 ? holders[0].logTarget : .id(id)
    }
    // Here words of titles are a filter, which also finds deleted tasks.
    let folder = context.folder(in: store)
    if snapshot.task(called: word, from: folder) != nil {
      return try snapshot.task(named: word, from: folder).logTarget
    }
    return try store.formerTask(named: word, snapshot)?.logTarget
  }
}
