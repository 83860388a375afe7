package import MemoCLI
package import MemoKit

/// The result of parsing a typed filter.
package struct FilterInput: Sendable {
  package var text: String
  package var result: Result<Understood, Misunderstanding>

  package init(text: String, result: Result<Understood, Misunderstanding>) {
    self.text = text
    self.result = result
  }

  package struct Understood: Hashable, Sendable {
    package var filter: Filter
    /// The filter of the clone or the context, which applies without being typed.
    package var defaultFilter: String?

    package init(filter: Filter, defaultFilter: String? = nil) {
      self.filter = filter
      self.defaultFilter = defaultFilter
    }
  }

  package struct Misunderstanding: Error, Hashable {
    package var failure: MemoError
    /// The meaning without the last word, which may be incomplete.
    package var meanwhile: Understood?

    package init(_ failure: MemoError) { self.failure = failure }
  }
}

extension FilterInput {
  /// Parses a typed filter like `memo list` does.
  ///
  /// - Parameter storeState: The store whose tasks are filtered; nil or empty matches all.
  package init(_ text: String, of storeState: StoreState?, in context: Context) {
    guard let storeState, let snapshot = storeState.snapshot else {
      self.init(text: text, result: .success(.init(filter: .all)))
      return
    }
    // `split` returns nil for an open quotation mark, which is normal during typing.
    let words =
      ShellWords.split(text) ?? text.split(whereSeparator: \.isWhitespace).map(String.init)
    var result = Self.understood(words, snapshot, storeState, context)
    if case .failure(var error) = result, !words.isEmpty,
      case .success(let meanwhile) = Self.understood(
        words.dropLast(), snapshot, storeState, context)
    {
      error.meanwhile = meanwhile
      result = .failure(error)
    }
    self.init(text: text, result: result)
  }

  private static func understood(
    _ words: [String], _ snapshot: Snapshot, _ storeState: StoreState, _ context: Context
  ) -> Result<Understood, Misunderstanding> {
    do {
      let found = try Selection.narrowing(
        TypedWords(words), noFilter: false, snapshot, try context.store(), at: context.now,
        commit: storeState.moment?.commit)
      let defaultFilter = found.context.map { "@\($0.name)" } ?? found.defaultFilter
      return .success(.init(filter: found.filter, defaultFilter: defaultFilter))
    } catch {
      return .failure(.init(MemoError(of: error)))
    }
  }
}
