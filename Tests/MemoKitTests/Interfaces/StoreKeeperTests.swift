import Foundation
import Git
import Synchronization
import TestSupport
import Testing
@testable import MemoKit
@testable import Recording
@testable import StoreFiles

/// A keeper's work for an interface, and its events.
@Suite(.onItsOwnThread) struct StoreKeeperTests {
  let bench: Bench

  init() throws { bench = try Bench() }

  @Test func anUpdateComesBeforeTheResult() throws {
    let face = try TestInterface(bench.desk)
    face.eventually { $0.last != nil }
    for name in ["todo/a.md", "todo/b.md"] {
      face.keeper.perform { store throws(MemoError) in
        try store.move([name], from: nil, to: .doing)
      } done: { result in
        face.note((try? result.get().changes.count).map { "\($0) changed" } ?? "failed")
      }
    }
    face.keeper.perform { store throws(MemoError) in
      try store.read().tasks.count
    } done: {
      face.note("\((try? $0.get()) ?? 0) read")
    }
    face.keeper.endAndWait()
    #expect(
      face.lines == ["update", "update", "1 changed", "update", "1 changed", "3 read"])
    let changes = try #require(face.last).changes
    #expect(changes.map(\.before?.path) == ["todo/b.md"])
    #expect(changes.map(\.after?.path) == ["doing/b.md"])
    #expect(try bench.complaints() == "")
  }

  /// A read sees all earlier changes, without reading the store again.
  @Test func readsSeeEarlierChanges() throws {
    let face = try TestInterface(bench.desk)
    face.eventually { $0.last != nil }
    face.keeper.perform { store throws(MemoError) in
      try store.move(["todo/a.md"], from: nil, to: .doing)
    }
    for _ in 1...2 {
      face.keeper.read { store throws(MemoError) in
        try store.read().tasks.map(\.path).filter { $0.hasSuffix("/a.md") }
      } done: {
        face.note("\((try? $0.get()) ?? [])")
      }
    }
    face.keeper.endAndWait()
    #expect(face.lines == ["update", "update", "[\"doing/a.md\"]", "[\"doing/a.md\"]"])
    face.keeper.read { _ throws(MemoError) in
      1
    } done: {
      face.note("\($0)")
    }
    #expect(face.lines.last?.contains("the store was closed") == true)
  }

  /// With this option, tasks are reported before git is asked.
  @Test func filesCanBeReportedFirst() throws {
    let updates = Mutex<[FeedUpdate]>([])
    var options = TestInterface.options
    options.tellsFilesFirst = true
    let keeper = try StoreKeeper(bench.desk.store(), options) { event in
      if case .update(let update) = event { updates.withLock { $0.append(update) } }
    }
    keeper.endAndWait()
    let told = updates.withLock { $0 }
    #expect(told.count == 2)
    #expect(told.map { $0.head == nil } == [true, false])
    #expect(told.map { $0.storeStatus.branch == nil } == [true, false])
    #expect(told.map(\.changes.count) == [0, 0])
    #expect(told.map { $0.snapshot.tasks.map(\.path) }.allSatisfy { $0.count > 1 })
  }

  @Test func failuresHaveTheirReason() throws {
    let face = try TestInterface(bench.desk)
    let result = face.perform { store throws(MemoError) in
      try store.move(["nothing"], from: nil, to: .done)
    }
    guard case .failure(let error) = result else { return #expect(Bool(false)) }
    #expect(error.kind == .notFound)
    try bench.shell("git switch -q --detach")
    let other = face.perform { store throws(MemoError) in
      try store.move(["todo/a.md"], from: nil, to: .done)
    }
    guard case .failure(let obstacle) = other else { return #expect(Bool(false)) }
    #expect(obstacle == face.storeStatus?.obstacle)
  }

  @Test func waitingForAnotherProcessIsReported() throws {
    var options = TestInterface.options
    (options.timeout, options.quietWait) = (0.4, 0.1)
    let face = try TestInterface(bench.desk, options)
    face.eventually { $0.last != nil }
    let path = bench.desk.scratch("kim/.git/memo/lock")
    let add: @Sendable (Store) throws(MemoError) -> Int = { store throws(MemoError) in
      try store.add(NewTask(title: "Dates")).changes.count
    }
    do {
      let lock = try FileLock(path, waitingUpTo: 1)
      guard case .failure(let error) = face.perform(add) else { return #expect(Bool(false)) }
      #expect(error.kind == .busy)
      // Others see the files meanwhile.
      #expect(face.last?.snapshot.tasks.count == 3)
      _ = consume lock
    }
    #expect(face.told == ["waiting"])
    // Short waits are not reported.
    #expect((try? face.perform(add).get()) == 1)
    #expect(face.told == ["waiting"])
  }

  @Test func anEndedKeeperRefusesWork() throws {
    let face = try TestInterface(bench.desk)
    face.keeper.perform { store throws(MemoError) in
      _ = try store.add(NewTask(title: "Dates"))
    }
    face.keeper.end()
    let late = face.perform { _ throws(MemoError) in 1 }
    guard case .failure(let error) = late else { return #expect(Bool(false)) }
    #expect(error.kind == .interrupted)
    face.keeper.endAndWait()
    #expect(try bench.journal() == ["add: Dates"])
  }

  @Test func theStoreMayDisappearAndReturn() throws {
    let face = try TestInterface(bench.desk)
    face.eventually { $0.last != nil }
    try bench.desk.scratch.move("kim", "away")
    face.eventually { $0.told == ["lost noStore"] }
    guard
      case .failure = face.perform({ store throws(MemoError) in try store.read().tasks.count })
    else { return #expect(Bool(false)) }
    try bench.desk.scratch.move("away", "kim")
    try bench.shell("rm todo/a.md")
    face.eventually { $0.last?.snapshot.tasks.count == 2 }
  }
}
