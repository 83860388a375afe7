internal import BoardModel
public import MemoCLI
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// The interactive board of `memo board`.
public enum BoardProgram {
  /// Runs until the user leaves.
  ///
  /// - Returns: Nil if standard input and output are not a terminal.
  public static func run(_ request: BoardRequest, in context: Context) throws -> Outcome? {
    // Report errors before taking over the screen.
    let store = try context.store()
    let past = try request.moment.map { StoreState(try store.past($0), of: store) }
    if request.isPlain {
      if let past { return try inLines(past, request, context) }
      return try PlainLoop(store, request, context).map { Outcome(status: $0.run()) }
    }
    let bindings = try Bindings(context.environment)
    guard let loop = try BoardLoop(store, request, past, bindings, context) else { return nil }
    let ending = try loop.run()
    return Outcome(status: ending)
  }

  /// Prints an earlier moment once, since it can't be changed.
  private static func inLines(
    _ storeState: StoreState, _ request: BoardRequest, _ context: Context
  ) throws -> Outcome {
    guard let moment = storeState.moment else { return Outcome() }
    var page = Page(context, .never)
    page.style.width = .max
    let words = Performer(context).words
    let input = FilterInput(request.filter, of: storeState, in: context)
    if let failure = input.failure { throw failure }
    page.now = page.now.at(moment.time.secondsSince1970)
    return Outcome(
      output: "\(storeState.name.sanitized)\n"
        + "\(words.asOfReadOnly(words.moment(moment.time, on: page)))\n"
        + PlainBoard(page: page, words: words).text(
          storeState, input.filter ?? .all, request.columns))
  }
}

extension Bindings {
  /// The standard keys with the changes in the user's `keys.yml`, one `action: key` on each line.
  ///
  /// - Throws: ``MemoError`` that names the invalid line.
  init(_ environment: Environment) throws(MemoError) {
    let hint = "a line is an action and a key, as 'add: n'; ? in the board lists the keys"
    let settings: [PersonalSetting]
    do throws(MemoError) {
      settings = try environment.personalSettings(in: "keys.yml")
    } catch {
      throw MemoError(error.kind, error.message, hints: error.hints + [hint])
    }
    do throws(Failure) {
      try self.init(changing: settings.map { ($0.key, $0.value) })
    } catch {
      throw MemoError(
        .refused, "\(settings[error.index].place): \(error.message)", hints: [hint])
    }
  }
}
