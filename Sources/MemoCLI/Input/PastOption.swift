internal import ArgumentParser
internal import MemoKit
internal import TaskFile

/// The option of commands that can show how it was.
struct PastOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "As it was then: a date, '3 days ago', or a revision of git", valueName: "when"))
  var at: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "What a remote had then, as far as this clone knew, and not this clone",
      valueName: "remote"))
  var remote: String?

  /// The tasks as they are, or as they were.
  func snapshot(of store: Store) throws -> (tasks: Snapshot, past: PastState?) {
    guard at != nil || remote != nil else { return (try store.read(), nil) }
    let past = try store.past(at, of: remote)
    return (past.snapshot, past)
  }
}

extension PastState {
  /// Local date and time of the moment.
  func localTime(in context: Context) -> LocalTime {
    context.now.at(time.secondsSince1970)
  }

  /// For people, on standard error.
  func note(_ page: Page) -> String {
    "as of \(page.moment(time)), "
      + (commit.isEmpty ? "before the first commit" : "commit \(commit.shortCommit)")
      + (isGuess ? "; by the commits' dates, since git recorded nothing here so far back" : "")
  }

  var json: JSON {
    .members([
      (.time, .string(time.description)), (.commit, .text(commit.isEmpty ? nil : commit)),
      (.guess, .bool(isGuess)),
    ])
  }
}
