import Terminal
import Testing

@Suite struct LayoutTests {
  private let table = Table(
    [
      [.init("1", [.bold]), .init(""), .init("Buy two litres of milk"), .init("home")],
      [.init("12"), .init(""), .init("牛乳を買うそして飲む"), .init("")],
      [.init("3"), .init(""), .init(""), .init("漢", [.red])],
    ], flexible: 2)

  @Test func tableColumnsAreAligned() {
    let text = """
      1   Buy two litres of milk  home
      12  牛乳を買うそして飲む
      3                           漢

      """
    #expect(table.text(Style()) == text)
    #expect(table.text(Style(width: 32)) == text)
    #expect(table.text(Style(width: 99)) == text)
    #expect(Table([], flexible: 0).text(Style()) == "")
  }

  @Test func theFlexibleColumnIsCutToTheWindow() {
    #expect(
      table.text(Style(width: 24)) == """
        1   Buy two litre…  home
        12  牛乳を買うそ…
        3                   漢

        """)
    // Columns to the right disappear if fewer than ten cells are left.
    #expect(
      table.text(Style(width: 17)) == """
        1   Buy two litr…
        12  牛乳を買うそ…
        3

        """)
  }

  @Test func colorsHaveNoWidth() {
    #expect(
      table.text(Style(color: true, width: 24)) == """
        \u{1B}[1m1\u{1B}[0m   Buy two litre…  home
        12  牛乳を買うそ…
        3                   \u{1B}[31m漢\u{1B}[0m

        """)
  }

  private let board = Columns([
    (
      heading: "TODO (2)",
      items: [
        [
          .init("Buy two litres of milk", indent: 5, head: ("kxtw", [.cyan])),
          .init("2026-12-01", indent: 2, paints: [.red]),
        ],
        [.init("牛乳を買うそして飲む")],
      ]
    ),
    (heading: "DOING", items: []),
    (heading: "DONE: everything that is over", items: [[.init("a")], [.init("b")]]),
  ])

  @Test func columnsAreSideBySide() {
    #expect(
      board.text(width: 58, Style()) == """
        TODO (2)            DOING               DONE: everything …
        ──────────────────  ──────────────────  ──────────────────
        kxtw Buy two                            a
             litres of                          b
             milk
          2026-12-01
        牛乳を買うそして飲
        む

        """)
    #expect(Columns([]).text(width: 80, Style()) == "")
  }

  @Test func narrowColumnsAreStacked() {
    let rule = String(repeating: "─", count: 57)
    #expect(
      board.text(width: 57, Style()) == """
        TODO (2)
        \(rule)
        kxtw Buy two litres of milk
          2026-12-01
        牛乳を買うそして飲む

        DOING
        \(rule)

        DONE: everything that is over
        \(rule)
        a
        b

        """)
    #expect(board.text(width: 0, Style()).hasPrefix("…\n─\n"))
  }

  @Test func aLinesHeadHasItsOwnColor() {
    let line = Columns.Line(
      "one two", indent: 5, paints: [.dim], head: ("kxtw", [.cyan]))
    #expect(
      Columns([(heading: "A", items: [[line]])]).text(width: 18, Style(color: true)) == """
        \u{1B}[1mA\u{1B}[0m
        ──────────────────
        \u{1B}[36mkxtw\u{1B}[0m \u{1B}[2mone two\u{1B}[0m

        """)
    #expect(
      Columns([(heading: "A", items: [[line]])]).text(width: 10, Style(color: true)) == """
        \u{1B}[1mA\u{1B}[0m
        ──────────
        \u{1B}[36mkxtw\u{1B}[0m \u{1B}[2mone\u{1B}[0m
             \u{1B}[2mtwo\u{1B}[0m

        """)
  }
}
