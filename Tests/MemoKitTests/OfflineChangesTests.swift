import MemoCLI
import MemoKit
import TaskFile
import TestSupport
import Testing

/// Two people change the same task offline, and then sync once each.
@Suite struct OfflineChangesTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var ana: @Sendable (Desk) throws -> Void
    var ben: @Sendable (Desk) throws -> Void
    /// The files at the end, and whether there is a note.
    var files: [String]
    var notes = 0
    /// Text that one of the task files must contain.
    var words: [String]
    /// Whether git leaves a conflict even with the merge driver.
    ///
    /// It detects moves by similarity, and calls the driver for one path at a time.
    var isBeyondGit: Bool

    init(
      _ name: String, files: [String], notes: Int = 0, words: [String],
      isBeyondGit: Bool = false,
      ana: @escaping @Sendable (Desk) throws -> Void,
      ben: @escaping @Sendable (Desk) throws -> Void
    ) {
      testDescription = name
      self.files = files
      self.notes = notes
      self.words = words
      self.isBeyondGit = isBeyondGit
      self.ana = ana
      self.ben = ben
    }
  }

  static let plain = ["todo/eggs.md", "todo/milk.md"]

  static let cases = [
    Case(
      "edit deadline / move to doing", files: ["doing/milk.md", "todo/eggs.md"],
      words: ["deadline: 2026-12-01", "status: doing"],
      ana: { $0.memo("set", "milk", "deadline=2026-12-01") }, ben: { $0.memo("start", "milk") }),
    Case(
      // The move to done includes the move to doing.
      "move to doing / move to done", files: ["done/milk.md", "todo/eggs.md"],
      words: ["status: done"], isBeyondGit: true,
      ana: { $0.memo("done", "milk") }, ben: { $0.memo("start", "milk") }),
    Case(
      "delete milk and add similar eggs / append a note to milk",
      files: ["todo/eggs.md", "todo/milk.md", "todo/soy-milk.md"], notes: 1,
      words: [
        "The red one.", "title: Soy milk",
        "> [!CONFLICT] task: was deleted, and stays since others changed it — Ana, ",
      ],
      isBeyondGit: true,
      ana: {
        $0.memo("remove", "milk")
        $0.memo(
          "add", "Soy milk", "-m", "Two litres.\n\n- [ ] fridge\n- [ ] cellar\n\nThe blue one.")
      }, ben: { try $0.append("The red one.\n", to: "todo/milk.md") }),
    Case(
      "move / rewrite most of the body", files: ["done/milk.md", "todo/eggs.md"],
      words: ["status: done", "All of it is new."],
      ana: { $0.memo("done", "milk") },
      ben: { try $0.replace("Two litres.", "All of it is new.", in: "todo/milk.md") }),
    Case(
      "title / deadline", files: plain, words: ["title: Oat milk", "deadline: 2026-12-01"],
      ana: { $0.memo("set", "milk", "title=Oat milk") },
      ben: { $0.memo("set", "milk", "deadline=2026-12-01") }),
    Case(
      "tag a / tag b", files: plain, words: ["home", "shop"],
      ana: { $0.memo("set", "milk", "+home") }, ben: { $0.memo("set", "milk", "+shop") }),
    Case(
      "delete / edit", files: plain, notes: 1,
      words: [
        "priority: high",
        "> [!CONFLICT] task: was deleted, and stays since others changed it — Ana, ",
      ], isBeyondGit: true,
      ana: { $0.memo("remove", "milk") }, ben: { $0.memo("set", "milk", "priority=high") }),
    Case(
      "same file name added twice", files: ["todo/bread-2.md", "todo/bread.md"] + plain,
      words: ["Rye.", "Wheat."], isBeyondGit: true,
      ana: { $0.memo("add", "Bread", "-m", "Rye.") },
      ben: { $0.memo("add", "Bread", "-m", "Wheat.") }),
    Case(
      "two far edits", files: plain, words: ["Three litres.", "The green one."],
      ana: { try $0.replace("Two litres.", "Three litres.", in: "todo/milk.md") },
      ben: { try $0.replace("The blue one.", "The green one.", in: "todo/milk.md") }),
    Case(
      "tick item 1 / tick item 2", files: plain, words: ["- [x] fridge", "- [x] cellar"],
      ana: { try $0.replace("- [ ] fridge", "- [x] fridge", in: "todo/milk.md") },
      ben: { try $0.replace("- [ ] cellar", "- [x] cellar", in: "todo/milk.md") }),
    Case(
      "append a note / append another", files: plain, words: ["From Ana.", "From Ben."],
      ana: { try $0.append("From Ana.\n", to: "todo/milk.md") },
      ben: { try $0.append("From Ben.\n", to: "todo/milk.md") }),
    Case(
      "rename the file / move it", files: ["done/whole-milk.md", "todo/eggs.md"],
      words: ["status: done"], isBeyondGit: true,
      ana: { try $0.move("todo/milk.md", "todo/whole-milk.md") },
      ben: { $0.memo("done", "milk") }),
  ]

  @Test(arguments: cases) func oneSyncEachIsEnough(_ train: Case) throws {
    let team = try train.team()
    let (ana, ben) = (team[0], team[1])
    #expect(ana.memo("sync").status == .done)
    let outcome = ben.memo("sync")
    #expect(outcome.status.rawValue == (train.notes > 0 ? 4 : 0), "\(outcome)")
    #expect(ana.memo("sync").status == .done)
    for desk in [ana, ben] {
      #expect(desk.tasks() == train.files.sorted())
      #expect(try desk.complaints() == "")
      #expect(desk.memo("check").status == .done)
      let text = try desk.tasks().map { try desk.read($0) }.joined()
      for word in train.words { #expect(text.contains(word), "\(word) is not in \(text)") }
      #expect(text.split(separator: "[!CONFLICT]").count - 1 == train.notes)
      #expect(!text.contains("<<<<<<<"))
    }
    #expect(
      try team.scratch.git("rev-parse", "HEAD", in: "ana")
        == team.scratch.git("rev-parse", "HEAD", in: "ben"))
    // The note stays with the milk.
    if train.words.contains("The red one.") {
      #expect(try ana.read("todo/milk.md").contains("The red one."))
      #expect(try !ana.read("todo/soy-milk.md").contains("The red one."))
    }
  }
}

extension OfflineChangesTests.Case {
  /// Both people with their changes, before syncing.
  func team() throws -> Team {
    let team = try Team(of: 2)
    let (ana, ben) = (team[0], team[1])
    ana.memo(
      "add", "Milk", "-m", "Two litres.\n\n- [ ] fridge\n- [ ] cellar\n\nThe blue one.")
    ana.memo("add", "Eggs")
    ana.memo("sync")
    ben.memo("sync")
    try self.ana(ana)
    ben.wait(seconds: 600)
    try self.ben(ben)
    return team
  }
}

extension Desk {
  fileprivate func append(_ text: String, to name: String) throws {
    try write(try read(name) + text, to: name)
  }

  fileprivate func replace(_ old: String, _ new: String, in name: String) throws {
    try write(try read(name).replacing(old, with: new), to: name)
  }
}
