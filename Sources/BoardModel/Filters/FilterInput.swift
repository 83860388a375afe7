package import MemoCLI
package import MemoKit

/// A typed filter and its meaning.
package struct FilterInput: Sendable {
  package var text: String
  /// The meaning; of an invalid text, the meaning without the last word, which may be incomplete.
  package var filter: Filter?
  /// The filter of the clone or the context, which applies without being typed.
  package var defaultFilter: String?
  /// Why the text is invalid.
  package var failure: MemoError?
}

extension FilterInput {
  /// Parses a typed filter like `memo list` does.
  ///
  /// - Parameter storeState: The store whose tasks are filtered; nil or empty matches all.
  package init(_ text: String, of storeState: StoreState?, in context: Context) {
    self.init(text: text)
    guard let storeState, let snapshot = storeState.snapshot else {
      filter = .all
      return
    }
    // `split` returns nil for an open quotation mark, which is normal during typing.
    let words =
      ShellWords.split(text) ?? text.split(whereSeparator: \.isWhitespace).map(String.init)
    do {
      try read(words, snapshot, storeState, context)
    } catch {
      failure = MemoError(of: error)
      // If that has no meaning either, the board keeps the filter that it has.
      if !words.isEmpty { try? read(words.dropLast(), snapshot, storeState, context) }
    }
  }

  private mutating func read(
    _ words: [String], _ snapshot: Snapshot, _ storeState: StoreState, _ context: Context
  ) throws {
    let found = try Selection.narrowing(
      words, noFilter: false, snapshot, try context.store(), at: context.now,
      commit: storeState.moment == nil ? nil : storeState.head)
    filter = found.filter
    defaultFilter = found.context.map { "@\($0.name)" } ?? found.defaultFilter
  }
}
