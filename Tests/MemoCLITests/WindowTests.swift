import MemoCLI
import MemoKit
import TestSupport
import Testing

/// On a terminal, lists and boards fit the window and count the rest.
@Suite struct WindowTests {
  /// 30 tasks in todo, some of them overdue or due soon, 4 in doing, 45 done one after another.
  private func desk() throws -> Desk {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    for number in 0..<79 {
      let due = ["2026-11-0\(number % 9 + 1)", "2026-11-20", "2026-11-2\(number % 7 + 1)"]
      let deadline = number < 18 ? "deadline: \(due[number % 3])\n" : ""
      let folder = number < 30 ? "todo" : number < 34 ? "doing" : "done"
      let letters = "bcdfghjkmn".map { String($0) }
      let id = letters[number % 10] + letters[number / 10] + "bbbbbbbb"
      try desk.write(
        "---\ntitle: Task \(number)\n\(deadline)id: \(id)\n---\n", to: "\(folder)/t\(number).md")
    }
    return desk
  }

  private func seen(
    _ desk: Desk, _ words: [String], width: Int = 80, height: Int?
  ) -> (out: [Substring], all: Int) {
    var context = desk.context
    context.environment.variables["NO_COLOR"] = "1"
    context.terminal = TerminalFacts(
      input: true, output: true, error: true, width: width, height: height)
    let outcome = desk.memo(words, in: context)
    #expect(outcome.status == .done)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let notes = outcome.error.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
    return (Array(lines), lines.count + notes.reduce(0) { $0 + ($1.count + width - 1) / width })
  }

  @Test(arguments: [7, 10, 15, 24, 60])
  func boardsFitTheWindow(height: Int) throws {
    let desk = try desk()
    for words in [[], ["board"], ["board", "todo"], ["board", "doing", "done"]] {
      // Three columns below one another need at least eleven lines.
      for width in [40, 80, 200] where height > 12 || words.isEmpty || width > 40 {
        let seen = seen(desk, words, width: width, height: height)
        #expect(seen.all < height, "\(words) \(width)×\(height): \(seen.out)")
        #expect(seen.out.count > 1)
      }
    }
  }

  /// In a narrow window, a task is a card with the same content.
  @Test(arguments: [30]) func aNarrowWindowShowsTheSame(width: Int) throws {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    desk.memo("add", "Buy milk and bread", "-d", "2026-11-24", "+home", "-p", "high")
    desk.memo("add", "Paint the fence", "-d", "2026-11-25")
    desk.memo("set", "paint", "deadline=2026-09-01")
    desk.memo("start", "milk")
    let tags = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota"]
    desk.memo(["add", "見積書を確認して返信するための準備", "-d", "2026-12-24"] + tags.map { "+\($0)" })
    desk.memo("done", "見積書")
    let done = seen(desk, ["list", "done"], width: width, height: 40).out
    // At most two lines for the title, and two for the facts.
    #expect(done.count == 4 && done[0].hasSuffix(" 見積書を確認して返信するた"), "\(done)")
    #expect(done[2].contains("done 2026-12-24 +alpha"))
    for words in [["list"], ["next"], ["find", "a"], [], ["board"]] {
      let seen = seen(desk, words, width: width, height: 40).out.joined(separator: "\n")
      for part in ["Buy milk and bread", "in 4 days", "+home", "high", "2026-09-01", "overdue"] {
        #expect(seen.contains(part), "\(words): \(seen)")
      }
    }
  }

  /// Hidden tasks are counted for each group.
  @Test func hiddenTasksAreCounted() throws {
    let desk = try desk()
    for height in stride(from: 7, through: 70, by: 3) { try checkCounts(desk, height) }
  }

  private func checkCounts(_ desk: Desk, _ height: Int) throws {
    let lines = seen(desk, [], height: height).out
    var total = 0
    var shown = 0
    let start = lines.firstIndex { $0.hasPrefix("…") } ?? lines.endIndex
    let rest = lines[start...].joined(separator: " ")
    for line in lines[..<start] + [rest[...]] where !line.isEmpty {
      if line.hasPrefix("…") {
        for part in line.dropFirst(5).split(separator: ", ") {
          total += Int(part.split(separator: " ")[0]) ?? -1_000
          shown += Int(part.split(separator: " ")[0]) ?? -1_000
        }
      } else if line.hasPrefix("  …") {
        shown += Int(line.split(separator: " ")[2]) ?? -1_000
      } else if line.hasPrefix("  ") {
        shown += 1
      } else if let count = line.split(separator: " ").last {
        total += Int(count) ?? -1_000
      }
    }
    #expect(shown == total, "\(height): \(lines)")
    // All of doing and todo, and the last five of done.
    #expect(total == 34 + 5, "\(height): \(lines)")
  }

  @Test func theBoardCountsHiddenTasks() throws {
    let desk = try desk()
    let text = seen(desk, ["board"], height: 20).out.joined(separator: "\n")
    #expect(text.contains("todo 30") && text.contains("done 45"), "\(text)")
    #expect(text.firstMatch(of: /… and (\d+) more +… and (\d+) more/) != nil, "\(text)")
    // Everything with `-a`, and in a pipe.
    for whole in [seen(desk, ["board", "--all"], height: 20), seen(desk, ["board"], height: nil)] {
      #expect(!whole.out.contains { $0.contains("…") })
      #expect(whole.out.count > 45)
    }
    #expect(!desk.memo().output.contains("… and 4 more"))
  }

  @Test func statusesChooseTheColumns() throws {
    let desk = try desk()
    #expect(seen(desk, ["board", "doing", "todo"], height: 20).out[0].hasPrefix("todo 30 "))
    #expect(seen(desk, ["board", "doing", "todo"], height: 20).out[0].hasSuffix(" doing 4"))
    #expect(seen(desk, ["board", "done"], height: 20).out[0] == "done 45")
    #expect(seen(desk, ["board", "doing", "overdue"], height: 20).out[0] == "doing 0")
    #expect(seen(desk, ["board", "not", "done"], height: 20).out[0].hasSuffix("done 0"))
  }

  /// By the time of finishing, not of adding or editing.
  @Test func theLastFinishedComesFirst() throws {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    for name in ["a", "b", "c"] { desk.memo("add", name) }
    for name in ["b", "c", "a"] { desk.memo("done", name) }
    desk.memo("set", "b", "note=later")
    let titles = { (words: [String]) in
      desk.memo(words).output.split(separator: "\n").filter {
        $0.hasSuffix(" a") || $0.hasSuffix(" b") || $0.hasSuffix(" c")
      }
      .compactMap { $0.last }.map(String.init)
    }
    #expect(titles(["board", "done"]) == ["a", "c", "b"])
    desk.memo("reopen", "c")
    desk.memo("done", "c")
    #expect(titles(["board", "done"]) == ["c", "a", "b"])
    #expect(titles(["board", "done", "--at", "3 minutes ago"]) == ["a", "b"])
    // A hand move counts as finished now, even before it is recorded.
    desk.memo("add", "d")
    try desk.move("todo/d.md", "done/d.md")
    #expect(desk.memo("today").output.contains("done lately 4\n  "))
    #expect(desk.memo("board", "done").output.split(separator: "\n")[2].hasSuffix(" d"))
  }
}
