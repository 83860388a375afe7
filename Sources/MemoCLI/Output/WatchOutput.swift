internal import MemoKit
internal import Terminal

/// An event of `sync --watch`, as lines that begin with the time.
struct WatchOutput {
  var event: WatchEvent

  func text(_ page: Page) -> String {
    let time = page.style.width == nil ? "\(page.now.timestamp)" : "\("\(page.now.time)".prefix(5))"
    return lines(page).map { "\(page.style.paint(time, .dim)) \($0)\n" }.joined()
  }

  private func lines(_ page: Page) -> [String] {
    switch event {
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
