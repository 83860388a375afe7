internal import MemoKit
internal import Terminal

struct StatusCommand: Command {
  static let grammar = Grammar(
    "status", "Show hand edits, commits to push and problems; works offline",
    examples: """
      memo status
      memo status --verbose
      memo status --json | jq .ahead
      """,
    options: [.verbose])

  func run(in context: Context) throws -> Outcome {
    let (report, page) = (try context.store().status(), Page(context))
    return context.outcome(
      text: report.text(page), document: .document(.status, report.members),
      notes: report.notices.listed(atMost: page.most(10), rest: \.leftOut) { $0 }
        .map { "note: \($0)" })
  }
}

extension StatusReport {
  fileprivate func text(_ page: Page) -> String {
    var lines = ["On branch \(branch.sanitized) of \(root.sanitized)"]
    if let obstacle { lines.append("Nothing can be committed: \(obstacle)") }
    if let remoteLine { lines.append(remoteLine) }
    if let last = lastSync { lines.append("Last sync: \(page.moment(last))") }
    if let watcher { lines.append(line(of: watcher, page)) }
    if !pending.isEmpty {
      lines.append("Hand edits, not committed yet:")
      lines += listed(pending.map { page.words(for: $0) }, page)
    }
    if !tooLarge.isEmpty {
      lines.append(
        "Too large to commit automatically; use 'memo git add' and 'memo git commit':")
      lines += listed(tooLarge.map(\.sanitized), page)
    }
    if conflicts > 0 { lines.append("Tasks with conflict notes: \(conflicts)") }
    if !problems.isEmpty {
      lines.append("Problems: \(problems.count.grouped), 'memo check' shows them")
      lines += listed(
        problems.filter { $0.path == Store.marker }.map { problem in
          problem.line.sanitized + (problem.hint.map { "; \($0.sanitized)" } ?? "")
        }, page)
    }
    if pending.isEmpty, tooLarge.isEmpty, problems.isEmpty, obstacle == nil {
      // The notes list the uncommitted rest and the reason.
      lines.append(isAllRecorded ? "Everything is committed." : "Everything else is committed.")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func listed(_ lines: [String], _ page: Page) -> [String] {
    lines.listed(atMost: page.most(10), rest: \.leftOut) { $0 }.map { "  \($0)" }
  }

  private func line(of watcher: WatcherState, _ page: Page) -> String {
    let name = "Process \(watcher.process)"
    if let trouble = watcher.trouble(since: lastSync) {
      return "\(name) could not sync at \(page.moment(watcher.since)), and tries again: "
        + trouble.sanitized
    }
    return watcher.activity == .syncing ? "\(name) is syncing now" : "\(name) keeps it in sync"
  }

  /// The line about the remote; nil without a branch to push, for example in a rebase.
  private var remoteLine: String? {
    guard let upstream = upstream?.sanitized else {
      return obstacle != nil || hasRemotes
        ? nil : "No remote: 'memo git remote add origin URL' names one to sync with"
    }
    guard let ahead, let behind else {
      return "What \(upstream) has is not known here"
    }
    return switch (ahead, behind) {
    case (0, 0): "Up to date with \(upstream), as of the last fetch"
    case (let ahead, 0): "\(ahead.counted("commit")) to push to \(upstream)"
    case (0, let behind): "\(behind.counted("commit")) to pull from \(upstream)"
    case (let ahead, let behind):
      "\(ahead.counted("commit")) to push to \(upstream), \(behind.counted("commit")) to pull"
    }
  }

  fileprivate var members: JSON {
    [
      "root": .text(root), "branch": .text(branch),
      "obstacle": .text(obstacle),
      "remote": .text(upstream),
      "ahead": .number(ahead),
      "behind": .number(behind),
      "lastSync": .text(lastSync?.description),
      "autosync": syncsByItself.map { .bool($0) } ?? .null,
      "watcher": watcher.map(\.json) ?? .null,
      "pending": .list(pending.map(\.json)),
      "tooLarge": .texts(tooLarge),
      "conflicts": .number(conflicts),
      "problems": .list(problems.map(\.json)),
      "notices": .texts(notices),
    ]
  }
}

extension WatcherState {
  fileprivate var json: JSON {
    let (name, reason): (String, String?) =
      switch activity {
      case .resting: ("resting", nil)
      case .syncing: ("syncing", nil)
      case .waiting(let reason, _): ("waiting", reason)
      }
    return [
      "process": .number(Int(process)), "activity": .text(name),
      "since": .text(since.description), "reason": .text(reason),
      "lastSync": .text(lastSuccess?.description),
    ]
  }
}
