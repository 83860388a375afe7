import Foundation
import Git
import Platform
import TestSupport
import Testing
@testable import MemoKit
@testable import Recording
@testable import StoreFiles

/// Interfaces that sync on request, and automatically if the clone's settings say so.
@Suite(.onItsOwnThread) struct AutosyncTests {
  let team: Team

  init() throws { team = try Team(of: 2) }

  private func add(_ title: String, _ face: TestInterface) throws {
    _ = try face.perform { store throws(MemoError) in
      _ = try store.add(NewTask(title: title))
    }.get()
  }

  private func hub() throws -> [String] {
    try team.scratch.git("log", "--format=%s", "main", in: "hub.git").split(separator: "\n")
      .map(String.init)
  }

  @Test func aSyncCanBeRequested() throws {
    let face = try TestInterface(team[0])
    try add("Bread", face)
    #expect(face.storeStatus?.ahead == 1 && face.storeStatus?.syncsByItself == nil)
    face.keeper.sync { face.note((try? $0.get()).map { "\($0.outgoing) out" } ?? "failed") }
    face.eventually { $0.told == ["1 out"] }
    #expect(face.storeStatus?.ahead == 0)
    // Without the setting, nothing is synced automatically.
    #expect(face.storeStatus?.watcher == nil)
    try team.scratch.move("hub.git", "away.git")
    face.keeper.sync { result in
      if case .failure(let error) = result { face.note("\(error.kind)") }
    }
    face.eventually { $0.told == ["1 out", "remote"] }
  }

  /// A requested sync waits for a running automatic one.
  @Test func aRequestWaitsForARunningSync() throws {
    var options = TestInterface.options
    options.timeout = 0.1
    let face = try TestInterface(team[0], options)
    try add("Bread", face)
    let path = team.scratch("ana/.git/memo/sync-lock")
    do {
      let lock = try FileLock(path, waitingUpTo: 1)
      face.keeper.sync { face.note((try? $0.get()).map { "\($0.outgoing) out" } ?? "failed") }
      Thread.sleep(forTimeInterval: 0.4)
      #expect(face.told == [])
      _ = consume lock
    }
    face.eventually { $0.told == ["1 out"] }
    // An interface that ends doesn't wait for it.
    let lock = try FileLock(path, waitingUpTo: 1)
    face.keeper.sync { result in
      if case .failure(let error) = result { face.note("\(error.kind)") }
    }
    Thread.sleep(forTimeInterval: 0.1)
    face.keeper.endAndWait()
    #expect(face.told == ["1 out", "interrupted"])
    _ = consume lock
  }

  @Test func oneOfTwoInterfacesWatches() throws {
    try team[0].store().setSyncsByItself(true)
    let faces = [try TestInterface(team[0]), try TestInterface(team[0])]
    for face in faces { face.eventually { $0.storeStatus?.watcher?.lastSuccess != nil } }
    #expect(faces[0].storeStatus?.watcher?.process == getpid())
    try add("Bread", faces[0])
    try add("Soup", faces[1])
    try faces[0].eventually { _ in try hub().count { $0.hasPrefix("add: ") } == 2 }
    let isWatching = { (face: TestInterface) in face.told.contains { $0.hasPrefix("synced") } }
    faces[0].eventually { _ in faces.contains(where: isWatching) }
    #expect(faces.count(where: isWatching) == 1)
    // Others' changes are fetched.
    _ = try team[1].store().sync()
    _ = try team[1].store().add(NewTask(title: "Of Ben"))
    _ = try team[1].store().sync()
    for face in faces {
      face.eventually { $0.last?.snapshot.tasks.contains { $0.title == "Of Ben" } == true }
    }
    // When the watching interface ends, the other one takes over.
    let watching = isWatching(faces[0]) ? 0 : 1
    faces[watching].keeper.endAndWait()
    try add("Late", faces[1 - watching])
    try faces[0].eventually { _ in try hub().contains("add: Late") }
    for face in faces { face.keeper.endAndWait() }
    #expect(!team[0].exists(".git/memo/watch"))
    #expect(try team[0].complaints() == "")
  }

