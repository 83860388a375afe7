import Foundation
import Synchronization
import TestSupport
import Testing
@testable import MemoKit
@testable import StoreFiles

/// A minimal interface: a keeper, and the events that it reported.
final class TestInterface: Sendable {
  private struct Told {
    var lines: [String] = []
    var last: FeedUpdate?
  }

  private final class Notebook: Sendable {
    let told = Mutex(Told())
  }

  let keeper: StoreKeeper
  private let notebook: Notebook

  /// With short pauses for tests.
  static let options: KeeperOptions = {
    var options = KeeperOptions()
    options.feed = FeedReader.pace
    (options.watch.quiet, options.watch.soon) = (0.02, 0.02)
    (options.watch.interval, options.watch.firstRetry, options.watch.longestRetry) = (1, 0.1, 0.2)
    return options
  }()

  init(_ desk: Desk, _ options: KeeperOptions = TestInterface.options) throws {
    let notebook = Notebook()
    self.notebook = notebook
    let store = try Store.open(desk.scratch(desk.folder), environment: desk.environment)
    keeper = try StoreKeeper(store, options) { event in
      notebook.told.withLock { told in
        switch event {
        case .update(let update):
          told.last = update
          told.lines.append("update")
        case .lost(let error): told.lines.append("lost \(error.kind)")
        case .waiting: told.lines.append("waiting")
        case .watch(.synced(let report)):
          told.lines.append("synced \(report.incoming) in \(report.outgoing) out")
        case .watch(.notSynced(let error, _)): told.lines.append("not synced \(error.kind)")
        case .watch: break
        }
      }
    }
  }

  deinit { keeper.endAndWait() }

  /// The events in order, without updates.
  var told: [String] { lines.filter { $0 != "update" } }
  /// The events in order.
  var lines: [String] { notebook.told.withLock { $0.lines } }
  var last: FeedUpdate? { notebook.told.withLock { $0.last } }
  var storeStatus: StoreStatus? { last?.storeStatus }

  func note(_ line: String) { notebook.told.withLock { $0.lines.append(line) } }

  /// Performs a change and waits for it.
  func perform<Value: Sendable>(
    _ change: @escaping @Sendable (Store) throws(MemoError) -> Value
  ) -> Result<Value, MemoError> {
    let box = Box<Value>()
    let isDone = DispatchSemaphore(value: 0)
    keeper.perform(change) { result in
      box.result.withLock { $0 = result }
      isDone.signal()
    }
    isDone.wait()
    return box.result.withLock { $0 } ?? .failure(MemoError(.interrupted, "nothing was told"))
  }

  private final class Box<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, MemoError>?>(nil)
  }

  /// Waits for a condition.
  func eventually(
    _ location: SourceLocation = #_sourceLocation, _ holds: (TestInterface) throws -> Bool
  ) rethrows {
    for _ in 0..<3000 {
      if try holds(self) { return }
      Thread.sleep(forTimeInterval: 0.01)
    }
    Issue.record("it didn't happen in time: \(lines)", sourceLocation: location)
  }
}
