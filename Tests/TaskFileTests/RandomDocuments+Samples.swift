extension RandomDocuments {
  static let keys = [
    "title", "status", "deadline", "due", "priority", "tags", "id", "created", "layout", "date",
    "draft", "aliases", "cssclass", "x_1", "y-z",
  ]
  static let oddKeys = [
    "é", "\"quoted\"", "'a''b'", "? a", "<<", "1", "true", "null", "a b", "*a", "&k key", "a:b",
    "- a", "[a]", "-", "!!str s", "~", "_",
  ]
  static let words = [
    "milk", "todo", "done", "high", "2026-12-01", "17:00", "3", "-1", "true", "null", "~", "a-b",
    "it's", "漢字", "é", "🎉", "c#", "#c", "-", "-a", "?", "?a", ":a", "a:", "@a", "%", "!", "a,b",
    "...",
    "=", "kxtwqzbnrm", "2026-11-20T15:04:05+09:00",
  ]
  static let values = [
    "|\n  block\n  # text", ">-\n  folded\n\n  more", "|+\n  kept\n\n", "&a anchored", "*a",
    "!!str 5",
    "{a: 1, b: [c]}", "[a,\n  b]", "\"two\n  lines\"", "\"esc\\\"aped\\u00e9\"", "'it''s'",
    "plain\n  going on", "\n  a: 1\n  b:\n    - c", "\n- a\n- b", "[a, [b]]", "['a, b', \"c\"]",
    "a: b",
    "[a", "'a", "\"a", "[]", "{}", "[ a , b ]", "[a,]", "\n  # only a comment\n  - a\n\n  - b",
    "--- a",
  ]
  static let pieces =
    words + [
      "\n", "\r\n", "\r", " ", "  ", "\t", ":", ": ", "- ", "#", " #", "'", "\"", "\\", "[", "]",
      "{",
      "}", ",", "&a", "*a", "!", "|", ">", "%", "@", "`", "---", "\n---\n", "\n...\n", "title: ",
      "tags:\n",
      "? ", "\u{0}", "\u{1}", "\u{7F}", "\u{85}", "\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}",
      "\u{FFFD}",
      "\u{FFFE}", "\u{E000}", "\u{10FFFF}", "\u{301}", "\u{200D}", "```\n", "- [ ] ", "- [x] ",
      "> [!CONFLICT]",
    ]
  /// As site generators and note takers write it.
  static let models = [
    """
    layout: post
    title:  "Welcome to Jekyll!"
    date:   2026-11-20 15:04:05 -0300
    categories: jekyll update
    tags: [site, "two words", 'it''s']
    excerpt_separator: <!--more-->
    """,
    """
    title: 'My First Post'
    date: 2026-11-20T15:04:05+09:00
    draft: true
    tags:
      - hugo # the generator
      - 日本語
    params:
      author: John Smith
      nested: {deep: [1, 2]}
    menu: &menu
      main:
        weight: -10
    again: *menu
    """,
    """
    # Obsidian
    aliases: []
    tags:
    - daily
    - to/do
    cssclasses:
      - wide

    due: 2026-12-01
    created: 2026-11-20T15:04
    link: "[[Other note]]"
    status: doing   # since monday
    rating:
    """,
    """
    title: >-
      A title that goes
      over two lines

    description: |
      # not a comment
        indented

      end
    status: todo
    priority: high
    id: kxtwqzbnrm
    """,
    """
    title: Buy milk
    status: todo
    deadline: 2026-12-01
    priority: high
    tags: [home, shopping]
    id: kxtwqzbnrm
    created: 2026-11-20T15:04:05+09:00
    """,
  ]
}
