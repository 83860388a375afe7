package import MemoCLI
internal import MemoKit

/// Parses a typed filter like `memo list` does.
package struct Narrower {
  private let context: Context

  package init(context: Context) { self.context = context }

  /// - Parameter storeState: The store whose tasks are filtered; nil or empty matches all.
  package func narrow(_ text: String, _ storeState: StoreState?) -> Narrowing {
    guard let storeState, let snapshot = storeState.snapshot else {
      return Narrowing(text: text, result: .success(.init(filter: .all)))
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
    return Narrowing(text: text, result: result)
  }

  private func understood(
    _ words: [String], _ snapshot: Snapshot, _ storeState: StoreState
  ) -> Result<Narrowing.Understood, Narrowing.Misunderstanding> {
    do {
      let found = try Selection.narrowing(
        TypedWords(words), noFilter: false, snapshot, try context.store(), at: context.now,
        commit: storeState.moment?.commit)
      let standing = found.context.map { "@\($0.name)" } ?? found.standing
      return .success(.init(filter: found.filter, standing: standing))
    } catch let failure as Failure {
      return .failure(.init(message: failure.message, hint: failure.hints.first ?? ""))
    } catch let error as MemoError {
      return .failure(.init(message: error.message, hint: error.hints.first ?? ""))
    } catch {
      return .failure(.init(message: "\(error)", hint: ""))
    }
  }
}
