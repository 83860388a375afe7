import TestSupport
import Testing

/// Files with the id of another task.
@Suite struct CopyTests {
  static let scenarios = [
    HandEditScenario(
      "copied", "cp todo/a.md todo/z.md", ["add: Apples"],
      afterCommit: ["edit: Apples (id bbbbbbbbbb → ptzmmtwnhv)"],
      files: ["todo/z.md: ---|title: Apples|status: todo|id: ptzmmtwnhv|---|One a day.|"],
      notices: ["todo/z.md is a copy and gets a new id"]),
    HandEditScenario(
      "copied under a name that comes first", "cp todo/b.md todo/a1.md", ["add: Bread"],
      afterCommit: ["edit: Bread (id cccccccccc → ptzmmtwnhv)"],
      files: ["todo/a1.md: ---|title: Bread|status: todo|id: ptzmmtwnhv|---|Rye.|"],
      notices: ["todo/a1.md is a copy and gets a new id"]),
    HandEditScenario(
      "copied to another status", "cp todo/a.md done/a.md", ["add: Apples"],
      afterCommit: ["edit: Apples (text status todo → done, id bbbbbbbbbb → ptzmmtwnhv)"],
      files: ["done/a.md: ---|title: Apples|status: done|id: ptzmmtwnhv|---|One a day.|"],
      notices: ["done/a.md is a copy and gets a new id"]),
    HandEditScenario(
      "copied twice", "cp todo/a.md todo/y.md; cp todo/a.md todo/z.md",
      ["add: Apples", "add: Apples"],
      afterCommit: [
        "edit: Apples (id bbbbbbbbbb → ptzmmtwnhv)", "edit: Apples (id bbbbbbbbbb → kqmpmfrvrw)",
      ],
      files: [
        "todo/y.md: ---|title: Apples|status: todo|id: ptzmmtwnhv|---|One a day.|",
        "todo/z.md: ---|title: Apples|status: todo|id: kqmpmfrvrw|---|One a day.|",
      ],
      notices: [
        "todo/y.md is a copy and gets a new id",
        "todo/z.md is a copy and gets a new id",
      ]),
    HandEditScenario(
      "copied over another", "cp todo/a.md todo/b.md",
      ["edit: Apples (title Bread → Apples, body)"],
      afterCommit: ["edit: Apples (id bbbbbbbbbb → kxtwqzbnrm)"],
      files: ["todo/b.md: ---|title: Apples|status: todo|id: cccccccccc|---|One a day.|"],
      filesAfterCommit: [
        "todo/b.md: ---|title: Apples|status: todo|id: kxtwqzbnrm|---|One a day.|"
      ],
      notices: ["todo/b.md had the id of another task and keeps its own, cccccccccc"]),
    HandEditScenario(
      "copied, and the first deleted", "cp todo/a.md todo/z.md; rm todo/a.md",
      ["edit: Apples (file todo/a.md → todo/z.md)"],
      files: [
        "no todo/a.md", "todo/z.md: ---|title: Apples|status: todo|id: bbbbbbbbbb|---|One a day.|",
      ]),
    HandEditScenario(
      "copied, and the copy edited",
      "cp todo/a.md todo/z.md; sed -i 's/Apples/Pears/' todo/z.md", ["add: Pears"],
      afterCommit: ["edit: Pears (id bbbbbbbbbb → ptzmmtwnhv)"],
      files: ["todo/z.md: ---|title: Pears|status: todo|id: ptzmmtwnhv|---|One a day.|"],
      notices: ["todo/z.md is a copy and gets a new id"]),
    HandEditScenario(
      "copied, and the first edited",
      "cp todo/a.md todo/z.md; sed -i 's/Apples/Pears/' todo/a.md",
      ["add: Apples", "edit: Pears (title Apples → Pears)"],
      afterCommit: ["edit: Apples (id bbbbbbbbbb → ptzmmtwnhv)"],
      files: [
        "todo/a.md: ---|title: Pears|status: todo|id: bbbbbbbbbb|---|One a day.|",
        "todo/z.md: ---|title: Apples|status: todo|id: ptzmmtwnhv|---|One a day.|",
      ], notices: ["todo/z.md is a copy and gets a new id"]),
    HandEditScenario(
      "copied, and the first moved", "cp todo/a.md todo/z.md; mv todo/a.md done/",
      ["add: Apples", "move: Apples (todo → done)"],
      afterCommit: [
        "edit: Apples (text status todo → done)", "edit: Apples (id bbbbbbbbbb → ptzmmtwnhv)",
      ],
      files: [
        "done/a.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md",
        "todo/z.md: ---|title: Apples|status: todo|id: ptzmmtwnhv|---|One a day.|",
      ], notices: ["todo/z.md is a copy and gets a new id"]),
  ]

  @Test(arguments: scenarios) func handEditsAreRecorded(_ scenario: HandEditScenario) throws {
    try scenario.play(committing: false)
  }

  @Test(arguments: scenarios) func gitCommitsAreRecorded(_ scenario: HandEditScenario) throws {
    try scenario.play(committing: true)
  }
}
