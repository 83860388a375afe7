package import MemoKit
internal import Terminal

struct Sync: Command {
  static let grammar = Grammar(
    "sync", "Fetch, merge and push",
    """
    Commits hand edits, fetches, merges and pushes. If the remote can't be reached, everything \
    stays committed here, and the exit code is 3; the next sync pushes it.

    --watch keeps running. It commits saves as they happen, pushes them soon after, and fetches \
    every few minutes.

    If the remote has a store with an unrelated history, --join merges the two stores and keeps \
    all tasks; a terminal asks. If the store is in a project's repository, --yes also pushes \
    commits of other files; a terminal asks. 'memo git config memo.pushAll true' agrees for \
    every sync of this clone, also with --watch.
    """,
    examples: """
      memo sync
      memo sync --dry-run
      memo sync --watch --every 2m
      """,
    options: [
      .yes(
        "Commit many deletions by hand, and push commits of files outside the store, without asking"
      ),
      .verbose,
    ],
    excluding: ["--dry-run --watch", "--json --watch", "--join --watch", "--yes --watch"])

  @Flag("-n --dry-run", "Fetch, and print what would happen") var dryRun
  @Flag("--watch", "Keep running: commit saves as they happen, and sync") var watch
  @Time(
    "--every", "With --watch: time between two syncs: 90s, 5m, 1h", in: WatchPace.intervals,
    hint: "90s, 5m or 1h; from 1s to 24h") var every
  @Flag("--join", "Merge with a remote store that has an unrelated history") var join

  /// Syncs until it is ended, and prints events as they happen.
  private func keepSyncing(in context: Context) throws -> Outcome {
    let store = try context.store()
    let request = try EndRequest()
    let output = context.openLongOutput?(nil)
    var pace = WatchPace()
    if let seconds = try every ?? store.configuredWatchInterval() { pace.interval = seconds }
    context.endOnSignal(request)
    // Signals write to the descriptor, which is open while the request exists.
    try withExtendedLifetime(request) {
      try store.watch(pace, until: request) { event in
        // Ends if the reader has closed the output.
        if output?.write(event.text(Page(context))) == false { request.make() }
      }
    }
    return Outcome()
  }

  func run(in context: Context) throws -> Outcome {
    if every != nil, !watch { throw Self.misuse("--every needs --watch") }
    if watch { return try keepSyncing(in: context) }
    defer { context.progress.end() }
    let store = try context.writableStore()
    store.joinsUnrelatedStores = join
    store.pushesOtherCommits = context.options.yes
    while true {
      var recorded: [TaskChange] = []
      do throws(MemoError) {
        let report =
          dryRun
          ? try store.previewSync(context.progress)
          : try store.sync(context.progress) { recorded += $0.recorded }
        let page = Page(context)
        return context.outcome(
          report.conflicts > 0 ? .attention : .done, text: report.text(page),
          document: .document(.sync, report.members(page)), notes: report.notes(page))
      } catch {
        // Prints committed hand edits above the error, so that the error is last.
        let page = Page(context)
        let lines = page.notes(recorded, [])
        context.notify(lines.map { page.note($0) + "\n" }.joined())
        switch error.kind {
        case .unrelated where isAgreed(error, "Make one store of both?", context):
          store.joinsUnrelatedStores = true
        case .otherCommits where isAgreed(error, "Push them, too?", context):
          store.pushesOtherCommits = true
        default: throw error
        }
      }
    }
  }

  private func isAgreed(_ error: MemoError, _ question: String, _ context: Context) -> Bool {
    guard !dryRun, context.canAsk else { return false }
    context.progress.end()
    let lines = [error.message] + error.details.map { "  \($0)" }
    return context.agrees(to: Question(question, above: lines.map(\.sanitized)))
  }
}

extension SyncReport {
  func text(_ page: Page) -> String {
    var lines = listed(changes, "in", page)
    let shown = merged.prefix(page.most(20))
    for task in shown { lines += [task.mergedLine(page)] + task.conflictLines }
    if shown.count < merged.count {
      let left = (merged.count - shown.count).grouped
      lines.append("merged: … and \(left) more; 'memo conflicts' lists the discarded values")
    }
    lines += listed(sent, "out", page)
    lines.append(summary.sanitized)
    return lines.joined(separator: "\n") + "\n"
  }

