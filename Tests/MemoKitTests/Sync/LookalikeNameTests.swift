import MemoKit
import TaskFile
import TestSupport
import Testing

private let areTwo: Bool = {
  guard let scratch = try? Scratch(), (try? scratch.write("", to: "\u{E4}")) != nil else {
    return false
  }
  return !scratch.exists("a\u{308}")
}()

/// Names that look the same but have different bytes, such as `ä` as one or two characters.
///
/// git has two files, and most disks, too.
@Suite(.enabled(if: areTwo, "needs a disk that tells such names apart"))
struct LookalikeNameTests {
  private static let one = "todo/\u{E4}pfel.md"
  private static let two = "todo/a\u{308}pfel.md"

  private static func task(_ id: String) -> String { "---\nid: \(id)\n---\n\(id)\n" }

  private func settle(_ team: Team) throws -> [[UInt8]] {
    for _ in 0..<2 { for desk in team.desks { _ = try desk.store().sync() } }
    for desk in team.desks { #expect(try desk.complaints() == "") }
    let names = try team.desks.map { desk in
      // Equal strings have no order but that of their bytes.
      try desk.tasks().map { try Array("\($0) \(desk.read($0).suffix(4))".utf8) }
        .sorted { $0.lexicographicallyPrecedes($1) }
    }
    #expect(Set(names).count == 1)
    return names[0]
  }

  @Test func bothFilesAreTasks() throws {
    let team = try Team(of: 2)
    try team[0].write(Self.task("bbbbbbbbbb"), to: Self.one)
    try team[0].write(Self.task("cccccccccc"), to: Self.two)
    #expect(try settle(team) == ["\(Self.two) ccc\n", "\(Self.one) bbb\n"].map { Array($0.utf8) })
    _ = try team[1].store().move([Self.two], to: .done)
    #expect(try settle(team).count == 2)
    #expect(team[0].exists(Self.one) && !team[0].exists(Self.two))
  }

  @Test func bothSidesAddOne() throws {
    let team = try Team(of: 2)
    try team[0].write(Self.task("bbbbbbbbbb"), to: Self.one)
    try team[1].write(Self.task("cccccccccc"), to: Self.two)
    #expect(try settle(team) == ["\(Self.two) ccc\n", "\(Self.one) bbb\n"].map { Array($0.utf8) })
  }

  @Test func aRenameAndAnEditMerge() throws {
    let team = try Team(of: 2)
    try team[0].write(Self.task("bbbbbbbbbb"), to: Self.one)
    _ = try settle(team)
    try team[0].move(Self.one, Self.two)
    try team[1].write(Self.task("bbbbbbbbbb") + "end\n", to: Self.one)
    #expect(try settle(team) == [Array("\(Self.two) end\n".utf8)])
  }

  @Test func eachHasItsOwnHistory() throws {
    let desk = try Team(of: 1)[0]
    try desk.write(Self.task("bbbbbbbbbb"), to: Self.one)
    try desk.write(Self.task("cccccccccc"), to: Self.two)
    for path in [Self.one, Self.two] {
      desk.wait(seconds: 3 * 86_400)
      _ = try desk.store().move([path], to: .done)
    }
    let tasks = try desk.store().read().tasks
    let times = try desk.store().completionTimes(of: tasks)
    #expect(Set(tasks.compactMap { times[$0.path] }).count == 2)
    let order = try desk.store().lastDoneFirst(tasks).map(\.id?.text)
    #expect(order == ["cccccccccc", "bbbbbbbbbb"])
  }
}
