import TestSupport
import Testing

/// Changes that people make with git itself.
@Suite struct PlainGitTests {
  static let scenarios = [
    HandEditScenario(
      "git add", "sed -i 's/Apples/Pears/' todo/a.md; git add todo/a.md",
      ["edit: Pears (title Apples → Pears)"],
      files: ["todo/a.md: ---|title: Pears|status: todo|id: bbbbbbbbbb|---|One a day.|"]),
    HandEditScenario(
      "git add of a new file", "echo Dates > todo/d.md; git add todo/d.md", ["add: Dates"],
      files: ["todo/d.md: ---|id: ptzmmtwnhv|---|Dates|"]),
    HandEditScenario(
      "git add -N", "echo Dates > todo/d.md; git add -N todo/d.md", ["add: Dates"],
      files: ["todo/d.md: ---|id: ptzmmtwnhv|---|Dates|"]),
    HandEditScenario(
      "git add, and edited again",
      "sed -i 's/Apples/Pears/' todo/a.md; git add todo/a.md; sed -i 's/One/Two/' todo/a.md",
      ["edit: Pears (title Apples → Pears, body)"],
      files: ["todo/a.md: ---|title: Pears|status: todo|id: bbbbbbbbbb|---|Two a day.|"]),
    HandEditScenario(
      "git add of a new file, deleted again",
      "echo Dates > todo/d.md; git add todo/d.md; rm todo/d.md", [], status: "AD todo/d.md"),
    HandEditScenario(
      "git add, and put back by hand",
      "cp todo/a.md x; echo x >> todo/a.md; git add todo/a.md; mv x todo/a.md", [],
      status: "MM todo/a.md"),
    HandEditScenario(
      "git mv", "git mv todo/a.md done/a.md", ["move: Apples (todo → done)"],
      files: [
        "done/a.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md",
      ]),
    HandEditScenario(
      "git mv, and edited", "git mv todo/a.md done/a.md; sed -i 's/Apples/Pears/' done/a.md",
      ["move: Pears (todo → done, title Apples → Pears)"],
      files: [
        "done/a.md: ---|title: Pears|status: done|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md",
      ]),
    HandEditScenario("git rm", "git rm -q todo/a.md", ["delete: Apples"], files: ["no todo/a.md"]),
    HandEditScenario(
      "git rm --cached", "git rm -q --cached todo/a.md", [], status: "D  todo/a.md\n?? todo/a.md"),
    HandEditScenario(
      "git checkout --", "sed -i 's/Apples/Pears/' todo/a.md; git checkout -q -- todo/a.md", []),
    HandEditScenario(
      "git commit", "sed -i 's/Apples/Pears/' todo/a.md; git commit -qam 'Prefer pears'",
      ["Prefer pears"],
      files: ["todo/a.md: ---|title: Pears|status: todo|id: bbbbbbbbbb|---|One a day.|"]),
    HandEditScenario(
      "git commit of a copy", "cp todo/b.md todo/a1.md; git add -A; git commit -qm 'Copy'",
      ["Copy", "edit: Bread (id cccccccccc → ptzmmtwnhv)"],
      files: ["todo/a1.md: ---|title: Bread|status: todo|id: ptzmmtwnhv|---|Rye.|"],
      notices: ["todo/a1.md is a copy and gets a new id"]),
    HandEditScenario(
      "git commit of a copy, and then the first moved",
      """
      cp todo/b.md todo/a1.md; git add -A; git commit -qm 'Copy'
      git mv todo/b.md todo/z.md; git commit -qm 'Move'
      """,
      ["Copy", "Move", "edit: Bread (id cccccccccc → ptzmmtwnhv)"],
      files: [
        "todo/a1.md: ---|title: Bread|status: todo|id: ptzmmtwnhv|---|Rye.|", "no todo/b.md",
        "todo/z.md: ---|title: Bread|status: todo|id: cccccccccc|---|Rye.|",
      ], notices: ["todo/a1.md is a copy and gets a new id"]),
    HandEditScenario(
      "git commit of a copy, and then the first moved to another folder",
      """
      cp todo/b.md todo/a1.md; git add -A; git commit -qm 'Copy'
      git mv todo/b.md doing/z.md; git commit -qm 'Move'
      """,
      [
        "Copy", "Move", "edit: Bread (text status todo → doing)",
        "edit: Bread (id cccccccccc → ptzmmtwnhv)",
      ],
      files: [
        "doing/z.md: ---|title: Bread|status: doing|id: cccccccccc|---|Rye.|",
        "todo/a1.md: ---|title: Bread|status: todo|id: ptzmmtwnhv|---|Rye.|", "no todo/b.md",
      ], notices: ["todo/a1.md is a copy and gets a new id"]),
    HandEditScenario(
      "git commit of a move and a copy in one",
      "mv todo/b.md doing/b.md; cp doing/b.md doing/a1.md; git add -A; git commit -qm 'Both'",
      [
        "Both", "edit: Bread (text status todo → doing, id cccccccccc → ptzmmtwnhv)",
        "edit: Bread (text status todo → doing)",
      ],
      files: [
        "doing/a1.md: ---|title: Bread|status: doing|id: ptzmmtwnhv|---|Rye.|",
        "doing/b.md: ---|title: Bread|status: doing|id: cccccccccc|---|Rye.|", "no todo/b.md",
      ], notices: ["doing/a1.md is a copy and gets a new id"]),
    HandEditScenario(
      "git commit of a copy, and the first edited by hand",
      "cp todo/b.md todo/a1.md; git add -A; git commit -qm 'Copy'; echo More. >> todo/b.md",
      ["Copy", "edit: Bread (id cccccccccc → ptzmmtwnhv)", "edit: Bread (body)"],
      files: [
        "todo/a1.md: ---|title: Bread|status: todo|id: ptzmmtwnhv|---|Rye.|",
        "todo/b.md: ---|title: Bread|status: todo|id: cccccccccc|---|Rye.|More.|",
      ], notices: ["todo/a1.md is a copy and gets a new id"]),
    HandEditScenario(
      "git commit of a copy, and the first moved by hand",
      "cp todo/b.md todo/a1.md; git add -A; git commit -qm 'Copy'; mv todo/b.md todo/z.md",
      [
        "Copy", "edit: Bread (id cccccccccc → ptzmmtwnhv)",
        "edit: Bread (file todo/b.md → todo/z.md)",
      ],
      files: [
        "todo/a1.md: ---|title: Bread|status: todo|id: ptzmmtwnhv|---|Rye.|", "no todo/b.md",
        "todo/z.md: ---|title: Bread|status: todo|id: cccccccccc|---|Rye.|",
      ], notices: ["todo/a1.md is a copy and gets a new id"]),
    HandEditScenario(
      "git commit of a copy, and the first deleted by hand",
      "cp todo/b.md todo/a1.md; git add -A; git commit -qm 'Copy'; rm todo/b.md",
      ["Copy", "delete: Bread"],
      files: [
        "todo/a1.md: ---|title: Bread|status: todo|id: cccccccccc|---|Rye.|", "no todo/b.md",
      ]),
    HandEditScenario(
      "git commit of a new file", "echo Dates > todo/d.md; git add -A; git commit -qm 'Dates'",
      ["Dates", "edit: Dates (id ptzmmtwnhv)"], files: ["todo/d.md: ---|id: ptzmmtwnhv|---|Dates|"]),
    HandEditScenario(
      "git commit of a status in the text",
      "sed -i 's/: todo/: done/' todo/a.md; git commit -qam 'Eaten'",
      ["Eaten", "edit: Apples (file todo/a.md → done/a.md)"],
      files: [
        "done/a.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md",
      ]),
    HandEditScenario(
      "git commit of a move",
      "git mv todo/a.md done/a.md; git commit -qm 'Eaten'",
      ["Eaten", "edit: Apples (text status todo → done)"],
      files: [
        "done/a.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md",
      ]),
    HandEditScenario(
      "git commit of half of it",
      "sed -i 's/Apples/Pears/' todo/a.md; sed -i 's/Bread/Rolls/' todo/b.md; "
        + "git commit -qm 'Pears' todo/a.md", ["Pears", "edit: Rolls (title Bread → Rolls)"],
      files: [
        "todo/a.md: ---|title: Pears|status: todo|id: bbbbbbbbbb|---|One a day.|",
        "todo/b.md: ---|title: Rolls|status: todo|id: cccccccccc|---|Rye.|",
      ]),
    HandEditScenario(
      "git commit --amend",
      "sed -i 's/Apples/Pears/' todo/a.md; git commit -qam 'Pears'; "
        + "sed -i 's/Pears/Plums/' todo/a.md; git commit -qa --amend -m 'Plums'", ["Plums"],
      files: ["todo/a.md: ---|title: Plums|status: todo|id: bbbbbbbbbb|---|One a day.|"]),
    HandEditScenario(
      "git revert",
      "git mv todo/a.md done/a.md; git commit -qm 'Eaten'; git revert --no-edit HEAD >&2",
      ["Eaten", "Revert \"Eaten\""]),
    HandEditScenario(
      "git reset --soft",
      "sed -i 's/Apples/Pears/' todo/a.md; git commit -qam 'Pears'; git reset -q --soft HEAD~",
      ["edit: Pears (title Apples → Pears)"],
      files: ["todo/a.md: ---|title: Pears|status: todo|id: bbbbbbbbbb|---|One a day.|"]),
    HandEditScenario(
      "git reset", "sed -i 's/Apples/Pears/' todo/a.md; git commit -qam 'P'; git reset -q HEAD~",
      ["edit: Pears (title Apples → Pears)"],
      files: ["todo/a.md: ---|title: Pears|status: todo|id: bbbbbbbbbb|---|One a day.|"]),
    HandEditScenario(
      "git reset --hard",
      "sed -i 's/Apples/Pears/' todo/a.md; git commit -qam 'P'; git reset -q --hard HEAD~", []),
    HandEditScenario("git stash", "sed -i 's/Apples/Pears/' todo/a.md; git stash -q", []),
    HandEditScenario(
      "git stash pop", "mv todo/a.md done/; git stash -qu; git stash pop -q",
      ["move: Apples (todo → done)"],
      files: [
        "done/a.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md",
      ]),
    HandEditScenario(
      "git switch with an edit", "sed -i 's/Apples/Pears/' todo/a.md; git switch -qc side",
      ["edit: Pears (title Apples → Pears)"],
      files: ["todo/a.md: ---|title: Pears|status: todo|id: bbbbbbbbbb|---|One a day.|"]),
    HandEditScenario(
      "git switch there and back",
      "git switch -qc side; git mv todo/a.md done/a.md; git commit -qm 'Eaten'; git switch -q main",
      []),
    HandEditScenario(
      "git merge",
      "git switch -qc side; git mv todo/a.md done/a.md; git commit -qm 'Eaten'; "
        + "git switch -q main; sed -i 's/Bread/Rolls/' todo/b.md; git commit -qam 'Rolls'; "
        + "git merge -q -m 'Merge side' side",
      ["Eaten", "Rolls", "Merge side", "edit: Apples (text status todo → done)"],
      files: [
        "done/a.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md",
        "todo/b.md: ---|title: Rolls|status: todo|id: cccccccccc|---|Rye.|",
      ]),
    HandEditScenario(
      "git cherry-pick",
      "git switch -qc side; git mv todo/a.md done/a.md; git commit -qm 'Eaten'; "
        + "git switch -q main; git cherry-pick side >&2",
      ["Eaten", "edit: Apples (text status todo → done)"],
      files: [
        "done/a.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md",
      ]),
    HandEditScenario(
      "git gc", "mv todo/a.md done/; git gc -q; git pack-refs --all",
      ["move: Apples (todo → done)"],
      files: [
        "done/a.md: ---|title: Apples|status: done|id: bbbbbbbbbb|---|One a day.|", "no todo/a.md",
      ]),
  ]

  /// As on a disk without executable bits.
  @Test func withoutFileModeTheCommittedOneStays() throws {
    let bench = try Bench()
    try bench.shell(
      """
      git config core.fileMode false; git update-index --chmod=+x todo/a.md; git commit -qm x
      chmod +x todo/b.md; echo More >> todo/a.md; echo More >> todo/b.md
      """)
    try bench.record()
    #expect(try bench.shell("git ls-tree HEAD todo/ | cut -c 1-6") == "100755\n100644\n")
    #expect(try bench.complaints() == "")
  }

  @Test(arguments: scenarios) func gitCommandsAreRecorded(_ scenario: HandEditScenario) throws {
    try scenario.play(committing: false)
  }
}
