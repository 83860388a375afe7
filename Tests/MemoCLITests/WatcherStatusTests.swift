import Foundation
import Git
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// The watcher in `memo status`.
@Suite struct WatcherStatusTests {
  let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    desk.memo("-C", desk.scratch.path, "init", "kim")
  }

  private func state(_ activity: WatcherState.Activity) throws {
    let state = WatcherState(
      process: 4711, activity: activity,
      since: Timestamp(secondsSince1970: 1_795_187_045, offsetMinutes: 0))
    try desk.write(state.text, to: ".git/memo/watch")
  }

  @Test func statusShowsTheWatcher() throws {
    let path = desk.scratch("kim/.git/memo/watch.lock")
    try state(.resting)
    #expect(!desk.memo("status").output.contains("Process 4711"))
    let lock = try FileLock(path, waitingUpTo: 0)
    let lines: [(WatcherState.Activity, String)] = [
      (.resting, "Process 4711 keeps it in sync\n"), (.syncing, "Process 4711 is syncing now\n"),
      (
        .waiting(reason: "no\u{1B}[2J network", isOffline: false),
        "Process 4711 could not sync at 2026-11-20T15:04:05+00:00, and tries again: "
          + "no\\u{1B}[2J network\n"
      ),
    ]
    for (activity, line) in lines {
      try state(activity)
      let output = desk.memo("status").output
      #expect(output.contains(line), "\(output)")
      let json = desk.memo("status", "--json").output
      #expect(json.contains(#""process": 4711,"#))
      #expect(json.contains(#""activity": "\#(activity.word)","#))
    }
    // Another command has synced since.
    try desk.write("2026-11-20T15:30:00Z\n", to: ".git/memo/last-sync")
    #expect(desk.memo("status").output.contains("Process 4711 keeps it in sync\n"))
    _ = consume lock
  }

  @Test func autosyncIsShownAndChecked() throws {
    #expect(desk.memo("status", "--json").output.contains(#""autosync": null"#))
    try desk.scratch.git("config", "memo.autosync", "yes", in: "kim")
    #expect(desk.memo("status", "--json").output.contains(#""autosync": true"#))
    try desk.scratch.git("config", "memo.autosync", "perhaps", in: "kim")
    let outcome = desk.memo("status")
    #expect(outcome.status == .done)
    #expect(
      outcome.error.contains(
        "note: memo.autosync holds 'perhaps'; it must be true or false"))
  }
}

extension WatcherState.Activity {
  fileprivate var word: String {
    switch self {
    case .resting: "resting"
    case .syncing: "syncing"
    case .waiting: "waiting"
    }
  }
}