  private func listed(_ changes: [TaskChange], _ way: String, _ page: Page) -> [String] {
    changes.listed(atMost: page.most(20), rest: \.leftOut) { page.words(for: $0, behind: "") }
      .map { "\(way): \($0)" }
  }

  private var summary: String {
    let numbers = "\(incoming.counted("commit")) in, \(outgoing.counted("commit")) out"
    if isUpToDate { return "Up to date with \(upstream)." }
    return isPreview
      ? "Would sync with \(upstream): \(numbers)."
      : "In sync with \(upstream): \(numbers)."
  }

  package func notes(_ page: Page) -> [String] {
    page.notes(recorded, notices, isDone: !isPreview)
  }

  fileprivate func members(_ page: Page) -> JSON {
    [
      "remote": .text(upstream), "incoming": .number(incoming),
      "outgoing": .number(outgoing), "merged": .number(merged.count),
      "conflicts": .number(conflicts), "head": .text(head),
      "upToDate": .bool(isUpToDate), "dryRun": .bool(isPreview),
      "mergedTasks": .list(merged.map(\.json)),
      "changes": .list(changes.map(\.json)),
      "sent": .list(sent.map(\.json)),
      "recorded": .list(recorded.map(\.json)),
      "notices": .texts(notices), "details": .texts(page.details),
    ]
  }
}

extension MergedTask {
  var json: JSON {
    [
      "id": .text(id), "title": .text(title), "notes": .list(notes.map(\.json)),
      "notice": .text(notice), "decisions": .list(decisions.map(\.json)),
    ]
  }

  /// The line about a merged task, with the decisions of the merge.
  fileprivate func mergedLine(_ page: Page) -> String {
    let words = decisions.map { $0.words(value: page.logged).sanitized }
    let details = words.isEmpty ? "" : " (\(words.joined(separator: "; ")))"
    return "merged: \(title.sanitized)\(details)"
  }

  /// Lines with the discarded values.
  var conflictLines: [String] {
    notes.map { "conflict: \($0.plainText)".sanitizedLines }
      + [notice.map { "note: \($0.sanitized)" }].compactMap { $0 }
  }
}

extension WatchEvent {
  /// Lines that begin with the time.
  fileprivate func text(_ page: Page) -> String {
    let time = page.style.width == nil ? "\(page.now.timestamp)" : "\("\(page.now.time)".prefix(5))"
    return lines(page).map { "\(page.style.paint(time, .dim)) \($0)\n" }.joined()
  }

  private func lines(_ page: Page) -> [String] {
    switch self {
    case .started(let root, let upstream, let interval):
      let every = DurationText.sum(Int64(interval))
      return ["Watching \(root.sanitized). " + sentence(upstream, every)]
    case .recorded(let report):
      return page.notes(report.recorded, report.notices).map(page.note)
    case .unfinished(let problem):
      let place = problem.place.map { ":\($0.line):\($0.column)" } ?? ""
      return ["\(problem.path)\(place) can't be understood yet: \(problem.message)".sanitized]
    case .notRecorded(let error):
      let line = "Not committed: \(error.message.sanitized)."
      guard error.kind == .unconfirmed else { return [line] }
      return [
        line,
        "Paused: 'memo restore --missing' brings them back, 'memo check --fix --yes' commits it.",
      ]
    case .synced(let report):
      let text = report.text(page)
      return page.notes(report.recorded, report.notices).map(page.note)
        + text.split(separator: "\n").map(String.init)
    case .notSynced(let error, let waiting):
      let line = "Not in sync: \(error.message.sanitized); \(Self.waiting(waiting))."
      guard error.kind == .otherCommits else { return [line] }
      return [line, "Paused: \(error.hints.joined(separator: ", "))."]
    case .upstream(let upstream): return [sentence(upstream, nil)]
    case .ended(let waiting):
      return [waiting == 0 ? "Ended." : "Ended; \(Self.waiting(waiting))."]
    }
  }

  private func sentence(_ upstream: String?, _ interval: String?) -> String {
    guard let upstream else {
      return "There is no upstream, so nothing is pushed; 'memo sync' says what is missing."
    }
    return "Syncing with \(upstream.sanitized)" + (interval.map { " every \($0)." } ?? ".")
  }

  private static func waiting(_ count: Int) -> String {
    switch count {
    case 0: "everything is pushed"
    case 1: "1 commit is not pushed yet"
    default: "\(count) commits are not pushed yet"
    }
  }
}
