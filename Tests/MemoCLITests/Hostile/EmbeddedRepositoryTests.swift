@testable import MemoCLI
import MemoKit
import TestSupport
import Testing

/// A clone in which a folder looks like a git repository, with programs in its settings and hooks.
///
/// None of them runs, whatever command is typed there.
@Suite(.onItsOwnThread) struct EmbeddedRepositoryTests {
  /// Every command of memo, as typed in the folder.
  private static let commandLines: [[String]] = [
    [], ["init"], ["init", "--remote", "ssh://nobody@127.0.0.1:9/x"],
    ["clone", "../../hub.git", "again"],
    ["clone", "http://127.0.0.1:9/x", "other"],
    ["add", "Buy milk"], ["add", "-e", "Buy oats"], ["list"], ["list", "-a"], ["board"],
    ["today"],
    ["next"],
    ["find", "tea"], ["show", "tea"], ["edit", "tea"], ["set", "tea", "priority=high"],
    ["start", "tea"], ["done", "tea"], ["reopen", "tea"], ["move", "tea", "doing"],
    ["remove", "--yes", "tea"], ["restore", "tea"], ["archive"], ["log"], ["log", "tea"],
    ["blame", "tea"], ["diff", "1 minute ago"],
    ["stats"], ["undo"], ["redo"], ["status"], ["sync", "--dry-run"], ["sync"], ["conflicts"],
    ["resolve", "tea"], ["check"], ["check", "--fix"], ["schema"], ["completions", "bash"],
    ["merge-file", "a", "b", "c", "todo/tea.md"], ["note", "tea", "Green."],
    ["tick", "tea", "--add", "Water"], ["rename", "tea", "Green tea"], ["open", "tea"],
    ["postpone", "tea", "3d"], ["context"], ["context", "none"],
    ["git", "status"], ["git", "-c", "core.pager=cat", "log"],
    ["git", "commit", "--allow-empty", "-m", "x"],
    ["claim", "--local"], ["release", "tea"], ["agents"], ["mcp"], ["import", "-"],
    ["export", "json"], ["greet"],
  ]

  @Test func everyCommandIsInTheTable() {
    let names = Set(Self.commandLines.compactMap(\.first))
    let aliases: Set = ["find", "grep", "ls", "mv", "rm"]
    #expect(Set(CommandTable.names).subtracting(aliases).subtracting(names) == [])
  }

  @Test func itsProgramsNeverRun() throws {
    let trap = try Trap()
    for line in Self.commandLines {
      let outcome = try trap.type(line, in: "clone/x")
      #expect(trap.sprung() == [], "\(line): \(outcome.error)")
    }
    // From a subfolder, git would find it on the way up.
    for line in [["add", "Butter"], ["log"], ["git", "status"], ["init"]] {
      _ = try trap.type(line, in: "clone/x/todo")
      #expect(trap.sprung() == [], "\(line)")
    }
    // Commits are in the clone's own repository.
    #expect(try trap.scratch.git("log", "--format=%s", in: "clone").contains("add: Buy milk\n"))
    #expect(!trap.scratch.exists("clone/x/objects/pack"))
  }

  /// The same settings and hooks of the user's own repository do run.
  @Test func theTrapsWork() throws {
    let trap = try Trap(isOwn: true)
    for line in Self.commandLines
    where ["add", "edit", "log", "sync"].contains(line.first ?? "") {
      _ = try trap.type(line, in: "clone/x")
    }
    let sprung = Set(trap.sprung())
    for program in ["pre-commit", "commit-msg", "pager", "editor", "upload-pack"] {
      #expect(sprung.contains(program), "\(sprung)")
    }
  }

  @Test func aBareRepositoryIsRefused() throws {
    let scratch = try Scratch()
    try scratch.git("init", "--quiet", "--bare", "hub.git")
    try scratch.write("version: 1\n", to: "hub.git/.memo/config.yml")
    for line in [["init"], ["add", "Tea"], ["status"]] {
      let outcome = Desk(scratch, "hub.git").memo(line)
      #expect(outcome.error.contains("is a bare repository"), "\(outcome)")
      #expect(!scratch.exists("hub.git/.git"))
    }
  }
}

/// A malicious clone.
private final class Trap {
  let scratch: Scratch

