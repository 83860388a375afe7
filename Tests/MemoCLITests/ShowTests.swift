import Foundation
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// `memo show` on a terminal: the title once, whole words, formatted Markdown.
@Suite struct ShowTests {
  private func shown(
    _ text: String, width: Int? = 80, color: Bool = false, locale: String = "C.UTF-8"
  ) throws -> [String] {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    try desk.write(text, to: "todo/task.md")
    var context = desk.context
    context.environment.variables[color ? "CLICOLOR_FORCE" : "NO_COLOR"] = "1"
    context.environment.variables["LC_ALL"] = locale
    if let width {
      context.terminal = TerminalFacts(input: true, output: true, error: true, width: width)
    }
    let outcome = desk.memo("show", "todo/task.md", in: context)
    #expect(outcome.status == .done, "\(outcome.error)")
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropLast().map(String.init)
  }

  @Test func theTitleIsShownOnce() throws {
    for width in [80, nil] {
      let lines = try shown("# Call mum\n\nHer birthday.\n", width: width)
      #expect(lines.count { $0.contains("Call mum") } == 1)
      #expect(lines.first == "Call mum")
      #expect(lines.contains("Her birthday."))
    }
    // Another heading stays.
    #expect(try shown("---\ntitle: Call\n---\n# Mum\n").contains("# Mum"))
  }

  /// Several tasks are shown as each would be alone, with their last change.
  @Test func severalTasksAreShownAlike() throws {
    let desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    for title in ["Milk", "Bread", "Tea"] { desk.memo("add", title) }
    try desk.write("Old words\n", to: "todo/by-hand.md")
    for day in 1...5 { desk.memo("set", "Bread", "due:2026-12-0\(day)") }
    desk.memo("start", "Tea")
    try desk.write(desk.read("todo/milk.md"), to: "todo/milk-again.md")
    desk.memo("list")
    let all = desk.memo("show", "todo", "or", "doing").output
    let each = [
      "todo/bread.md", "todo/by-hand.md", "todo/milk-again.md", "todo/milk.md", "doing/tea.md",
    ]
    .map { desk.memo("show", $0).output }
    func tasks(_ text: String) -> Set<String> {
      Set(text.components(separatedBy: "\n\n").map { $0.trimmingCharacters(in: .newlines) })
    }
    #expect(tasks(all).isSuperset(of: each.flatMap(tasks).filter { $0.contains("add") }), "\(all)")
    #expect(all.contains("deadline 2026-12-04 → 2026-12-05"))
    #expect(!all.contains("deadline 2026-12-01 → 2026-12-02"))
  }

