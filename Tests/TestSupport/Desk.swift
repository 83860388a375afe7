import Foundation
import Git
public import MemoCLI
public import MemoKit
import Synchronization

/// A folder of one person, with a fixed clock and ids in a fixed order.
public final class Desk: Sendable {
  public let scratch: Scratch
  /// Below the scratch folder.
  public let folder: String
  public let environment: Environment
  private let clock: Clockwork

  private final class Clockwork: Sendable {
    // 2026-11-20 (a Friday) 15:04:05 UTC.
    let seconds = Mutex<Int64>(1_795_187_045)
    let random: Mutex<SeededRandom>
    init(seed: UInt64) { random = Mutex(SeededRandom(seed: seed)) }
  }

  /// A copy for another test, since making one takes many commands.
  ///
  /// - Parameter seed: The seed of later ids.
  public func copy(seed: UInt64 = 2) throws -> Desk {
    let other = Desk(try Scratch(), folder, seed: seed)
    try FileManager.default.copyItem(atPath: scratch(folder), toPath: other.scratch(folder))
    other.setClock(clock.seconds.withLock { $0 })
    return other
  }

  /// - Parameters:
  ///   - name: The author's name; the address follows from it.
  ///   - seed: Decides which ids are made.
  ///   - variables: What is in the environment besides the usual.
  ///   - utcOffset: Seconds that the clock is ahead of UTC at a moment.
  public init(
    _ scratch: Scratch, _ folder: String, name: String = "Kim", seed: UInt64 = 1,
    variables: [String: String] = [:], utcOffset: @escaping @Sendable (Int64) -> Int = { _ in 0 }
  ) {
    self.scratch = scratch
    self.folder = folder
    let clock = Clockwork(seed: seed)
    self.clock = clock
    var all = scratch.environment
    // git starts the merge driver from there.
    all["PATH"] = "\(Products.folder.path):\(all["PATH"] ?? "")"
    for role in ["AUTHOR", "COMMITTER"] {
      all["GIT_\(role)_NAME"] = name
      all["GIT_\(role)_EMAIL"] = "\(name.lowercased())@example.org"
    }
    all.merge(variables) { $1 }
    environment = Environment(
      variables: all, now: { clock.seconds.withLock { $0 } }, utcOffset: utcOffset,
      randomNumber: { clock.random.withLock { $0.next() } })
  }

  /// Continues with another desk's clock and ids.
  fileprivate func goOn(as other: Desk) {
    setClock(other.clock.seconds.withLock { $0 })
    let random = other.clock.random.withLock { $0 }
    clock.random.withLock { $0 = random }
  }

  /// Sets the clock, even to a time outside of the calendar.
  public func setClock(_ seconds: Int64) { clock.seconds.withLock { $0 = seconds } }

  /// Lets time pass.
  public func wait(seconds: Int64) { clock.seconds.withLock { $0 &+= seconds } }

  public var context: Context {
    Context(environment: environment, directory: scratch(folder), terminal: TerminalFacts())
  }

  /// Runs a command line in this process, a minute later.
  @discardableResult
  public func memo(_ arguments: String..., in context: Context? = nil) -> Outcome {
    memo(arguments, in: context)
  }

  @discardableResult
  public func memo(_ arguments: [String], in context: Context? = nil) -> Outcome {
    wait(seconds: 60)
    var outcome = Memo.run(arguments, in: context ?? self.context)
    outcome.checkAgainstSchema(arguments)
    // Tests see the exact bytes.
    if let bytes = outcome.bytes { outcome.output = String(decoding: bytes, as: UTF8.self) }
    return outcome
  }

  /// Runs a command line in this process, without a minute in between.
  func memoNow(_ arguments: [String]) -> Outcome { Memo.run(arguments, in: context) }

