internal import MemoCLI
internal import MemoKit

/// Understands what is typed as a filter, as `memo list` does.
struct Narrower {
  let context: Context

  /// - Parameter world: What the filter looks through.
  func narrow(_ text: String, _ world: World?) -> Narrowing {
    guard let world, let snapshot = world.snapshot else {
      return Narrowing(text: text, result: .success(.init(filter: .all)))
    }
    // A quotation mark may still be open while somebody types.
    let words =
      ShellWords.split(text) ?? text.split(whereSeparator: \.isWhitespace).map(String.init)
    do {
      let found = try Selection.narrowing(
        words, noFilter: false, snapshot, try context.store(), at: context.now,
        commit: world.moment?.commit)
      let standing = found.context.map { "@\($0.name)" } ?? found.standing
      return Narrowing(
        text: text, result: .success(.init(filter: found.filter, standing: standing)))
    } catch let failure as Failure {
      return .misunderstood(text, failure.message, failure.hints)
    } catch let error as MemoError {
      return .misunderstood(text, error.message, error.hints)
    } catch {
      return .misunderstood(text, "\(error)", [])
    }
  }
}

extension Narrowing {
  fileprivate static func misunderstood(
    _ text: String, _ message: String, _ hints: [String]
  ) -> Narrowing {
    Narrowing(text: text, result: .failure(.init(message: message, hint: hints.first ?? "")))
  }
}
