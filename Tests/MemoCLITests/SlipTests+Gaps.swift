import MemoCLI
import TestSupport
import Testing

/// Values and filters with a gap from an empty shell variable change nothing.
extension SlipTests {
  /// Values in which a part is empty.
  static let parts: [Slip] = [
    Slip(["set", "plain", "tags=home,"], error: "'tags:home,' seems to lack a part"),
    Slip(["set", "plain", "tags=,home"], error: "'tags:,home' seems to lack a part"),
    Slip(["set", "plain", "tag:a, ,b"], error: "'tag:a, ,b' seems to lack a part"),
    Slip(["set", "plain", "to:ann,"], error: "'to:ann,' seems to lack a part"),
    Slip(["set", "plain", "after:task-1,"], error: "'after:task-1,' seems to lack a part"),
    Slip(["set", "plain", "every:mon,"], error: "'every:mon,' seems to lack a part"),
    Slip(["set", "plain", "+home,"], error: "'home,' can't be a tag"),
    Slip(["set", "plain", "due: 17:00"], error: "'due: 17:00' seems to lack a part"),
    Slip(["set", "plain", "due:fri "], error: "'due:fri ' seems to lack a part"),
    Slip(["set", "plain", "wait= 5pm"], error: "'wait: 5pm' seems to lack a part"),
    Slip(["add", "Milk", "-d", " 17:00"], error: "'deadline: 17:00' seems to lack a part"),
    Slip(["add", "Milk", "-d", "fri "], error: "'deadline:fri ' seems to lack a part"),
    Slip(["add", "Milk", "to:ann,"], error: "'to:ann,' seems to lack a part"),
    Slip(["add", "Milk", "tags:a,,b"], error: "'tags:a,,b' seems to lack a part"),
    Slip(["add", "Milk", "--in", " "], error: "' ' can't be a folder for tasks", .refused),
    Slip(["add", "Milk", "--in", "a//b"], error: "'a//b' can't be a folder for tasks", .refused),
    Slip(["move", "plain", "--in", " "], error: "' ' can't be a folder for tasks", .refused),
    Slip(["move", "plain", "--in", "/"], error: "'/' can't be a folder for tasks", .refused),
    Slip(["move", "plain", "--in", "a//b"], error: "'a//b' can't be a folder", .refused),
    Slip(["move", "plain", "--in", ""], error: "'--in' needs a value, and '' is empty"),
    Slip(["postpone", "plain", "d"], error: "invalid time or day 'd'"),
    Slip(["tick", "plain", "--add", ""], error: "'--add' needs a value, and '' is empty"),
    Slip(["archive", "--before", " "], error: "invalid date ' '"),
  ]

  /// Filters in which a part is empty, and the errors of changes.
  static let gaps: [(words: [String], error: String)] =
    [
      ["due< 17:00"], ["due<fri "], ["title:Task "], ["title: 1"], ["+home "], ["tag:home,"],
      ["tag:,home"], ["tag:a,,home"], ["project:house,"], ["to:ann,"], ["after:task-1,"],
      ["+home,"],
    ].map { ($0, "'\($0[0])' seems to lack a part") } + [
      (["todo", "+home "], "'+home ' seems to lack a part"),
      (["todo not tag:home,"], "'tag:home,' seems to lack a part"),
      (["todo", "not +,home"], "'+,home' seems to lack a part"),
      (["+home ''"], "'' seems to lack a part"),
      (["+home \" \""], "' ' seems to lack a part"),
    ]

  /// Filters that lists refuse, too.
  static let wrong: [(words: [String], error: String)] = [
    (["due:.."], "invalid date '..'"), (["p:low,"], "invalid priority 'low,'"),
    (["due:2026-"], "invalid date '2026-'"), (["due:-01"], "invalid date '-01'"),
    (["due<+d"], "invalid date '+d'"), (["created<-d"], "invalid date '-d'"),
    (["due: days ago"], "invalid date ' days ago'"), (["estimate<h"], "invalid number or date 'h'"),
    (["p>="], "'p>=' has no value behind"), (["after:"], "'after:' has no value behind"),
    (["to:"], "'to:' has no value behind"), (["project:"], "'project:' has no value behind"),
    (["assignee:"], "'assignee:' has no value behind"), (["every:"], "'every:' has no value"),
    (["wait<"], "'wait<' has no value behind"), (["status:"], "'status:' has no value behind"),
    (["+home", "@"], "'@' names no filter"), (["todo", "+"], "'+' names no tag"),
    (["(due<fri or +)"], "'+' names no tag"), (["todo or"], "a condition is missing"),
    (["todo and"], "a condition is missing"), (["todo not"], "'not' needs a condition"),
  ]

  @Test func aFilterWithAGapChangesNothing() throws {
    let desk = try Self.desk()
    for (words, error) in Self.gaps + Self.wrong {
      for line in [
        ["rm", "-y"] + words, ["done", "-y"] + words, ["reopen", "-y"] + words,
        ["archive"] + words, ["set", "-y"] + words + ["--", "priority=high"],
        ["move", "-y"] + words + ["doing"],
      ] { try check(Slip(line, error: error), desk) }
      // Commands that take a single word for the tasks.
      guard words.count == 1 else { continue }
      try check(Slip(["note"] + words + ["Text"], error: error), desk)
      try check(Slip(["rename"] + words + ["Title"], error: error), desk)
      try check(Slip(["postpone", "-y"] + words + ["1d"], error: error), desk)
    }
    for slip in Self.parts { try check(slip, desk) }
    #expect(try desk.complaints() == "")
  }

  /// Open ranges without a known hint.
  static let open: [[String]] = [
    ["due=..fri"], ["due:\"\"..fri"], ["deadline:fri.."], ["done:..today"], ["changed:..today"],
    ["status:todo.."], ["p:..high"], ["(todo or due:fri..)"], ["+home or due:..fri"],
    ["path:\"todo/\""], ["path:done/"], ["path:/"], ["path:doing/x/"], ["not", "not", "due:fri.."],
  ]

  @Test func anOpenRangeChangesNothing() throws {
    let desk = try Self.desk()
    for words in Self.open {
      for line in [
        ["rm", "-y"] + words, ["done", "-y"] + words, ["reopen", "-y"] + words,
        ["archive"] + words, ["set", "-y"] + words + ["--", "priority=high"],
        ["move", "-y"] + words + ["doing"],
      ] { try check(Slip(line, error: ""), desk) }
      #expect(desk.memo(["list"] + words).status == .done, "\(words)")
    }
    try check(
      Slip(["rm", "-y", "+home  p:low"], error: "'+home  p:low' seems to lack a part"), desk)
    #expect(try desk.complaints() == "")
  }

  /// Reading is harmless.
  @Test func readingWithAGapIsAllowed() throws {
    let desk = try Self.desk()
    desk.memo("set", "plain", "estimate=3h", "project=house", "to=ann", "after=task-1")
    for (words, _) in Self.gaps {
      #expect(desk.memo(["list"] + words).status == .done, "\(words)")
      let outcome = desk.memo(["rm", "-y"] + words)
      #expect(outcome.error.contains("; is a variable of a script empty?\n"), "\(outcome.error)")
    }
  }
}
