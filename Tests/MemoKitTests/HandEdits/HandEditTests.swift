import TestSupport
import Testing

/// Hand edits by editors, `mv`, `cp` and `rm`.
@Suite struct HandEditTests {
  static let scenarios = [
    HandEditScenario(
      "a new file with a front matter and an id",
      "printf -- '---\\ntitle: Dates\\nid: ffffffffff\\n---\\n' > todo/d.md", ["add: Dates"],
      files: ["todo/d.md: ---|title: Dates|id: ffffffffff|---|"]),
    HandEditScenario(
      "a new file with a front matter without an id",
      "printf -- '---\\ntitle: Dates\\nmine: 1\\n---\\nSweet.\\n' > doing/d.md", ["add: Dates"],
      afterCommit: ["edit: Dates (id ptzmmtwnhv)"],
      files: ["doing/d.md: ---|title: Dates|id: ptzmmtwnhv|mine: 1|---|Sweet.|"]),
    HandEditScenario(
      "a new file of text alone", "printf '# Dates\\n\\nSweet.\\n' > todo/d.md", ["add: Dates"],
      afterCommit: ["edit: Dates (id ptzmmtwnhv)"],
      files: ["todo/d.md: ---|id: ptzmmtwnhv|---|# Dates||Sweet.|"]),
    HandEditScenario(
      "a new file with nothing in it", ": > todo/d.md", ["add: d"],
      afterCommit: ["edit: d (id ptzmmtwnhv)"], files: ["todo/d.md: ---|id: ptzmmtwnhv|---|"]),
    HandEditScenario(
      "a new file in a new folder", "mkdir -p todo/x/y; echo D > todo/x/y/d.md", ["add: D"],
      afterCommit: ["edit: D (id ptzmmtwnhv)"], files: ["todo/x/y/d.md: ---|id: ptzmmtwnhv|---|D|"]),
    HandEditScenario(
      "a new file whose two statuses disagree",
      "printf -- '---\\ntitle: Dates\\nstatus: done\\nid: ffffffffff\\n---\\n' > todo/d.md",
      ["add: Dates", "edit: Dates (text status done → todo)"],
      afterCommit: ["edit: Dates (text status done → todo)"],
      files: ["todo/d.md: ---|title: Dates|status: todo|id: ffffffffff|---|"],
      notices: ["todo/d.md has status done in its text; the folder wins: todo"]),
    HandEditScenario(
      "a new title", "sed -i 's/Apples/Pears/' todo/a.md", ["edit: Pears (title Apples → Pears)"],
      files: ["todo/a.md: ---|title: Pears|status: todo|id: bbbbbbbbbb|---|One a day.|"]),
    HandEditScenario(
      "a new text", "echo 'And one more.' >> todo/a.md", ["edit: Apples (body)"],
      files: [
        "todo/a.md: ---|title: Apples|status: todo|id: bbbbbbbbbb|---|One a day.|And one more.|"
      ]),
    HandEditScenario(
      "a comment", "sed -i 's/Apples/Apples  # red/' todo/a.md", ["edit: Apples (layout)"],
      files: ["todo/a.md: ---|title: Apples  # red|status: todo|id: bbbbbbbbbb|---|One a day.|"]),
    HandEditScenario(
      "moved", "mv todo/a.md doing/", ["move: Apples (todo → doing)"],
      afterCommit: ["edit: Apples (text status todo → doing)"],
      files: [
        "doing/a.md: ---|title: Apples|status: doing|id: bbbbbbbbbb|---|One a day.|",
        "no todo/a.md",
      ]),
    HandEditScenario(
      "moved below its folder", "mkdir todo/x; mv todo/a.md todo/x/",
      ["edit: Apples (file todo/a.md → todo/x/a.md)"],
      files: [
        "no todo/a.md",
        "todo/x/a.md: ---|title: Apples|status: todo|id: bbbbbbbbbb|---|One a day.|",
      ]),
    HandEditScenario(
      "moved to another status's subfolder", "mkdir done/x; mv todo/a.md done/x/",
      ["move: Apples (todo → done, file todo/a.md → done/x/a.md)"],
      afterCommit: ["edit: Apples (text status todo → done)"],
      files: [
        "done/x/a.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|",
        "no todo/a.md",
      ]),
    HandEditScenario(
      "renamed", "mv todo/a.md todo/apples.md", ["edit: Apples (file todo/a.md → todo/apples.md)"],
      files: [
        "no todo/a.md",
        "todo/apples.md: ---|title: Apples|status: todo|id: bbbbbbbbbb|---|One a day.|",
      ]),
    HandEditScenario(
      "renamed, the case only", "mv todo/a.md todo/A.md",
      ["edit: Apples (file todo/a.md → todo/A.md)"],
      files: [
        "todo/A.md: ---|title: Apples|status: todo|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md",
      ]),
    HandEditScenario(
      "moved and renamed", "mv todo/a.md done/apples.md",
      ["move: Apples (todo → done, file todo/a.md → done/apples.md)"],
      afterCommit: ["edit: Apples (text status todo → done)"],
      files: [
        "done/apples.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|",
        "no todo/a.md",
      ]),
    HandEditScenario(
      "moved and edited", "mv todo/a.md doing/; sed -i 's/Apples/Pears/' doing/a.md",
      ["move: Pears (todo → doing, title Apples → Pears)"],
      afterCommit: ["edit: Pears (text status todo → doing)"],
      files: [
        "doing/a.md: ---|title: Pears|status: doing|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md",
      ]),
    HandEditScenario("deleted", "rm todo/a.md", ["delete: Apples"], files: ["no todo/a.md"]),
    HandEditScenario(
      "a whole folder deleted", "rm -r todo", ["delete: Apples", "delete: Bread"],
      files: ["no todo/a.md", "no todo/b.md"]),
    HandEditScenario(
      "all moved", "mv todo/*.md doing/*.md done/",
      ["move: Apples (todo → done)", "move: Bread (todo → done)", "move: Cheese (doing → done)"],
      afterCommit: [
        "edit: Apples (text status todo → done)", "edit: Bread (text status todo → done)",
        "edit: Cheese (text status doing → done)",
      ],
      files: [
        "no doing/c.md", "done/a.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|",
        "done/b.md: ---|title: Bread|status: done|id: cccccccccc|---|Rye.|",
        "done/c.md: ---|title: Cheese|status: done|id: dddddddddd|---|Not the blue one.|",
        "no todo/a.md", "no todo/b.md",
      ]),
    HandEditScenario(
      "a folder renamed", "rmdir done; mv todo done; mkdir todo",
      ["move: Apples (todo → done)", "move: Bread (todo → done)"],
      afterCommit: [
        "edit: Apples (text status todo → done)", "edit: Bread (text status todo → done)",
      ],
      files: [
        "done/a.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|",
        "done/b.md: ---|title: Bread|status: done|id: cccccccccc|---|Rye.|", "no todo/a.md",
        "no todo/b.md",
      ]),
    HandEditScenario(
      "names swapped", "mv todo/a.md x; mv todo/b.md todo/a.md; mv x todo/b.md",
      ["edit: 2 tasks"],
      files: [
        "todo/a.md: ---|title: Bread|status: todo|id: cccccccccc|---|Rye.|",
        "todo/b.md: ---|title: Apples|status: todo|id: bbbbbbbbbb|---|One a day.|",
      ]),
    HandEditScenario(
      "places swapped", "mv todo/a.md x; mv doing/c.md todo/a.md; mv x doing/c.md",
      ["move: 2 tasks"],
      afterCommit: [
        "edit: Apples (text status todo → doing)", "edit: Cheese (text status doing → todo)",
      ],
      files: [
        "doing/c.md: ---|title: Apples|status: doing|id: bbbbbbbbbb|---|One a day.|",
        "todo/a.md: ---|title: Cheese|status: todo|id: dddddddddd|---|Not the blue one.|",
      ]),
    HandEditScenario(
      "moved over another", "mv todo/a.md todo/b.md",
      ["delete: Bread", "edit: Apples (file todo/a.md → todo/b.md)"],
      files: [
        "no todo/a.md", "todo/b.md: ---|title: Apples|status: todo|id: bbbbbbbbbb|---|One a day.|",
      ]),
    HandEditScenario(
      "a new file in a deleted one's place", "echo New > todo/a.md",
      ["edit: New (no text status, title Apples → New, body)"],
      afterCommit: ["edit: New (id bbbbbbbbbb)"], files: ["todo/a.md: ---|id: bbbbbbbbbb|---|New|"]),
  ]

  @Test(arguments: scenarios) func handEditsAreRecorded(_ scenario: HandEditScenario) throws {
    try scenario.play(committing: false)
  }

  @Test(arguments: scenarios) func gitCommitsAreRecorded(_ scenario: HandEditScenario) throws {
    try scenario.play(committing: true)
  }
}