  public func path(_ name: String) -> String { "\(folder)/\(name)" }
  /// Writes a file as an editor does, just before the desk's next command.
  public func write(_ text: String, to name: String) throws {
    try scratch.write(text, to: path(name))
    try scratch.setModified(path(name), clock.seconds.withLock { $0 } + 60)
  }
  public func read(_ name: String) throws -> String { try scratch.read(path(name)) }
  public func exists(_ name: String) -> Bool { scratch.exists(path(name)) }
  public func move(_ old: String, _ new: String) throws {
    try scratch.move(path(old), path(new))
  }
  public func remove(_ name: String) throws { try scratch.remove(path(name)) }

  /// The subjects of all commits, newest first.
  public func journal() throws -> [String] {
    try scratch.git("log", "--format=%s", in: folder).split(separator: "\n").map(String.init)
  }

  /// Problems that git reports: uncommitted changes and broken objects.
  public func complaints() throws -> String {
    let changes = try scratch.git("status", "--porcelain", in: folder)
    func broken() throws -> String { try scratch.git(fsck, in: folder) }
    // `git fsck` may miss an object that is just being packed in the background.
    for _ in 0..<5 {
      if let found = try? broken() { return changes + found }
      Thread.sleep(forTimeInterval: 0.5)
    }
    return changes + (try broken())
  }

  /// The files in the three folders.
  public func tasks() -> [String] { scratch.files(folder).filter { $0.hasSuffix(".md") } }
}

/// A remote, and people with clones of it.
public struct Team: Sendable {
  public let scratch: Scratch
  public let desks: [Desk]
  private static let names = ["Ana", "Ben", "Cho"]
  /// Making a team takes many programs, so most teams are copies of this one.
  private static let made = Result<Team, any Error> { try Team(new: 3) }

  /// The first person makes the store, and the others clone it.
  public init(
    of count: Int, seed: UInt64 = 1, variables: [String: String] = [:],
    utcOffset: (@Sendable (Int64) -> Int)? = nil
  ) throws {
    if seed == 1, variables.isEmpty, utcOffset == nil {
      try self.init(copying: Self.made.get(), count)
    } else {
      try self.init(new: count, seed, variables, utcOffset ?? { _ in 0 })
    }
  }

  private init(copying other: Team, _ count: Int) throws {
    let scratch = try Scratch()
    self.scratch = scratch
    func copy(_ folder: String) throws {
      try FileManager.default.copyItem(atPath: other.scratch(folder), toPath: scratch(folder))
    }
    try copy("hub.git")
    desks = try other.desks.prefix(count).map { desk in
      try copy(desk.folder)
      let config = "\(desk.folder)/.git/config"
      let text = try scratch.read(config).replacing(other.scratch.path, with: scratch.path)
      try scratch.write(text, to: config)
      let name = desk.environment.variables["GIT_AUTHOR_NAME"] ?? ""
      let person = Desk(scratch, desk.folder, name: name)
      person.goOn(as: desk)
      return person
    }
  }

  private init(
    new count: Int, _ seed: UInt64 = 1, _ variables: [String: String] = [:],
    _ utcOffset: @escaping @Sendable (Int64) -> Int = { _ in 0 }
  ) throws {
    let scratch = try Scratch()
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub.git")
    let names = Self.names
    self.scratch = scratch
    let desks = (0..<count).map {
      Desk(
        scratch, names[$0].lowercased(), name: names[$0], seed: seed * 100 + UInt64($0),
        variables: variables, utcOffset: utcOffset)
    }
    let hub = scratch("hub.git")
    try Store.create(
      scratch(desks[0].folder), remoteURL: hub, environment: desks[0].environment
    ).expectNew()
    _ = try Store.open(scratch(desks[0].folder), environment: desks[0].environment).sync()
    for desk in desks.dropFirst() {
      _ = try Store.clone(hub, to: desk.folder, in: scratch.path, environment: desk.environment)
    }
    self.desks = desks
  }

  public subscript(index: Int) -> Desk { desks[index] }
}

extension CreateReport {
  public func expectNew() throws {
    guard isNew else { throw GitFailure(message: "the store was there already") }
  }
}
