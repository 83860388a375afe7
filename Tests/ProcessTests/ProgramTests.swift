import Foundation
import TestSupport
import Testing

/// Behaviour of the process: streams, exit codes, other programs, many at once.
@Suite(.onItsOwnThread) struct ProgramTests {
  @Test func resultsAndErrorsGoToTheirStreams() throws {
    let person = try Person.withStore()
    let added = try person.type("memo add Buy milk")
    #expect(added.output.hasSuffix("  Buy milk  → todo/buy-milk.md\n"))
    #expect(added.error == "")
    let missing = try person.type("memo show nothing")
    #expect(missing.code == 1)
    #expect(missing.output == "")
    #expect(missing.error.hasPrefix("error: there is no task 'nothing'\n"))
    #expect(try person.type("memo --no-such-option").code == 64)
    let version = try person.type("memo --version").output
    #expect(version.contains(#/^memo [\d.]+ \((commit \w+, )?libgit2 1\.[\d.]+\)\n$/#))
  }

  @Test func aDeletedFolderIsAnError() throws {
    let person = try Person()
    let ran = try person.type("mkdir gone && cd gone && rmdir ../gone && memo init")
    #expect(ran.code == 1)
    #expect(ran.error.hasPrefix("error: the folder you are in does not exist any more\n"))
  }

  @Test func gitAndOtherProgramsAreSubcommands() throws {
    var person = try Person.withStore()
    try person.scratch.write("#!/bin/sh\necho \"hello $*\"; exit 7\n", to: "bin/memo-hello")
    try person.expect("mkdir -p todo/home")
    let hello = try person.type("memo hello 'two words' -x")
    #expect(hello == Ran(output: "hello two words -x\n", error: "", code: 7))
    #expect(try person.expect("memo git log --format=%s") == "init: store\n")
    person.folder = "store/todo/home"
    #expect(try person.expect("memo git rev-parse --show-prefix") == "todo/home/\n")
  }

  @Test func manyCommandsAtOnceSucceed() throws {
    let person = try Person.withStore()
    try person.expect(
      "for i in 1 2 3 4 5 6 7 8; do memo add Task $i > ../out.$i 2>&1 & done; wait")
    #expect(try person.expect("memo list | wc -l | tr -d ' '") == "8\n")
    #expect(try person.expect("git rev-list --count HEAD") == "9\n")
    #expect(try person.complaints() == "")
  }

  @Test func savesDuringCommandsAreKept() throws {
    let person = try Person.withStore()
    try person.expect("memo add Notes")
    // One process appends while the other one changes front matter of the same file.
    try person.expect(
      """
      (for i in $(seq 40); do echo "line $i" >> todo/notes.md; done) &
      for i in 1 2 3 4 5 6; do memo set notes step=$i > ../out 2>&1 || exit 1; done; wait
      """)
    try person.expect("memo set notes step=last")
    let text = try person.scratch.read("store/todo/notes.md")
    // An append may go to the replaced file, which memo then restores as a hand edit.
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("line ") }
    #expect(lines.count == 40, "\(text)")
    #expect(try person.complaints() == "")
  }

  @Test func aHugeFileIsOneTaskAmongOthers() throws {
    let person = try Person.withStore()
    try person.expect(
      "printf '# Huge\\n' > todo/huge.md; head -c 1048576 /dev/zero | tr '\\0' 'x' >> todo/huge.md")
    try person.expect("memo add Buy milk")
    #expect(try person.expect("memo list | cut -d' ' -f3-") == "Buy milk\nHuge\n")
    try person.expect("memo set huge priority=high")
    #expect(try person.expect("head -n 5 todo/huge.md | tail -n 1") == "# Huge\n")
    #expect(try person.complaints() == "")
  }

  @Test func theLibraryExampleWorks() throws {
    let person = try Person()
    try person.expect("git init -q --bare -b main hub && mkdir -p house/tasks")
    let ran = try person.expect("\(Products.path(of: "library-example")) house/tasks $PWD/hub")
    #expect(
      ran == """
        doing: Try MemoKit, 2026-12-01
        move Try MemoKit: status todo → doing
        edit Try MemoKit: deadline 2026-12-01, +tag home
        5 commits sent to origin/main
        Try MemoKit: 1 note
        recorded ["Call mum"]

        """)
  }

  /// With the test's programs, since a release build takes longer than all tests here.
  @Test func theInstallScriptInstallsAndUninstalls() throws {
    let person = try Person()
    let script = Products.project.appending(path: "examples/install.sh").path
    let install = "DESTDIR=$PWD/package MEMO_BUILT='\(Products.folder.path)' sh '\(script)'"
    for (options, prefix) in [("--prefix /usr", "usr"), ("", person.scratch("home/.local"))] {
      try person.expect("\(install) --without-web \(options)")
      let place = "package/\(prefix)"
      let version = try person.expect("'\(place)/bin/memo' --version")
      #expect(version == (try person.expect("memo --version")))
      let files = try person.expect("find '\(place)' -type f")
      for name in [
        "bin/memo\n", "share/man/man1/memo.1\n", "share/man/man1/memo-add.1\n",
        "share/doc/memo/README.md\n", "share/doc/memo/Tutorial.md\n",
        "share/doc/memo/examples/pre-commit\n", "memo-sync.",
      ] { #expect(files.contains(name), "\(name)") }
      #expect(!files.contains("memo-web") && !files.contains(".new"))
      // Links in the installed README work, too.
      try person.expect(
        "cd '\(place)/share/doc/memo' && test -e Tutorial.md && test -e board.svg"
          + " && ! grep -q 'Sources/MemoKit' README.md && ! grep -q '[.][.]/' Tutorial.md")
      let service = try person.expect("find '\(place)' -name 'memo-sync.*' -exec cat {} +")
      #expect(service.contains("/\(prefix)/bin/memo".replacing("//", with: "/")))
      try person.expect("\(install) \(options) --uninstall")
      #expect(try person.expect("find package -type f") == "")
    }
    #expect(try person.type("\(install) --prefix here").code == 64)
    #expect(try person.type("\(install) --unknown").code == 64)
  }

  /// The code in the manual is the example's code.
  @Test func theLibraryExampleMatchesTheManual() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Products.project.appending(path: path), encoding: .utf8)
    }
    let article = try text("Sources/MemoKit/MemoKit.docc/FirstSteps.md")
    let blocks = article.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count == 8)
    let program = try text("examples/library/main.swift").drop { $0 != "\n" }.dropFirst()
    #expect(program == blocks.joined(separator: "\n"))
  }

  @Test func theScriptsOfTheExamplesWork() throws {
    let person = try Person()
    let examples = Products.project.appending(component: "examples").path
    try person.expect("cp -R \(examples)/store/. . && ln -s \(examples)/memo-week ../bin/")
    try person.expect(
      "memo init && memo add Paid bills -d 2026-01-01 && memo done write-the-report")
    let overdue = try person.expect("sh \(examples)/overdue.sh")
    #expect(overdue.contains(" overdue: ") && overdue.contains("Paid bills"))
    #expect(try person.expect("memo week").contains("Write the report: ten pages"))
    // Tasks that aren't done any more don't count.
    try person.expect("memo undo")
    #expect(try !person.expect("memo week").contains("Write the report"))
    #expect(try person.expect("memo check") == "")
  }
}
