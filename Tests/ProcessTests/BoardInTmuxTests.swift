import Foundation
import PlayedTerminal
import TestSupport
import Testing

/// The board in tmux, which has its own table of character widths.
@Suite(
  .onItsOwnThread,
  .enabled(
    if: (try? run("sh", ["-c", "command -v tmux"], in: "/", environment: [:]).code) == 0,
    "tmux is not installed"))
struct BoardInTmuxTests {
  @Test func theBoardIsDrawnCorrectly() throws {
    let person = try Person.withStore()
    try person.expect(
      """
      memo add 'กำกำกำกำ ทำน้ำ' due:2030-12-01; memo add '👍🏽 clapped ⚠️ twice 🏳️‍🌈' due:2030-12-02; memo add --doing 'क्षि e\u{301}'
      memo add '牛乳 한국어'; memo add Buy milk; memo done milk
      """)
    let tmux = "tmux -u -f /dev/null -S ../tmux"
    defer { _ = try? person.type("\(tmux) kill-server") }
    // One line is tmux's status line.
    let terminal = try PseudoTerminal(
      "exec \(tmux) new-session 'memo board; echo \"code $?\"; read line'",
      in: person.scratch(person.folder),
      environment: person.environment.merging(["TERM": "xterm-256color"]) { $1 }, rows: 21,
      columns: 90)
    func window(_ options: String = "") throws -> [String] {
      // Before it has started, there is no output.
      try person.type("\(tmux) capture-pane -p \(options)").output.split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(String.init)
    }
    func wait(for text: String, _ location: SourceLocation = #_sourceLocation) throws {
      for _ in 0..<600 {
        _ = terminal.bytes
        if try window().contains(where: { $0.contains(text) }) { return }
        Thread.sleep(forTimeInterval: 0.1)
      }
      Issue.record("\(text) isn't seen: \(try window())", sourceLocation: location)
    }
    func expectColumns(_ location: SourceLocation = #_sourceLocation) throws {
      for line in try window()[1..<18] {
        let places = line.indices.filter { line[$0] == "│" }.map { place in
          line[..<place].reduce(0) { $0 + WidthTable.added.width($1) }
        }
        // tmux versions draw emoji with different widths; only the columns must be there.
        let isSure = !line.contains {
          $0.unicodeScalars.contains { $0.properties.isEmojiPresentation }
        }
        #expect(
          isSure ? places == [29, 59] : places.count == 2, "\(line)", sourceLocation: location)
      }
    }
    try wait(for: "Buy milk")
    try expectColumns()
    // The selected card has a mark and another style.
    let selected = try window("-e").first { $0.contains("▌") }
    #expect(selected?.contains("\u{1B}[") == true, "\((selected ?? "").debugDescription)")
    try person.expect("\(tmux) send-keys j L")
    try wait(for: "to Doing")
    try expectColumns()
    try person.expect("\(tmux) send-keys h / 牛乳")
    try wait(for: "filter: 牛乳")
    try wait(for: "TODO 1")
    try expectColumns()
    try person.expect("\(tmux) send-keys Escape")
    try wait(for: "DOING 2")
    try person.expect("\(tmux) send-keys q")
    try wait(for: "code 0")
    #expect(try !window().contains { $0.contains("TODO") })
    #expect(try person.complaints() == "")
  }
}