  private static let hooks = [
    "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "pre-merge-commit",
    "post-merge", "post-checkout", "post-rewrite", "reference-transaction", "pre-push",
    "post-index-change", "fsmonitor-watchman",
  ]

  /// - Parameter isOwn: Whether the settings and hooks belong to the clone itself.
  init(isOwn: Bool = false) throws {
    scratch = try Scratch()
    try scratch.git("init", "--quiet", "evil")
    let files = [
      "HEAD": "ref: refs/heads/main\n", "objects/.keep": "", "refs/.keep": "",
      "config": settings, ".memo/config.yml": "version: 1\n", "doing/.keep": "", "done/.keep": "",
      "todo/tea.md": "---\ntitle: Buy tea\n---\n",
    ]
    for (name, text) in files { try scratch.write(text, to: "evil/x/\(name)") }
    try plantHooks("evil/x/hooks")
    try scratch.git("add", "--all", in: "evil")
    try scratch.git("commit", "--quiet", "--message", "add: Tea", in: "evil")
    try scratch.git("clone", "--quiet", "--bare", "evil", "hub.git")
    let report = try Store.clone(
      scratch("hub.git"), to: "clone", in: scratch.path, environment: Desk(scratch, ".").environment
    )
    #expect(report.root == scratch("clone/x"))
    if isOwn {
      let own = try scratch.read("clone/.git/config")
      let more = settings.replacing("  worktree = .\n", with: "")
      try scratch.write(own + more, to: "clone/.git/config")
      try plantHooks("clone/.git/hooks")
    }
    try scratch.write("#!/bin/sh\necho greeted\n", to: "bin/memo-greet")
    // The default editors.
    try scratch.write("#!/bin/sh\n", to: "bin/vi")
    try scratch.write("#!/bin/sh\necho stray-git >>'\(log)'\n", to: "clone/x/git")
    try scratch.write("#!/bin/sh\necho stray-memo >>'\(log)'\n", to: "clone/x/memo-greet")
  }

  private var log: String { scratch("sprung") }

  private var settings: String {
    func trap(_ name: String, _ more: String = "false") -> String {
      "\"echo \(name) >>'\(log)'; \(more)\""
    }
    return """
      [core]
        repositoryformatversion = 0
        bare = false
        worktree = .
        pager = \(trap("pager", "cat"))
        editor = \(trap("editor", "true"))
        sshCommand = \(trap("ssh"))
        fsmonitor = \(trap("fsmonitor"))
        askPass = \(scratch("askpass"))
      [alias]
        status = !echo alias >>'\(log)'
      [credential]
        helper = "!echo credential >>'\(log)'"
      [diff]
        external = \(trap("diff"))
      [merge "memo"]
        driver = \(trap("driver"))
      [remote "origin"]
        url = ssh://kim@127.0.0.1:9/x
        uploadpack = \(trap("upload-pack"))
        receivepack = \(trap("receive-pack"))
      [branch "main"]
        remote = origin
        merge = refs/heads/main

      """
  }

  private func plantHooks(_ folder: String) throws {
    for hook in Self.hooks {
      try scratch.write("#!/bin/sh\necho \(hook) >>'\(log)'\n", to: "\(folder)/\(hook)")
    }
  }

  /// Types a command line on a terminal with `.` and an empty folder in `PATH`.
  func type(_ line: [String], in folder: String) throws -> Outcome {
    let desk = Desk(
      scratch, folder,
      variables: [
        "PAGER": "cat",
        "PATH": ".::\(scratch("bin")):\(scratch.environment["PATH"] ?? "")",
      ])
    var context = desk.context
    context.terminal = TerminalFacts(output: true)
    context.openLongOutput = { pager in
      // Run in a shell.
      if let pager, pager.contains("pager") {
        _ = try? run(
          "/bin/sh", ["-c", pager], in: desk.scratch(folder),
          environment: desk.environment.variables)
      }
      return LongOutput({ _ in true })
    }
    let outcome = desk.memo(line, in: context)
    guard let program = outcome.handOver else { return outcome }
    let ran = try run(
      program.name, program.arguments, in: program.directory ?? scratch(folder),
      environment: desk.environment.variables)
    return Outcome(output: ran.output, error: ran.error)
  }

  /// The programs that ran.
  func sprung() -> [String] {
    (try? scratch.read("sprung").split(separator: "\n").map(String.init)) ?? []
  }
}