  @Test func offlineChangesAreSyncedLater() throws {
    try team[0].store().setSyncsByItself(true)
    let face = try TestInterface(team[0])
    face.eventually { $0.storeStatus?.watcher?.lastSuccess != nil }
    try team.scratch.move("hub.git", "away.git")
    try add("Bread", face)
    face.eventually { $0.storeStatus?.syncTrouble != nil }
    #expect(face.storeStatus?.ahead == 1)
    #expect(face.storeStatus?.watcher?.activity != .resting)
    try team.scratch.move("away.git", "hub.git")
    face.eventually { $0.storeStatus?.ahead == 0 && $0.storeStatus?.syncTrouble == nil }
    #expect(try hub().contains("add: Bread"))
    #expect(face.told.first == "not synced remote")
  }

  @Test func autosyncCanBeTurnedOffAndOn() throws {
    let face = try TestInterface(team[0])
    try team[0].store().setSyncsByItself(true)
    face.eventually { $0.storeStatus?.watcher != nil }
    try team[0].scratch.git("config", "memo.autosync", "no", in: "ana")
    face.eventually { $0.storeStatus?.watcher == nil && $0.storeStatus?.syncsByItself == false }
    try team[0].store().setSyncsByItself(nil)
    face.eventually { $0.storeStatus?.syncsByItself == nil }
  }

  /// While a screen is drawn, neither git nor ssh may ask for a password.
  @Test func noPasswordIsAskedFor() throws {
    let environment = Environment(
      variables: ["GPG_TTY": "/dev/tty", "SSH_ASKPASS": ""], now: { 0 }, utcOffset: { _ in 0 }
    ).withoutTerminal
    #expect(
      environment.variables == [
        "GIT_TERMINAL_PROMPT": "0", "SSH_ASKPASS_REQUIRE": "force", "SSH_ASKPASS": "false",
      ])
    // A graphical askpass still works.
    let windowed = Environment(
      variables: ["SSH_ASKPASS": "/usr/bin/ask"], now: { 0 }, utcOffset: { _ in 0 }
    ).withoutTerminal
    #expect(windowed.variables["SSH_ASKPASS"] == "/usr/bin/ask")
    let desk = Desk(
      team.scratch, "ana", name: "Ana",
      variables: [
        "GIT_SSH_COMMAND":
          "echo \"$SSH_ASKPASS_REQUIRE $SSH_ASKPASS $GIT_TERMINAL_PROMPT\" > '\(team.scratch("said"))'; false"
      ])
    try team.scratch.git("remote", "set-url", "origin", "ssh://nobody@localhost/x", in: "ana")
    let face = try TestInterface(desk)
    face.keeper.sync { _ in face.note("tried") }
    face.eventually { $0.told == ["tried"] }
    #expect(try team.scratch.read("said") == "force false 0\n")
  }

  /// An interface wakes up only while another one watches.
  @Test func wakeUpsAreRare() throws {
    var storeStatus = StoreStatus()
    (storeStatus.syncsByItself, storeStatus.upstream) = (true, "origin/main")
    let environment = team[0].environment
    let mailbox = try #require(Mailbox<KeeperWorker.Letter>())
    var autosync = Autosync(team.scratch("ana"), environment, KeeperOptions(), mailbox)
    #expect(autosync.deadline(nil) == nil && autosync.deadline(StoreStatus()) == nil)
    storeStatus.watcher = WatcherState(
      process: 1, activity: .resting, since: environment.timestamp)
    autosync.follow(storeStatus)
    #expect(!autosync.isRunning)
    let pause = autosync.deadline(storeStatus).map { ContinuousClock.now.duration(to: $0) }
    #expect(pause.map { $0 > .seconds(200) } == true)
    storeStatus.watcher = nil
    #expect(autosync.deadline(storeStatus) != nil)
  }

  /// The state file of a killed watcher is ignored.
  @Test func aStaleStateIsIgnored() throws {
    let store = try team[0].store()
    let state = WatcherState(
      process: getpid(), activity: .waiting(reason: "no\nnetwork", isOffline: true),
      since: store.environment.timestamp,
      lastSuccess: store.environment.timestamp)
    try team[0].write(state.text, to: ".git/memo/watch")
    #expect(store.watcher() == nil)
    let lock = try store.lockWatch()
    var read = state
    read.activity = .waiting(reason: "no network", isOffline: true)
    #expect(store.watcher() == read)
    _ = consume lock
    #expect(store.watcher() == nil)
    for text in ["", "12\n", "x\nresting: 2026-11-20T15:04:05Z\n", "12\nresting: soon\n"] {
      #expect(WatcherState(text) == nil)
    }
  }
}
