import TestSupport
import Testing

/// Hand edits of ids, statuses and front matter.
@Suite struct HeaderEditTests {
  static let scenarios = [
    HandEditScenario(
      "the id line removed", "sed -i '/^id:/d' todo/a.md", [],
      afterCommit: ["edit: Apples (id bbbbbbbbbb)"]),
    HandEditScenario(
      "the id emptied", "sed -i 's/^id:.*/id:/' todo/a.md", [],
      afterCommit: ["edit: Apples (id bbbbbbbbbb)"]),
    HandEditScenario(
      "another id", "sed -i 's/bbbbbbbbbb/ffffffffff/' todo/a.md",
      ["delete: Apples", "add: Apples"],
      files: ["todo/a.md: ---|title: Apples|status: todo|id: ffffffffff|---|One a day.|"]),
    HandEditScenario(
      "another task's id", "sed -i 's/bbbbbbbbbb/cccccccccc/' todo/a.md", [],
      afterCommit: ["edit: Apples (id cccccccccc → kxtwqzbnrm)"],
      filesAfterCommit: [
        "todo/a.md: ---|title: Apples|status: todo|id: kxtwqzbnrm|---|One a day.|"
      ],
      notices: ["todo/a.md had the id of another task and keeps its own, bbbbbbbbbb"]),
    HandEditScenario(
      "ids swapped",
      "sed -i 's/bbbbbbbbbb/cccccccccc/' todo/a.md; sed -i 's/cccccccccc/bbbbbbbbbb/' todo/b.md",
      ["edit: 2 tasks"],
      files: [
        "todo/a.md: ---|title: Apples|status: todo|id: cccccccccc|---|One a day.|",
        "todo/b.md: ---|title: Bread|status: todo|id: bbbbbbbbbb|---|Rye.|",
      ]),
    HandEditScenario(
      "another tool's id", "sed -i 's/bbbbbbbbbb/apples/' todo/a.md",
      ["edit: Apples (id bbbbbbbbbb → apples, memo-id bbbbbbbbbb)"],
      afterCommit: ["edit: Apples (memo-id bbbbbbbbbb)"],
      files: [
        "todo/a.md: ---|title: Apples|status: todo|id: apples|memo-id: bbbbbbbbbb|---|One a day.|"
      ]),
    HandEditScenario(
      "the front matter removed", "sed -i '1,/^---$/{/^---$/!d}; /---/d' todo/a.md",
      ["edit: One a day. (no text status, title Apples → One a day.)"],
      afterCommit: ["edit: One a day. (id bbbbbbbbbb)"],
      files: ["todo/a.md: ---|id: bbbbbbbbbb|---|One a day.|"]),
    HandEditScenario(
      "only the text left", "echo 'One a day.' > todo/a.md",
      ["edit: One a day. (no text status, title Apples → One a day.)"],
      afterCommit: ["edit: One a day. (id bbbbbbbbbb)"],
      files: ["todo/a.md: ---|id: bbbbbbbbbb|---|One a day.|"]),
    HandEditScenario(
      "only the text left, and renamed", "echo 'One a day.' > todo/z.md; rm todo/a.md",
      ["add: One a day.", "delete: Apples"],
      afterCommit: ["edit: One a day. (id kxtwqzbnrm)"],
      files: ["no todo/a.md", "todo/z.md: ---|id: kxtwqzbnrm|---|One a day.|"]),
    HandEditScenario(
      "the id line removed, and renamed", "sed -i '/^id:/d' todo/a.md; mv todo/a.md todo/z.md",
      ["add: Apples", "delete: Apples"], afterCommit: ["edit: Apples (id kxtwqzbnrm)"],
      files: [
        "no todo/a.md", "todo/z.md: ---|title: Apples|status: todo|id: kxtwqzbnrm|---|One a day.|",
      ]),
    HandEditScenario(
      "the id line removed, and moved", "sed -i '/^id:/d' todo/a.md; mv todo/a.md done/",
      ["move: Apples (todo → done)"],
      afterCommit: ["edit: Apples (text status todo → done, id bbbbbbbbbb)"],
      files: [
        "done/a.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md",
      ]),
    HandEditScenario(
      "the status in the text", "sed -i 's/: todo/: done/' todo/a.md",
      ["move: Apples (todo → done)"], afterCommit: ["edit: Apples (file todo/a.md → done/a.md)"],
      files: [
        "done/a.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md",
      ]),
    HandEditScenario(
      "the status in the text, below a folder",
      "mkdir todo/x; mv todo/a.md todo/x/; sed -i 's/: todo/: done/' todo/x/a.md",
      ["move: Apples (todo → done, file todo/a.md → done/x/a.md)"],
      afterCommit: ["edit: Apples (file todo/x/a.md → done/x/a.md)"],
      files: [
        "done/x/a.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|",
        "no todo/a.md",
      ]),
    HandEditScenario(
      "the status in the text, where the name is taken",
      "sed -i 's/: todo/: doing/' todo/a.md; mv todo/a.md todo/c.md",
      ["move: Apples (todo → doing, file todo/a.md → doing/c-2.md)"],
      afterCommit: ["edit: Apples (file todo/c.md → doing/c-2.md)"],
      files: [
        "doing/c-2.md: ---|title: Apples|status: doing|id: bbbbbbbbbb|---|One a day.|",
        "no todo/a.md",
      ]),
    HandEditScenario(
      "both to the same", "mv todo/a.md done/; sed -i 's/: todo/: done/' done/a.md",
      ["move: Apples (todo → done)"],
      files: [
        "done/a.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md",
      ]),
    HandEditScenario(
      "both to different ones", "mv todo/a.md done/; sed -i 's/: todo/: doing/' done/a.md",
      ["move: Apples (todo → done)", "edit: Apples (text status doing → done)"],
      afterCommit: ["edit: Apples (text status doing → done)"],
      files: [
        "done/a.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md",
      ], notices: ["done/a.md has status doing in its text; the folder wins: done"]),
    HandEditScenario(
      "the status line removed", "sed -i '/^status:/d' todo/a.md",
      ["edit: Apples (no text status)"],
      files: ["todo/a.md: ---|title: Apples|id: bbbbbbbbbb|---|One a day.|"]),
    HandEditScenario(
      "the status line removed, and moved", "sed -i '/^status:/d' todo/a.md; mv todo/a.md done/",
      ["move: Apples (todo → done)"],
      files: ["done/a.md: ---|title: Apples|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md"]),
    HandEditScenario(
      "no status that is one", "sed -i 's/: todo/: later/' todo/a.md",
      ["edit: Apples (no text status)"],
      files: ["todo/a.md: ---|title: Apples|status: later|id: bbbbbbbbbb|---|One a day.|"],
      notices: ["todo/a.md:3:9: invalid status 'later'"]),
    HandEditScenario(
      "a front matter that is not closed", "sed -i '5d' todo/a.md", ["edit: a (text)"],
      files: ["todo/a.md: ---|title: Apples|status: todo|id: bbbbbbbbbb|One a day.|"],
      notices: ["todo/a.md can't be understood; it is committed unchanged"]),
    HandEditScenario(
      "broken, and moved", "sed -i 's/: Apples/: [Apples/' todo/a.md; mv todo/a.md done/",
      ["move: a (todo → done, text)"],
      files: [
        "done/a.md: ---|title: [Apples|status: todo|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md",
      ], notices: ["done/a.md can't be understood; it is committed unchanged"]),
    HandEditScenario(
      "not UTF-8", "printf '\\377' >> todo/a.md", ["edit: Apples (text)"],
      files: ["todo/a.md: ---|title: Apples|status: todo|id: bbbbbbbbbb|---|One a day.|�"],
      notices: ["todo/a.md can't be understood; it is committed unchanged"]),
    HandEditScenario(
      "the ends of lines", "sed -i 's/$/\\r/' todo/a.md", ["edit: Apples (body)"],
      files: ["todo/a.md: ---␍|title: Apples␍|status: todo␍|id: bbbbbbbbbb␍|---␍|One a day.␍|"]),
    HandEditScenario(
      "made a program", "chmod +x todo/a.md", ["edit: Apples (mode 100644 → 100755)"]),
    HandEditScenario(
      "made a program, and edited", "chmod +x todo/a.md; sed -i 's/Apples/Pears/' todo/a.md",
      ["edit: Pears (title Apples → Pears, mode 100644 → 100755)"],
      files: ["todo/a.md: ---|title: Pears|status: todo|id: bbbbbbbbbb|---|One a day.|"]),
    HandEditScenario(
      "made a program, and moved", "chmod +x todo/a.md; mv todo/a.md done/",
      ["move: Apples (todo → done, mode 100644 → 100755)"],
      afterCommit: ["edit: Apples (text status todo → done)"],
      files: [
        "done/a.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md",
      ]),
    HandEditScenario(
      "the text emptied", ": > todo/a.md", ["edit: a (no text status, title Apples → a, body)"],
      afterCommit: ["edit: a (id bbbbbbbbbb)"], files: ["todo/a.md: ---|id: bbbbbbbbbb|---|"]),
  ]

  @Test(arguments: scenarios) func handEditsAreRecorded(_ scenario: HandEditScenario) throws {
    try scenario.play(committing: false)
  }

  @Test(arguments: scenarios) func gitCommitsAreRecorded(_ scenario: HandEditScenario) throws {
    try scenario.play(committing: true)
  }
}
