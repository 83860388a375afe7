internal import MemoKit

/// What `memo log` shows: the changes of named tasks, of those that match a filter, or of both.
struct LogSelection {
  var query: LogQuery
  /// Whether the words name exactly one task.
  var isOneTask = false
  /// Notes about names that may be misspelled.
  var strangers: [String] = []

  /// - Throws: `MemoError` for an invalid filter, and for a name that fits no task or
  ///   several.
  init(_ line: Log, _ store: Store, _ context: Context) throws {
    query = LogQuery(
      since: try line.since.map { try ArgumentText.since($0, context) },
      until: try line.until.map { try PastMoment.parse($0, now: context.now) },
      author: line.author, client: line.client, limit: line.number)
    let words = line.words
    guard !words.isEmpty else { return }
    let snapshot = try store.read()
    let folder = context.folder(in: store)
    // Nil while no word names a task.
    var named: Set<TaskRef>?
    var rest: [String] = []
    // In `milk or bread`, each word is part of the filter.
    let isExpression = words.contains {
      ["and", "or", "not", "(", ")"].contains($0.lowercased())
    }
    for word in words {
      if isExpression || Filter.isFilterWord(word) {
        rest.append(word)
      } else if let id = TaskID(word), try store.knows(id, snapshot) {
        // Two files may briefly share an id, or a file may have lost it. The history is the same.
        named = (named ?? []).union([.id(id)])
      } else if snapshot.task(called: word, from: folder) != nil {
        // Here words of titles are a filter, which also finds deleted tasks.
        let task = try snapshot.task(named: word, from: folder)
        named = try (named ?? []).union(store.refs(of: [task]))
      } else if let former = try store.formerTask(named: word, snapshot) {
        named = try (named ?? []).union(store.refs(of: [former]))
      } else {
        rest.append(word)
      }
    }
    query.tasks = named
    isOneTask = named?.count == 1 && rest.isEmpty
    guard !rest.isEmpty else { return }
    let now = context.now
    let all = snapshot.tasks + (try store.formerTasks(snapshot))
    try context.checkTags(rest, among: all)
    let filter = try Selection.filter(rest, store, at: now, among: all)
    strangers = Suggestions.strangers(in: filter, of: all)
    let matching = try store.refs(of: all.filter { filter.matches($0, at: now) })
    if matching.isEmpty, let word = rest.first, rest.count == 1, !Filter.isFilterWord(word) {
      // The code below reports other words.
      guard (try? PastMoment.parse(word, now: context.now)) == nil else {
        throw MemoError(
          .refused, "no task has '\(word)' in its title",
          hints: ["a time goes behind an option: memo log --since \(word.quotedForShell)"])
      }
      // A word that fits no title was probably a name.
      _ = try snapshot.task(named: word, from: folder)
    }
    query.tasks = named?.intersection(matching) ?? matching
  }
}
