internal import BoardModel
public import MemoCLI
internal import MemoKit

/// The interactive board of `memo board`.
public enum BoardProgram {
  /// Runs until the user leaves.
  ///
  /// - Returns: Nil if standard input and output are not a terminal.
  public static func run(_ request: BoardRequest, in context: Context) throws -> Outcome? {
    // Report errors before taking over the screen.
    let store = try context.store()
    if request.isPlain {
      return try PlainLoop(store, request, context).map { Outcome(status: $0.run()) }
    }
    let past = try request.moment.map { StoreState(try store.past($0), of: store) }
    let bindings = try Bindings(context.environment)
    guard let loop = try BoardLoop(store, request, past, bindings, context) else { return nil }
    return Outcome(status: try loop.run())
  }
}

extension Bindings {
  /// The standard keys with the changes in the user's `keys.yml`, one `action: key` on each line.
  ///
  /// - Throws: ``MemoError`` that names the invalid line.
  init(_ environment: Environment) throws(MemoError) {
    let settings: [PersonalSetting]
    do throws(MemoError) {
      settings = try environment.personalSettings(in: "keys.yml")
    } catch {
      throw MemoError(error.kind, error.message, hints: error.hints + [Self.hint])
    }
    try self.init(changing: settings.map { ($0.key, $0.value, $0.place) })
  }
}
