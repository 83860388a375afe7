package import MemoKit
internal import TaskFile
internal import Terminal

/// The filter and the order of a command line.
package enum Selection {
  /// - Parameters:
  ///   - now: What words like `today` are measured from.
  ///   - tasks: Among which the filter looks.
  ///   - commit: The commit as of which they are; nil for the present.
  /// - Throws: ``Failure`` that points at the word that can't be understood, or calls one an
  ///   option that is none.
  static func filter(
    _ typed: TypedWords, _ store: Store, at now: LocalTime,
    among tasks: @autoclosure () throws -> [StoredTask], commit: String? = nil
  ) throws -> Filter {
    let words = typed.all
    try check(typed.doubtful.intersection(words), among: tasks())
    let filter = try pointing { () throws(FilterError) in
      // Where there are none to be read, the words' own error says more.
      try store.filter(words, at: now) { (try? tasks()) ?? [] }
    }
    guard !filter.questions.isEmpty else { return filter }
    return try store.lookedUp(filter, among: tasks(), at: now, commit: commit)
  }

  /// Words like `-home` leave tasks out; where no task has that tag, each was meant as something
  /// else.
  private static func check(
    _ doubtful: Set<String>, among tasks: @autoclosure () throws -> [StoredTask]
  ) throws {
    guard !doubtful.isEmpty else { return }
    let tags = Filter.tags(of: try tasks())
    for word in doubtful.sorted() where !tags.contains(String(word.dropFirst())) {
      // In `(+home or -work)` the parenthesis is none of the tag's.
      let end = word.lastIndex { $0 != ")" } ?? word.startIndex
      let bare = String(word[...end])
      if !tags.contains(String(bare.dropFirst())) { throw Suggestions.unknownTag(bare, tags) }
    }
  }

  /// Refuses words that may mean more tasks than were meant, where something is missing in them.
  ///
  /// - Parameter words: As they were typed.
  static func checkComplete(_ words: [String], at now: LocalTime) throws(Failure) {
    try pointing { () throws(FilterError) in try Filter.checkComplete(words, now: now) }
  }

  /// The filters that apply to a list or a board.
  package struct Narrowing {
    package var filter: Filter
    /// The clone's default filter, if it applies.
    package var standing: String?
    /// The context, which applies in addition.
    package var context: TaskContext?
    /// What was understood; nil where nothing narrows.
    var understood: String?
    var strangers: UnknownNames

    /// All that narrows, of which these words were typed.
    func words(_ typed: TypedWords) -> [String] {
      (context.map { ["@\($0.name)"] } ?? []) + typed.all
    }

    /// That there is more than is shown, and what may be mistyped.
    var notices: [String] {
      let notes = [
        context.map { "only \($0.words) (context \($0.name))" },
        standing.map { "only \($0) (git config \(Store.defaultFilterKey))" },
      ]
      return notes.compactMap { $0 }.map { "\($0); --no-filter shows all" } + strangers.notes
    }

    /// The same for standard error.
    func notes(_ page: Page) -> [String] {
      notices.map { page.errorStyle.paint($0.sanitized, .dim) }
    }
  }

  /// The filter of the words within the context.
  ///
  /// Without words and context, the clone's default filter.
  ///
  /// Without these two if they are not wanted.
  package static func narrowing(
    _ words: TypedWords, noFilter: Bool, keys: [String] = [], _ snapshot: Snapshot,
    _ store: Store, at now: LocalTime, commit: String? = nil
  ) throws -> Narrowing {
    if !noFilter, let context = try store.context() {
      // A filter may name what is worked in, and be right for that alone.
      let own = try filter(words, store, at: now, among: snapshot.tasks, commit: commit)
      let filter = try filter(
        ["@\(context.name)"], store, at: now, among: snapshot.tasks, commit: commit)
      return Narrowing(
        filter: words.isEmpty ? filter : .and([filter, own]), context: context,
        understood: try understood(
          ["@\(context.name)"] + words.all, store, at: now, among: snapshot.tasks),
        strangers: UnknownNames(in: own, keys: keys, of: snapshot.tasks))
    }
    guard words.isEmpty, !noFilter, let text = try store.defaultFilter() else {
      let filter = try filter(words, store, at: now, among: snapshot.tasks, commit: commit)
      return Narrowing(
        filter: filter,
        understood: try understood(words.all, store, at: now, among: snapshot.tasks),
        strangers: UnknownNames(in: filter, keys: keys, of: snapshot.tasks))
    }
    let standing = try pointing { () throws(FilterError) in
      try store.filter(default: text, at: now)
    }
    let filter = try store.lookedUp(standing, among: snapshot.tasks, at: now, commit: commit)
    // What stands there for long is shown anyway, and need not be told each time.
    return Narrowing(
      filter: filter, standing: text, understood: standing.text,
      strangers: UnknownNames(in: .all, keys: keys, of: snapshot.tasks))
  }

  /// What was understood, in words that could have been typed; nil where nothing narrows.
  static func understood(
    _ words: [String], _ store: Store, at now: LocalTime, among tasks: [StoredTask]
  ) throws -> String? {
    guard !words.isEmpty else { return nil }
    return try pointing { () throws(FilterError) in
      try store.filter(words, at: now) { tasks }
    }.text
  }

  static func order(_ keys: [String], isReversed: Bool = false) throws -> SortOrder {
    guard !keys.isEmpty else { return SortOrder.standard.reversed(isReversed) }
    guard let order = SortOrder(keys.joined(separator: ",")) else {
      throw Failure(
        .usage, "invalid order '\(keys.joined(separator: ","))'",
        hints: [
          "write keys with commas between them: deadline, priority, created, done, changed, title, "
            + "status, tags, id, path or keys of your own; -KEY turns one round"
        ])
    }
    return order.reversed(isReversed)
  }

  /// Draws the filter with carets below the word that is wrong.
  private static func pointing<Value>(
    _ body: () throws(FilterError) -> Value
  ) throws(Failure) -> Value {
    do throws(FilterError) {
      return try body()
    } catch {
      throw Failure(
        .usage, error.message,
        details: (error.origin.map { ["\($0):"] } ?? [])
          + Failure.pointer(at: error.range, in: error.text),
        hints: [error.hint])
    }
  }
}

extension Failure {
  /// A line of text, and below it carets at a part of it.
  ///
  /// - Parameter range: In Unicode scalars; what is behind the end is pointed at with one caret.
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
  /// The filter as the settings have it.
  var words: String { filter ?? "@\(name)" }
}
