import Foundation
import TestSupport
import Testing
@testable import MemoKit
@testable import StoreFiles

/// Follows a feed and collects its updates after each change.
final class FeedReader {
  let feed: StoreFeed
  private(set) var last: FeedUpdate?
  private(set) var lost: MemoError?
  private let isPolling: Bool

  /// With short pauses for tests.
  static let pace: FeedPace = {
    var pace = FeedPace()
    (pace.quiet, pace.longestBurst, pace.retry) = (0.01, 0.05, 0.02)
    return pace
  }()

  /// - Parameter alwaysPolls: As on systems without file events.
  init(_ desk: Desk, alwaysPolls: Bool = false) throws {
    var pace = Self.pace
    pace.alwaysPolls = alwaysPolls
    pace.polling = 0.01
    feed = StoreFeed(
      of: try Store.open(desk.scratch(desk.folder), environment: desk.environment), pace)
    isPolling = alwaysPolls
    try settle()
  }

  /// All updates until no more are expected.
  @discardableResult
  func settle() throws -> [FeedUpdate] {
    var updates: [FeedUpdate] = []
    var quietLooks = 0
    // Changes are noticed at once; the rest waits for a quiet moment.
    for _ in 0..<2000 {
      switch feed.take() {
      case .success(let update)?:
        quietLooks = 0
        (last, lost) = (update, nil)
        updates.append(update)
        // It still looks for git's folder.
        if update.storeStatus.obstacle?.kind == .noStore { return updates }
      case .failure(let error)?:
        lost = error
        return updates
      case nil:
        let pause = ContinuousClock.now.duration(to: feed.deadline) / .seconds(1)
        quietLooks += 1
        // Polling never ends, so a number of looks has to be enough.
        if pause > 0.2 || isPolling && quietLooks > 12 { return updates }
        Thread.sleep(forTimeInterval: max(pause, 0))
      }
    }
    Issue.record("the feed doesn't come to rest")
    return updates
  }

  /// The changes, such as `changed bbbbbbbbbb todo/a.md`.
  func changes() throws -> [String] {
    try settle().flatMap(\.changes).map(\.words)
  }
}

extension FilePair<StoredTask> {
  fileprivate var words: String {
    let id = (after ?? before)?.id?.text ?? "-"
    guard let before else { return "added \(id) \(after?.path ?? "")" }
    guard let after else { return "removed \(id) \(before.path)" }
    return before.path == after.path
      ? "changed \(id) \(after.path)" : "moved \(id) \(before.path) → \(after.path)"
  }
}

extension Snapshot {
  /// Everything that an interface could show.
  var seen: [String] {
    tasks.map {
      "\($0.path) \($0.status) \($0.problems.map(\.message)) "
        + String(decoding: $0.document.bytes, as: UTF8.self)
    } + strays.map { "\($0.path) \($0.message)" }
  }
}
