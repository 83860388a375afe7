public import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal

/// `memo board` on a terminal: the board to work in.
public enum BoardProgram {
  /// Works until the person leaves.
  ///
  /// - Returns: Nil where standard input and output are no terminal after all.
  public static func run(_ request: BoardRequest, in context: Context) throws -> Outcome? {
    // What is missing is told before the screen is taken.
    let store = try context.store()
    if request.isPlain {
      return try PlainLoop(store, request, context).map { Outcome(status: $0.run()) }
    }
    let bindings = try Bindings(context.environment)
    guard let loop = try BoardLoop(store, request, bindings, context) else { return nil }
    let ending = try loop.run()
    return Outcome(status: ending)
  }
}

extension Bindings {
  /// The keys, with what the person's own `keys.yml` changes: `action: key` a line.
  ///
  /// - Throws: ``MemoError`` that names what is wrong there.
  init(_ environment: Environment) throws(MemoError) {
    do throws(Failure) {
      try self.init(
        changing: environment.personalSettings(in: "keys.yml").map { ($0.key, $0.value) })
    } catch {
      throw MemoError(
        .refused, "\(environment.settingsFolder ?? "")/keys.yml: \(error.message)",
        hints: ["a line is an action and a key, as 'finish: x'; ? in the board lists the keys"])
    }
  }
}
