internal import MemoKit

struct BulkOptions {
  var yes = false
  var strict = false
}

extension GrammarOption where Target: Command {
  static func bulk(_ path: any WritableKeyPath<Target, BulkOptions> & Sendable) -> Self {
    .group([
      .flag("-y --yes", "Change many tasks without asking") { $0[keyPath: path].yes = true },
      .strict { $0[keyPath: path].strict = true },
    ])
  }
}

extension Context {
  /// Without `--strict`, the store changes as many of the tasks as possible.
  func store(_ bulk: BulkOptions) throws -> Store {
    try store(confirming: bulk.yes, strict: bulk.strict)
  }

  /// - Parameter isStrict: Whether to change all tasks or none.
  func store(confirming isConfirmed: Bool, strict isStrict: Bool) throws -> Store {
    let store = try store(confirming: isConfirmed)
    store.changesWhatCanBe = !isStrict
    return store
  }
}
