internal import MemoKit
internal import TaskFile
internal import Terminal

struct StatusCommand: Command {
  static let grammar = Grammar<StatusCommand>(
    "status", "Show hand edits, commits to push and problems; works offline",
    examples: """
      memo status
      memo status --verbose
      memo status --json | jq .ahead
      """,
    options: [
      .verbose,
      .output,
    ])

  func run(in context: Context) throws -> any Report {
    StatusOutput(report: try context.store().status())
  }
}

struct StatusOutput: Report {
  var report: StatusReport

  func text(_ page: Page) -> String {
    var lines = ["On branch \(report.branch.sanitized) of \(report.root.sanitized)"]
    if let obstacle = report.obstacle { lines.append("Nothing can be committed: \(obstacle)") }
    if let remoteLine { lines.append(remoteLine) }
    if let last = report.lastSync { lines.append("Last sync: \(page.moment(last))") }
    if let watcher = report.watcher { lines.append(line(of: watcher, page)) }
    if !report.pending.isEmpty {
      lines.append("Hand edits, not committed yet:")
      lines += listed(report.pending.map { page.words(for: $0) }, page)
    }
    if !report.tooLarge.isEmpty {
      lines.append(
        "Too large to commit automatically; use 'memo git add' and 'memo git commit':")
      lines += listed(report.tooLarge.map(\.sanitized), page)
    }
    if report.conflicts > 0 { lines.append("Tasks with conflict notes: \(report.conflicts)") }
    if !report.problems.isEmpty {
      lines.append("Problems: \(report.problems.count.grouped), 'memo check' shows them")
      lines += listed(
        report.problems.filter { $0.path == Store.marker }.map { problem in
          problem.line.sanitized + (problem.hint.map { "; \($0.sanitized)" } ?? "")
        }, page)
    }
    if report.pending.isEmpty, report.tooLarge.isEmpty, report.problems.isEmpty,
      report.obstacle == nil
    {
      // The notes list the uncommitted rest and the reason.
      lines.append(
        report.isAllRecorded ? "Everything is committed." : "Everything else is committed.")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func listed(_ lines: [String], _ page: Page) -> [String] {
    lines.listed(atMost: page.most(10), rest: \.leftOut) { $0 }.map { "  \($0)" }
  }

  private func line(of watcher: WatcherState, _ page: Page) -> String {
    let name = "Process \(watcher.process)"
    if let trouble = watcher.trouble(since: report.lastSync) {
      return "\(name) could not sync at \(page.moment(watcher.since)), and tries again: "
        + trouble.sanitized
    }
    return watcher.activity == .syncing ? "\(name) is syncing now" : "\(name) keeps it in sync"
  }

  /// The line about the remote; nil without a branch to push, for example in a rebase.
  private var remoteLine: String? {
    guard let upstream = report.upstream?.sanitized else {
      return report.obstacle != nil || report.hasRemotes
        ? nil : "No remote: 'memo git remote add origin URL' names one to sync with"
    }
    guard let ahead = report.ahead, let behind = report.behind else {
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

  func notes(_ page: Page) -> [String] {
    report.notices.listed(atMost: page.most(10), rest: \.leftOut) { $0 }.map { "note: \($0)" }
  }

  func json(_ page: Page) -> JSON {
    .document(
      .status,
      [
        .root: .text(report.root), .branch: .text(report.branch),
        .obstacle: .text(report.obstacle),
        .remote: .text(report.upstream),
        .ahead: .number(report.ahead),
        .behind: .number(report.behind),
        .lastSync: .text(report.lastSync?.description),
        .autosync: report.syncsByItself.map { .bool($0) } ?? .null,
        .watcher: report.watcher.map(\.json) ?? .null,
        .pending: .list(report.pending.map(\.json)),
        .tooLarge: .texts(report.tooLarge),
        .conflicts: .number(report.conflicts),
        .problems: .list(report.problems.map(\.json)),
        .notices: .texts(report.notices),
      ])
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
    return .members([
      .process: .number(Int(process)), .activity: .text(name),
      .since: .text(since.description), .reason: .text(reason),
      .lastSync: .text(lastSuccess?.description),
    ])
  }
}
