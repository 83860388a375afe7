package import MemoKit
internal import Terminal

/// The filter and the order of a command line.
package enum Selection {
  /// - Parameters:
  ///   - now: The time for words such as `today`.
  ///   - tasks: The tasks to search.
  ///   - commit: The commit that the tasks are from; nil for the present.
  /// - Throws: `MemoError` that points at the invalid word.
  static func filter(
    _ words: [String], _ store: Store, at now: LocalTime,
    among tasks: @autoclosure () throws -> [StoredTask], commit: String? = nil
  ) throws -> Filter {
    // An error in the words explains more than an error of the files.
    let filter = try parsed(words, store, at: now, among: (try? tasks()) ?? [])
    guard !filter.questions.isEmpty else { return filter }
    return try store.lookedUp(filter, among: tasks(), at: now, commit: commit)
  }

  /// Refuses incomplete words, which may select too many tasks.
  static func checkComplete(_ words: [String], at now: LocalTime) throws(MemoError) {
    try pointing { () throws(FilterError) in try Filter.checkComplete(words, now: now) }
  }

  /// The filters that apply to a list or a board.
  package struct Narrowing {
    package var filter: Filter
    package var defaultFilter: String?
    /// The context, applied in addition.
    package var context: TaskContext?
    /// The filter as memo understood it; nil for none.
    var understood: String?
    /// Notes about names that may be misspelled.
    var strangers: [String]

    func words(_ typed: [String]) -> [String] {
      (context.map { ["@\($0.name)"] } ?? []) + typed
    }

    /// Notices about applied filters, and about words that may be misspelled.
    var notices: [String] {
      let notes = [
        context.map { "only \($0.words) (context \($0.name))" },
        defaultFilter.map { "only \($0) (git config \(Store.defaultFilterKey))" },
      ]
      return notes.compactMap { $0 }.map { "\($0); --no-filter shows all" } + strangers
    }
  }

  /// The filter of the words within the context; without both, the clone's default filter.
  ///
  /// - Parameter noFilter: Whether to ignore the context and the default filter.
  package static func narrowing(
    _ words: [String], noFilter: Bool, keys: [String] = [], _ snapshot: Snapshot,
    _ store: Store, at now: LocalTime, commit: String? = nil
  ) throws -> Narrowing {
    let context = noFilter ? nil : try store.context()
    let text = !noFilter && context == nil && words.isEmpty ? try store.defaultFilter() : nil
    let own =
      try text.map { text in
        try pointing { () throws(FilterError) in try store.filter(default: text, at: now) }
      } ?? parsed(words, store, at: now, among: snapshot.tasks)
    let outer = try context.map {
      try parsed(["@\($0.name)"], store, at: now, among: snapshot.tasks)
    }
    let parts = [outer, own].compactMap(\.self).filter { $0 != .all }
    let filter = parts.count == 1 ? parts[0] : .and(parts)
    // The board's frame shows a default filter, so its names need no notices.
    let typed = text == nil ? own : .all
    return Narrowing(
      filter: try store.lookedUp(filter, among: snapshot.tasks, at: now, commit: commit),
      defaultFilter: text, context: context, understood: filter.text,
      strangers: Suggestions.strangers(in: typed, keys: keys, of: snapshot.tasks))
  }

  /// The filter before the facts that it needs are looked up.
  static func parsed(
    _ words: [String], _ store: Store, at now: LocalTime,
    among tasks: @autoclosure () -> [StoredTask] = []
  ) throws(MemoError) -> Filter {
    try pointing { () throws(FilterError) in try store.filter(words, at: now, among: tasks) }
  }

  static func order(_ keys: [String], isReversed: Bool = false) throws -> SortOrder {
    guard !keys.isEmpty else { return SortOrder.standard.reversed(isReversed) }
    guard let order = SortOrder(keys.joined(separator: ",")) else {
      throw MemoError(
        .usage, "invalid order '\(keys.joined(separator: ","))'",
        hints: [
          "write keys with commas between them: deadline, priority, created, done, changed, title, "
            + "status, tags, id, path or keys of your own; -KEY turns one round"
        ])
    }
    return order.reversed(isReversed)
  }

  /// Reports an invalid word with carets below it.
  private static func pointing<Value>(
    _ body: () throws(FilterError) -> Value
  ) throws(MemoError) -> Value {
    do throws(FilterError) {
      return try body()
    } catch {
      var failure = MemoError(
        .usage, error.message,
        details: (error.origin.map { ["\($0):"] } ?? [])
          + MemoError.pointer(at: error.range, in: error.text),
        hints: [error.hint])
      failure.invalidValue = error.invalidValue
      throw failure
    }
  }
}

extension Context {
  /// Refuses a word such as `-home` if no task has the tag: it is probably a misspelled option.
  func checkTags(
    _ words: [String], among tasks: @autoclosure () throws -> [StoredTask]
  ) throws {
    let doubtful = options.doubtful.intersection(words)
    guard !doubtful.isEmpty else { return }
    let tags = Filter.tags(of: try tasks())
    for word in doubtful.sorted() where !tags.contains(String(word.dropFirst())) {
      // In `(+home or -work)`, the parenthesis is not part of the tag.
      let end = word.lastIndex { $0 != ")" } ?? word.startIndex
      let bare = String(word[...end])
      if !tags.contains(String(bare.dropFirst())) { throw Suggestions.unknownTag(bare, tags) }
    }
  }
}

extension MemoError {
  /// A line of text, with carets below a part of it.
  ///
  /// - Parameter range: In Unicode scalars. A position after the end gets one caret.
  static func pointer(at range: Range<Int>, in text: String) -> [String] {
    let before = String(text.unicodeScalars.prefix(range.lowerBound)).sanitized.terminalWidth
    let word = String(text.unicodeScalars.dropFirst(range.lowerBound).prefix(range.count))
    return [
      text,
      String(repeating: " ", count: before)
        + String(repeating: "^", count: max(word.sanitized.terminalWidth, 1)),
    ]
  }
}

extension TaskContext {
  var words: String { filter ?? "@\(name)" }
}