  @Test(arguments: [20, 30, 40]) func wordsAreNotBroken(width: Int) throws {
    let words = "several words of a sentence that is longer than a narrow window by far"
    let lines = try shown(
      "---\ntitle: \(words)\ntags: [one, three, seventeen]\nnote: \(words)\n---\n"
        + "\(words)\n\n- [ ] \(words)\n- \(words)\n> \(words)\n", width: width)
    let whole = Set(words.split(separator: " ").map(String.init))
    for line in lines where !line.contains("/") {
      #expect(line.count <= width, "\(line)")
      for word in line.split(separator: " ").map(String.init) where word.count > 5 {
        #expect(
          whole.contains(word) || word.contains(":") || word.hasSuffix(",") || word == "seventeen",
          "\(word)")
      }
    }
    // In the title, a field, the text four times, and the last change.
    #expect(lines.filter { $0.contains("sentence") }.count >= 6)
  }

  /// A conflict note within a paragraph has its own lines only.
  @Test func aNoteTakesNoLineBelow() throws {
    let lines = try shown(
      """
      ---
      title: Call
      ---
      One
      > [!CONFLICT] body: Eins — Zoe, 2026-11-20 10:12
      goes on
      - [ ] ask her

      """)
    let start = try #require(lines.firstIndex(of: "One"))
    #expect(
      lines[start...].prefix(8).joined(separator: "\n") == """
        One

        │ [!CONFLICT] body: Eins — Zoe, 2026-11-20 10:12

        goes on

        1 ☐ ask her
        """)
  }

  @Test func markdownIsFormatted() throws {
    let text = """
      # One
      ## Two ##
      - [ ] open
      - [x] ticked
        * nested **bold** and `code`
      1. first
      > quoted
      ---
      ```
      - **as it is**
      ```
      2 * 3 * 4, snake_case_word, *soft* and __strong__
      """
    let plain = try shown("---\ntitle: T\n---\n" + text)
    let body = plain[(plain.firstIndex(of: "") ?? 0)...].dropFirst()
    #expect(
      Array(body) == [
        "# One", "", "## Two", "", "1 ☐ open", "2 ☑ ticked", "    • nested **bold** and `code`", "",
        "1. first", "", "│ quoted", "", String(repeating: "─", count: 40), "",
        "    - **as it is**", "", "2 * 3 * 4, snake_case_word, *soft* and **strong**",
      ])
    let colored = try shown("---\ntitle: T\n---\n" + text, color: true).joined(separator: "\n")
    #expect(colored.contains("\u{1B}[1;4mOne\u{1B}[0m"))
    #expect(colored.contains("nested \u{1B}[1mbold\u{1B}[0m and \u{1B}[36mcode\u{1B}[0m"))
    #expect(colored.contains("2 * 3 * 4, snake_case_word, \u{1B}[3msoft\u{1B}[0m and "))
    #expect(try shown("---\ntitle: T\n---\n- [x] a\n", locale: "C").contains("1 [x] a"))
    // A pipe gets the plain text, with numbers for checklist items.
    let pipe = try shown("---\ntitle: T\n---\n" + text, width: nil)
    let numbered = text.replacing("- [ ] open", with: "1 [ ] open")
      .replacing("- [x] ticked", with: "2 [x] ticked")
    #expect(pipe.joined(separator: "\n").hasSuffix(numbered))
  }

  @Test func tablesLinksAndQuotesFitTheWindow() throws {
    let text = """
      | what | how many |
      |---|--:|
      | apples | 3 |
      | **pears** from a [shop](https://x.org) | 12 |

      ![plan](plan.png) and <https://example.org>, a~~n old~~ line
      that goes on

      > a quote of more than a few words
      """
    func body(_ width: Int) throws -> [String] {
      let lines = try shown("---\ntitle: T\n---\n" + text, width: width)
      return Array(lines[(lines.firstIndex(of: "") ?? 0)...].dropFirst())
    }
    #expect(
      try body(60) == [
        "what                                   │ how many",
        "───────────────────────────────────────┼─────────",
        "apples                                 │        3",
        "**pears** from a [shop](https://x.org) │       12", "",
        "![plan](plan.png) and https://example.org, a~~n old~~ line", "that goes on", "",
        "│ a quote of more than a few words",
      ])
    #expect(
      try body(30) == [
        "**what**: apples", "**how many**: 3", "", "**what**: **pears** from a",
        "[shop](https://x.org)", "**how many**: 12", "",
        "![plan](plan.png) and", "https://example.org, a~~n", "old~~ line", "that goes on", "",
        "│ a quote of more than a few", "│ words",
      ])
    // An escaped control character doesn't reach the terminal.
    let lines = try shown("---\ntitle: T\n---\n&#27;[31mred &#x202E;x\n")
    #expect(!lines.joined().unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }

  @Test func nestedValuesAreYAML() throws {
    for width in [80, nil] {
      let lines = try shown(
        "---\ntitle: T\nmap:\n    a: 1\n    b:\n      - x\nflow: {c: 2}\nlong: |\n  one\n  two\n---\n",
        width: width)
      let start = try #require(lines.firstIndex(of: "map:       a: 1"))
      #expect(
        Array(lines[start...].prefix(6))
          == [
            "map:       a: 1", "           b:", "             - x", "flow:      {c: 2}",
            "long:      one", "           two",
          ])
    }
  }
}
