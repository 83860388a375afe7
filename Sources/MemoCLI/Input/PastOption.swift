internal import MemoKit

extension Context {
  /// The tasks now, or in the past state that the command line names.
  func snapshot(of store: Store) throws -> (tasks: Snapshot, past: PastState?) {
    guard options.at != nil || options.remote != nil else { return (try store.read(), nil) }
    let past = try store.past(options.at, of: options.remote)
    return (past.snapshot, past)
  }
}

extension PastState {
  func localTime(in context: Context) -> LocalTime {
    context.now.at(time.secondsSince1970)
  }

  func note(_ page: Page) -> String {
    "as of \(page.moment(time)), "
      + (commit.isEmpty ? "before the first commit" : "commit \(commit.shortCommit)")
      + (isGuess
        ? "; a guess by commit dates, since this clone's reflog does not reach back so far" : "")
  }

  var json: JSON {
    [
      "time": .text(time.description), "commit": .text(commit.isEmpty ? nil : commit),
      "guess": .bool(isGuess),
    ]
  }
}
