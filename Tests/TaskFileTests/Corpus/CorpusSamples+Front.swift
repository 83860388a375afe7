extension CorpusSamples {
  /// The lines of a random front matter.
  mutating func lines() -> [String] {
    switch manner {
    case .plain: []
    case .taskList: taskList()
    case .notes: notes()
    case .board: board()
    case .taskNotes: taskNotes()
    case .site: site()
    case .pages: pages()
    case .nested: nested()
    case .template: template()
    case .words: tagWords()
    case .braces:
      ["title: \(plainWords())", "tags: \(flow())"]
        + pick([[], ["status: todo"], ["n: {a: 1}", "z: \"x, }\""]])
    case .toml:
      [
        "title = \"\(plainWords())\"", "date = \(time())Z", "draft = \(pick(["true", "false"]))",
        "tags = [\"home\", 'work'] # both",
      ] + pick([[], ["", "[params]", "title = 'another'"], ["weight = 3", "status = \"done\""]])
    case .json:
      [
        "\"title\": \"\(plainWords())\"", "\"date\": \"\(time())Z\"",
        "\"tags\": [\"home\", \"work\"]", "\"n\": {\"a\": [1, \"}\"]}",
      ]
    case .unquoted:
      [
        pick(["title: Fix: \(plainWords())", "assignee: @kim", "note: `code` here", "x: 100%: all"]
        ),
        "status: \(pick(["todo", "Done", "In Progress"]))", "tags: \(flow())",
      ]
    case .twice: ["title: \(plainWords())", "tags: [a]", "x: 1", "title: again"]
    case .open: ["title: \(plainWords())", "status: todo", "x: 1"]
    }
  }

  private mutating func plainWords() -> String { words(1...4).replacing("#", with: "") }

  /// Between single quotes.
  private mutating func quotedWords() -> String { plainWords().replacing("'", with: "''") }

  /// As an application that keeps its tasks in a repository.
  private mutating func taskList() -> [String] {
    ["id: \(pick(["BACK", "task", "BUG"]))-\(number(1...400))\(pick(["", ".1"]))"]
      + pick([
        ["title: \(plainWords())"], ["title: '\(quotedWords()): it''s \(quotedWords())'"],
        ["title: >-", "  \(plainWords())", "  \(plainWords())"], ["title: \"C# \\\"\(day())\\\"\""],
      ])
      + ["status: \(pick(["To Do", "In Progress", "Done", "done", "todo"]))"]
      + pick([["assignee: []"], ["assignee:", "  - '@kim'"], ["assignee: '@kim'"], []])
      + ["created_date: '\(day()) 21:22'"]
      + pick([["labels: []"], ["labels:", "  - home", "  - 'a: b'"], ["labels: [home, c#]"]])
      + pick([["dependencies: []"], ["dependencies:", "  - task-\(number(1...9))"]])
      + pick([["priority: \(pick(["high", "medium", "critical", "P1", "normal"]))"], []])
      + pick([[], ["ordinal: \(number(1...9))000", "parent_task_id: task-24"]])
  }

  /// As a vault of notes.
  private mutating func notes() -> [String] {
    ["created: \(pick([day(), time(), "\(day()) 10:12", "10/3/26"]))"]
      + pick([
        ["tags:", "  - daily", "  - to/do", "  - \(number(2020...2026))"], ["tags:"], ["tags: []"],
        ["tags:", "- \"#home\"", "- work # at last"], ["tags: [\"#home\", \(day())]"],
      ])
      + pick([["aliases: []"], ["aliases:", "  - \(plainWords())"], ["cssclasses: wide"], []])
      + pick([["due: \"[[\(day())]]\""], ["due: \(day())"], ["due: 2026-9-5"], ["due:"], []])
      + pick([
        ["rating:"], ["link: \"[[\(plainWords())]]\""], ["done: \(pick(["true", "false"]))"], [],
      ])
      + pick([["", "# kept"], ["up: ~"], []])
  }

  /// As a board with a file for each card and the titles in the texts.
  private mutating func board() -> [String] {
    ["created: \(time()).000Z", "updated: \(time()).123+02:00"]
      + pick([["tags:", "  - Billing", "  - Medium"], ["tags: []"], []])
      + ["progress: \(pick(["0", "0.5", "1"]))"] + pick([["due: \(time()).000Z"], []])
      + pick([["assigned: Kim"], []])
  }

  /// As tasks in a vault of notes, with repetitions and times.
  private mutating func taskNotes() -> [String] {
    ["title: \"\(plainWords()) #\(number(1...200))\"", "status: \(pick(["none", "open", "done"]))"]
      + ["priority: \(pick(["normal", "high", "none"]))", "due: \(day())T17:00"]
      + ["tags:", "  - errands", "  - task", "contexts:", "  - \"@shopping\""]
      + pick([
        ["recurrence: DTSTART:20260101;FREQ=WEEKLY;BYDAY=MO"],
        ["timeEntries:", "  - startTime: \(time())Z", "    endTime: \(time())Z"],
        ["reminders: [{id: a, offset: -PT15M}]"],
      ])
  }

  /// As a site generator.
  private mutating func site() -> [String] {
    ["layout: post", "title:  \"\(plainWords())\"   # shown", "date:   \(day()) 15:04:05 -0300"]
      + pick([
        ["categories: site update"], ["menu: &menu", "  main:", "    weight: -10", "two: *menu"],
      ])
      + ["tags: \(flow())"]
      + pick([["excerpt: |", "  * one * two", "    # no comment", "", "  end"], ["draft: true"]])
  }

  /// As pages of a manual, with HTML and lists in their texts.
  private mutating func pages() -> [String] {
    let entities = String(repeating: "&nbsp;", count: number(1...8))
    let stars = (0..<number(5...40)).map { "  * \(pick(["a", "b"])) *c \($0)" }
    return ["title: \(plainWords())", "description: |"] + stars
      + [
        "summary: >", "  \(entities)\(plainWords())", "", "  &amp; [more",
        "ms.date: 02/0\(number(1...9))/2026",
      ]
      + pick([["author: kim-*x"], ["redirect: [/a, /b]"], ["? odd", ": 1"]])
  }

  private mutating func nested() -> [String] {
    pick([
      ["base: &b {a: 1, b: [c, {d: e}]}", "again: *b"],
      ["params:", "  author: {name: Kim}", "  list:", "    - a: 1", "      b:", "      - c"],
      ["<<: {x: 1}", "list: [[1, 2], [3]]"],
      ["text: \"two", "  lines\"", "folded: going", "  on", "  and on"],
    ]) + ["tags: \(flow())"]
      + pick([
        ["status: todo # soon"], ["id: 2026", "status: 'Done'"], ["\"quoted key\": 'it''s'"],
      ])
  }

  /// As an unfilled template, which explains each key below it.
  private mutating func template() -> [String] {
    let status = pick(["todo", "'done' # or", ""])
    var lines: [String] = []
    lines += pick([["title: a"], ["title: >-", "  two", "  # no comment"], []])
    lines += pick([["  # what is to be done", ""], ["    # in a line"], []])
    lines += pick([
      ["tags:"], ["tags: []"], ["tags: [home] # and"], ["tags:", "  # some", "  - a"],
    ])
    lines += pick([["  # - home", "  # - work"], ["", "  # or none"], ["# any"]])
    lines += pick([["priority: low"], ["priority:"], ["note: |", "  # text"]])
    lines += ["  # high, medium", "", "  # or low", "status: \(status)"]
    lines += pick([["  # todo, doing or done"], ["    # by hand"], []])
    lines += pick([["id:", "  # memo gives it"], ["id: 7", "  # ours"], []])
    return lines
  }

  private mutating func tagWords() -> [String] {
    [
      "tags: \(pick(["home, work", "home", "'#home'", "\"#home, #work\"", "home,work, c#", "2026", "#home"]))"
    ]
      + pick([["title: \(plainWords())"], ["status: todo", "# below"], ["id: a"]])
  }

  /// A list in brackets.
  private mutating func flow() -> String {
    let items = [
      "2024", "c#", "\"a b\"", day(), "home", "'it''s'", "true", "1.50", "\"2024\"", "a b", "~x",
      "a/b", "漢字",
    ]
    let list = (0..<number(0...5)).map { _ in pick(items) }
    return pick(["[", "[", "[ "]) + list.joined(separator: pick([", ", ", ", ","])) + "]"
  }
}
