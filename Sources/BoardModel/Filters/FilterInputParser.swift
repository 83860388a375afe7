package import MemoCLI
internal import MemoKit

/// Parses a typed filter like `memo list` does.
package struct FilterInputParser {
  private let context: Context

  package init(context: Context) { self.context = context }

  /// - Parameter storeState: The store whose tasks are filtered; nil or empty matches all.
  package func narrow(_ text: String, _ storeState: StoreState?) -> FilterInput {
    guard let storeState, let snapshot = storeState.snapshot else {
      return FilterInput(text: text, result: .success(.init(filter: .all)))
    }
    // `split` returns nil for an open quotation mark, which is normal during typing.
    let words =
      ShellWords.split(text) ?? text.split(whereSeparator: \.isWhitespace).map(String.init)
    var result = understood(words, snapshot, storeState)
    if case .failure(var error) = result, !words.isEmpty,
      case .success(let meanwhile) = understood(words.dropLast(), snapshot, storeState)
    {
      error.meanwhile = meanwhile
      result = .failure(error)
    }
    return FilterInput(text: text, result: result)
  }

  private func understood(
    _ words: [String], _ snapshot: Snapshot, _ storeState: StoreState
  ) -> Result<FilterInput.Understood, FilterInput.Misunderstanding> {
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
