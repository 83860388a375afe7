import Foundation
import MemoKit
@testable import MemoTUI
import Terminal
import TestSupport
import Testing
import Words

/// The recording and the table of keys in README and manual are current.
///
/// `MEMO_WRITE_BOARD=1 swift test --filter BoardPageTests` updates them.
@Suite(.onItsOwnThread) struct BoardPageTests {
  private static let writes = ProcessInfo.processInfo.environment["MEMO_WRITE_BOARD"] != nil
  private static let manual = Products.project.appending(path: "Sources/MemoKit/MemoKit.docc")

  private func expect(_ text: String, in file: String) throws {
    let url = Self.manual.appending(component: file)
    if Self.writes { try text.write(to: url, atomically: true, encoding: .utf8) }
    let written = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    #expect(written == text, "\(file) is not what the board is: MEMO_WRITE_BOARD=1 writes it anew")
  }

  @Test func theRecordingIsCurrent() throws {
    let desk = Desk(try Scratch(), "groceries")
    for line in [
      "memo init", "memo add 'Buy oat milk' +shop due:2026-11-18 p:high",
      "memo add 'Book the dentist' due:2026-11-30",
      "memo add 'Return the library books' due:today +town",
      "memo add --doing 'Paint the fence' +home -m '- [x] paint\n- [ ] brush\n- [ ] fence'",
      "memo add 'Cancel the gym'", "memo done gym", "memo add 'Call the bank'", "memo done bank",
    ] { _ = try desk.type(line) }
    var stage = try Stage(desk, rows: 16, columns: 84)
    var recording = ScreenRecording(
      title: "memo board: tasks are added, moved, filtered, ticked and taken back by single keys")
    func show(_ stage: Stage, _ key: String, _ duration: Int) {
      recording.frames.append(
        ScreenRecording.Frame(screen: stage.state.screen(), key: key, duration: duration))
    }
    show(stage, "$ memo board", 180)
    for (keys, words) in Self.script {
      var typed = ""
      for key in keys {
        stage.hit(key)
        typed += key
        show(stage, "\(words): \(typed)", key == keys.last ? 170 : 12)
      }
    }
    try expect(recording.svg, in: "board.svg")
  }

  private static func letters(_ text: String) -> [String] { text.map { String($0) } }

  /// The keys, and what they are for.
  private static let script: [(keys: [String], words: String)] = [
    (["j"], "down"),
    (["L"], "move to the right"),
    (["a"] + letters("Buy bread +shop due:sat") + ["<Enter>"], "add"),
    (["/"] + letters("+shop") + ["<Enter>"], "filter"),
    (["d"], "done"),
    (["<Esc>"], "all again"),
    (["u"], "undo"),
    (["2", "x"], "tick off"),
    (["<Down>", "<Enter>"], "the brush"),
    (["<Enter>"], "open"),
    (["<Esc>"], "back"),
    (["J"], "journal"),
    (["<Esc>", "?"], "all keys"),
    (["<Esc>"], "back"),
  ]

  @Test func theManualHasEveryKey() throws {
    let page = try String(
      contentsOf: Self.manual.appending(component: "Board.md"), encoding: .utf8)
    let (begin, end) = ("## Keys\n", "\n## Mouse")
    let parts = page.components(separatedBy: begin)
    let rest = try #require(parts.dropFirst().first?.components(separatedBy: end))
    #expect(parts.count == 2 && rest.count == 2)
    let bindings = try Bindings()
    let rows = Action.allCases.map { action in
      let keys = (bindings.keys[action] ?? []).map { $0.text == "|" ? "`\\|`" : "`\($0.text)`" }
      return
        "| \(keys.joined(separator: " ")) | \(action.title(Language.english.words)) | `\(action.name)` |\n"
    }
    let table =
      "\n| keys | what they do | name in `keys.yml` |\n|---|---|---|\n" + rows.joined()
    try expect(parts[0] + begin + table + end + rest[1], in: "Board.md")
  }
}
