import Foundation
import MemoKit
import TestSupport
import Testing

/// People with clones of a ``Hub``.
struct HubPeople {
  let scratch: Scratch

  static let quiet = SyncProgress(longestSilence: 20)

  func desk(_ name: String, _ hub: Hub, seed: UInt64) -> Desk {
    Desk(scratch, name.lowercased(), name: name, seed: seed, variables: hub.variables)
  }

  /// Makes a store with one task and pushes it to the hub.
  func ana(_ hub: Hub) throws -> Desk {
    let ana = desk("Ana", hub, seed: 1)
    _ = try Store.create(scratch("ana"), remoteURL: hub.url, environment: ana.environment)
    try add("Buy milk", ana)
    try sync(ana)
    return ana
  }

  func add(_ title: String, _ desk: Desk) throws {
    desk.wait(seconds: 60)
    _ = try desk.store().add(NewTask(title: title))
  }

  @discardableResult
  func sync(_ desk: Desk, _ progress: SyncProgress = quiet) throws(MemoError) -> SyncReport {
    desk.wait(seconds: 60)
    let store = try Store.open(scratch(desk.folder), environment: desk.environment)
    store.lockTimeout = LockTimeout(seconds: 1)
    return try store.sync(progress)
  }

  func clone(_ url: String, _ desk: Desk) throws(MemoError) -> CloneReport {
    try Store.clone(
      url, to: desk.folder, in: scratch.path, environment: desk.environment, Self.quiet)
  }

  /// An error with exit code 3 and a hint.
  func failure(_ body: () throws -> Void) -> MemoError? {
    let error = #expect(throws: MemoError.self) { try body() }
    #expect(error?.kind == .remote)
    #expect(error?.hints.isEmpty == false, "\(error as Any)")
    return error
  }
}
