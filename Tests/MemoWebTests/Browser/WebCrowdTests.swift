import Foundation
import MemoCLI
import MemoKit
@testable import MemoWeb
import TestSupport
import Testing

/// Two browsers, an editor, a terminal and remote pushes in one store.
///
/// No text is lost, and in the end every page shows the same as `memo list`. `MEMO_ALL=2000 swift
/// test --filter WebCrowdTests` runs longer.
@Suite(.onItsOwnThread) struct WebCrowdTests {
  private static let steps = Effort.count(50)
  /// The number of steps.
  private static let seeds: [UInt64] = steps > 50 ? [1, 2, 3] : [1]

  @Test(arguments: seeds) func nothingIsLost(seed: UInt64) throws {
    let desk = try WebStage.groceries().desk
    let board = try ServedBoard(desk)
    let cookies = try [board.letIn(), try another(board)]
    // Another clone, which pushes into this one's remote.
    try desk.scratch.git("clone", "-q", "--bare", desk.folder, "hub.git")
    try desk.scratch.git("remote", "add", "origin", desk.scratch("hub.git"), in: desk.folder)
    #expect(desk.memo("sync").status == .done)
    let peer = Desk(desk.scratch, "peer", name: "Ada", seed: seed + 100)
    try desk.scratch.git("clone", "-q", "hub.git", "peer")
    var random = SeededRandom(seed: seed)
    var words: [String] = []
    func word() -> String {
      words.append("w\(seed)x\(words.count)y")
      return words[words.count - 1]
    }
    /// The reason of a refusal.
    var said: [String] = []
    func post(_ who: Int, _ path: String, _ fields: [(String, String)]) throws -> Int {
      let body = fields.map { "\(FormFields.encoded($0))=\(FormFields.encoded($1))" }
      let answer = try Wire.ask(
        board.port, "POST", "\(board.prefix)\(path)",
        [
          board.host, cookies[who], board.origin, "X-Memo: part",
          "Content-Type: application/x-www-form-urlencoded",
        ], body: body.joined(separator: "&"))
      if answer.status == 400 || answer.status == 0 { said.append(answer.body) }
      return answer.status
    }
    func page(_ who: Int, _ path: String) throws -> String {
      try Wire.ask(board.port, "GET", "\(board.prefix)\(path)", [board.host, cookies[who]]).body
    }
    /// All cards, on all pages of a column.
    func everything(_ who: Int) throws -> Set<String> {
      var shown: Set<String> = []
      for from in stride(from: 0, to: .max, by: 100) {
        let lanes = ["todo", "doing", "done"].map { "n-\($0)=100&from-\($0)=\(from)" }
        let text = try page(who, "?" + lanes.joined(separator: "&"))
        shown.formUnion(text.matches(of: #/id="t-([a-z]{10})"/#).map { String($0.1) })
        if !text.contains("id=\"later-") { break }
      }
      return shown
    }
    // A sheet that is open for some time, with its first values.
    var open: [(who: Int, task: String, fields: [(String, String)])] = []
    for step in 0..<Self.steps {
      let who = Int.random(in: 0...1, using: &random)
      let files = desk.tasks().filter { $0.hasSuffix(".md") }.sorted()
      let file = try #require(files.randomElement(using: &random))
      let tasks = try page(who, "").matches(of: #/id="t-([a-z]{10})"/#).map { String($0.1) }
      switch Int.random(in: 0..<9, using: &random) {
      case 0:
        #expect(
          try post(who, "new", [("title", "Web \(word())"), ("op", "\(seed)-\(step)")]) == 200,
          "\(said)")
      case 1:
        guard let task = tasks.randomElement(using: &random) else { continue }
        let status = ["todo", "doing", "done"].randomElement(using: &random) ?? "todo"
        #expect([200, 404].contains(try post(who, "do", [("do", status), ("task", task)])))
      case 2:
        guard let task = tasks.randomElement(using: &random) else { continue }
        let sheet = ChangeTests.values(of: try page(who, "task/\(task)?edit=1"))
        guard sheet["base"] != nil else { continue }
        open.append((who, task, sheet.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
      case 3:
        guard let sheet = open.popLast() else { continue }
        let line = word()
        var fields = sheet.fields.map { ($0, $0 == "body" ? "\($1)\r\n\(line)\r\n" : $1) }
        var status = try post(sheet.who, "task/\(sheet.task)", fields)
        if status == 409 {
          fields.append(("clash", "both"))
          status = try post(sheet.who, "task/\(sheet.task)", fields)
        }
        #expect(status == 200, "\(sheet.task)")
      case 4:
        // An editor overwrites changes in that moment, so it only saves a file that it has just
        // read.
        guard let text = try? desk.read(file) else { continue }
        try desk.write(text + "\nEditor \(word())\n", to: file)
      case 5: #expect(desk.memo("add", "Terminal \(word())").status == .done)
      case 6:
        let note = "Note \(word())"
        // An ambiguous name is refused.
        if desk.memo("note", String(file.split(separator: "/").last ?? ""), note).status != .done {
          words.removeLast()
        }
      case 7:
        peer.memo("sync")
        #expect(peer.memo("add", "Peer \(word())").status == .done)
        peer.memo("sync")
      default: #expect(desk.memo("sync").status == .done)
      }
    }
    desk.memo("sync")
    peer.memo("sync")
    #expect(desk.memo("sync").status == .done)
    try endPacking(desk)
    #expect(try desk.complaints() == "")
    let history = try desk.scratch.git("log", "-p", "--all", "--format=%B", in: desk.folder)
    #expect(words.filter { !history.contains($0) } == [])
    // Every page shows the same as the command.
    let ids = desk.memo("list", "--all", "-q").output.split(separator: "\n").map(String.init)
      .sorted()
    for who in 0...1 {
      let end = ContinuousClock.now + .seconds(20)
      var shown: [String] = []
      repeat {
        shown = try everything(who).sorted()
        if shown.count == ids.count { break }
        usleep(50_000)
      } while ContinuousClock.now < end
      #expect(zip(shown, ids).allSatisfy { $0.hasPrefix($1) } && shown.count == ids.count)
    }
  }

  /// Waits for git's packing in the background.
  ///
  /// A `git repack` deletes packs that a simultaneous `git fsck` has listed but not opened yet,
  /// which it reports as "index not opened".
  private func endPacking(_ desk: Desk) throws {
    let folder = desk.scratch(desk.folder)
    try desk.scratch.git("config", "gc.auto", "0", in: desk.folder)
    let files = FileManager.default
    for _ in 0..<600 {
      let isPacking =
        files.fileExists(atPath: "/proc/self/cmdline")
        ? try files.contentsOfDirectory(atPath: "/proc").contains { process in
          files.contents(atPath: "/proc/\(process)/cmdline").map {
            String(decoding: $0, as: UTF8.self).contains("\(folder)/.git")
          } ?? false
        }
        : try run(
          "/usr/bin/pgrep", ["-f", "\(folder)/.git"], in: folder,
          environment: desk.environment.variables
        ).code == 0
      if !isPacking { return }
      usleep(100_000)
    }
    Issue.record("git goes on packing")
  }
}

/// A second browser, with its own link.
func another(_ board: ServedBoard) throws -> String {
  let answer = try board.answerToNewLink()
  let cookie = try #require(answer.head.firstMatch(of: #/Set-Cookie: (memo=[a-z0-9]+)/#))
  return "Cookie: \(cookie.1)"
}
