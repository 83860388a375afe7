internal import ArgumentParser
internal import MemoKit

/// The option of every command that can change many tasks at once.
struct BulkOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Don't ask before changing many tasks")
  var yes = false
  @Flag(help: Self.strictHelp) var strict = false

  static let strictHelp: ArgumentHelp = "Change none of several tasks where one can't be changed"
}

extension Context {
  /// The store whose tasks are to be changed, as many of them as can be.
  func store(_ bulk: BulkOptions) throws -> Store {
    try store(confirming: bulk.yes, strict: bulk.strict)
  }

  /// - Parameter isStrict: Whether all tasks are to be changed, or none.
  func store(confirming isConfirmed: Bool, strict isStrict: Bool) throws -> Store {
    let store = try store(confirming: isConfirmed)
    store.changesWhatCanBe = !isStrict
    return store
  }
}
