internal import MemoKit
internal import TaskFile

struct PastOption {
  var at: String?
  var remote: String?

  func snapshot(of store: Store) throws -> (tasks: Snapshot, past: PastState?) {
    guard at != nil || remote != nil else { return (try store.read(), nil) }
    let past = try store.past(at, of: remote)
    return (past.snapshot, past)
  }
}

extension GrammarOption where Target: Command {
  /// For commands that can read a past state.
  static var past: Self {
    .group([
      .value("--at", "when", "A past moment: a date, '3 days ago', or a git revision") {
        $0.common.past.at = $1
      },
      .value(
        "--as", "remote", "The state of a remote at the last fetch, instead of this clone's"
      ) { $0.common.past.remote = $1 },
    ])
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
    .members([
      .time: .text(time.description), .commit: .text(commit.isEmpty ? nil : commit),
      .guess: .bool(isGuess),
    ])
  }
}
