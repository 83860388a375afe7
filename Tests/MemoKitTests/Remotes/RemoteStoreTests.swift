import Foundation
import MemoCLI
import MemoKit
import TestSupport
import Testing

/// Stores on servers, and the messages after failures.
@Suite(
  .onItsOwnThread,
  .enabled(
    if: SSHServer.isInstalled && WebServer.isInstalled, "sshd, lighttpd or openssl is missing"))
struct RemoteStoreTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub.git")
    try scratch.git("config", "http.receivepack", "true", in: "hub.git")
  }

  private func environment(_ variables: [String: String]) -> Environment {
    var environment = Desk(scratch, "desk").environment
    environment.variables.merge(variables) { $1 }
    return environment
  }

  private let quiet = SyncProgress()

  /// A sync that gives up refused pushes quickly.
  private func hastySync(_ desk: Desk) -> Outcome {
    var context = desk.context
    context.ownLockTimeout = LockTimeout(seconds: 0.5)
    return desk.memo("sync", in: context)
  }

  /// A store with one task that isn't pushed yet.
  private func store(_ url: String, _ environment: Environment) throws -> Store {
    _ = try Store.create(scratch("here"), remoteURL: url, environment: environment)
    let store = try Store.open(scratch("here"), environment: environment)
    _ = try store.add(NewTask(title: "Buy milk"))
    return store
  }

  private func failure(_ store: Store) -> MemoError? {
    store.lockTimeout = LockTimeout(seconds: 0.5)
    return #expect(throws: MemoError.self) { _ = try store.sync(quiet) }
  }

  @Test func sshWorks() throws {
    let server = try SSHServer(scratch)
    let environment = environment(server.environment())
    let url = "hub:\(scratch("hub.git"))"
    #expect(try store(url, environment).sync(quiet).outgoing > 0)
    let clone = try Store.clone(url, to: "there", in: scratch.path, environment: environment, quiet)
    #expect(clone.taskCount == 1)
  }

  @Test func sshErrorsHaveHints() throws {
    let server = try SSHServer(scratch)
    try scratch.write(server.clientConfig(key: "stranger"), to: "ssh/wrong")
    try scratch.write(server.clientConfig(knownHosts: "nobody"), to: "ssh/unknown")
    let url = "hub:\(scratch("hub.git"))"
    let wrong = failure(try store(url, environment(server.environment(config: "wrong"))))
    #expect(wrong?.kind == .remote)
    #expect(wrong?.message.contains("Permission denied (publickey)") == true)
    #expect(wrong?.details.last?.hasPrefix("nothing is lost") == true)
    let here = scratch("here")
    let unknown = failure(
      try Store.open(here, environment: environment(server.environment(config: "unknown"))))
    #expect(unknown?.message.contains("host key is known for") == true)
    server.stop()
    let gone = failure(try Store.open(here, environment: environment(server.environment())))
    #expect(gone?.message.contains("Connection refused") == true)
    let without = failure(
      try Store.open(here, environment: environment(["PATH": scratch.path])))
    #expect(
      without?.message
        == "can't fetch from origin: git is not installed, and talks to remotes")
    #expect(without?.hints == ["install git, as with 'apt install git' or 'brew install git'"])
  }

  @Test func aMissingAgentIsReported() throws {
    let server = try SSHServer(scratch)
    try scratch.write(server.clientConfig(key: nil), to: "ssh/agent")
    var environment = environment(server.environment(config: "agent"))
    environment.variables["SSH_AUTH_SOCK"] = scratch("nothing")
    let url = "hub:\(scratch("hub.git"))"
    let error = failure(try store(url, environment))
    #expect(error?.message.contains("Permission denied (publickey)") == true)
  }

  @Test func aRefusalHasTheHooksWords() throws {
    let store = try store(scratch("hub.git"), environment([:]))
    try scratch.write("#!/bin/sh\necho only on Mondays\nexit 1\n", to: "hub.git/hooks/pre-receive")
    let error = failure(store)
    #expect(
      error?.message == "\(scratch("hub.git")) refused to push: pre-receive hook declined")
    #expect(error?.details.first == "remote: only on Mondays")
  }

  /// For a remote that requires a linear history, the hint rebases.
  @Test func aLinearHistoryHasAHint() throws {
    let team = try Team(of: 2)
    try team.scratch.write(
      """
      #!/bin/sh
      while read old new name; do
        [ -z "$(git rev-list --min-parents=2 $old..$new)" ] || { echo no merges >&2; exit 1; }
      done
      """, to: "hub.git/hooks/pre-receive")
    team[0].memo("add", "Buy milk")
    team[0].memo("sync")
    team[1].memo("add", "Call mum")
    let refused = hastySync(team[1])
    #expect(refused.status == .remote)
    let start = "hint: if it takes no merge commits: "
    let hint = refused.error.split(separator: "\n").first { $0.hasPrefix(start) }
    #expect(hint == "\(start)memo git pull --rebase origin main && memo sync")
    let ran = try run(
      "/bin/sh", ["-c", String(try #require(hint).dropFirst(start.count))],
      in: team.scratch(team[1].folder), environment: team[1].environment.variables)
    #expect(ran.code == 0, "\(ran)")
    team[0].memo("sync")
    #expect(team[0].tasks() == ["todo/buy-milk.md", "todo/call-mum.md"])
    // Another refusal's hint doesn't mention merges.
    try team.scratch.write("#!/bin/sh\nexit 1\n", to: "hub.git/hooks/pre-receive")
    team[0].memo("add", "Pay rent")
    #expect(!hastySync(team[0]).error.contains("merge commits"))
  }

  /// The branch is checked out in another machine's work tree.
  @Test(arguments: ["", "file://"]) func aCheckedOutBranchHasAHint(_ scheme: String) throws {
    let scratch = try Scratch()
    let (ana, ben) = (Desk(scratch, "ana", seed: 1), Desk(scratch, "ben", seed: 2))
    ana.memo("init")
    ben.memo("-C", scratch.path, "clone", scheme + scratch("ana"), "ben")
    ben.memo("add", "Buy milk")
    let refused = hastySync(ben)
    #expect(refused.status == .remote)
    let config = "git -C \(scratch("ana")) config receive.denyCurrentBranch updateInstead"
    #expect(
      refused.error.contains(
        "refused to push: branch is currently checked out\n")
    )
    #expect(refused.error.contains("\nhint: \(config)\n"))
    #expect(refused.error.contains("git clone --bare FOLDER HUB.git\n"))
    #expect(!refused.error.contains("protected"))
    let ran = try run(
      "/bin/sh", ["-c", config], in: scratch("ben"), environment: ben.environment.variables)
    #expect(ran.code == 0, "\(ran)")
    #expect(ben.memo("sync").status == .done)
    #expect(ana.tasks() == ["todo/buy-milk.md"])
    // Uncommitted changes there block the push.
    try ana.write("More\n", to: "todo/buy-milk.md")
    ben.memo("set", "milk", "+home")
    let unclean = hastySync(ben)
    #expect(unclean.status == .remote)
    #expect(unclean.error.contains("refused to push: Working directory has unstaged changes\n"))
  }

  /// In a project's repository, other commits are pushed only after confirmation.
  @Test(arguments: ["tasks", ""]) func otherCommitsOfAProjectNeedConfirmation(_ folder: String)
    throws
  {
    let scratch = try Scratch()
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "hub.git")
    try scratch.git("init", "--quiet", "--initial-branch=main", "project")
    try scratch.git("remote", "add", "origin", scratch("hub.git"), in: "project")
    func code(_ text: String) throws {
      try scratch.write(text, to: "project/main.c")
      try scratch.git("add", "main.c", in: "project")
      try scratch.git("commit", "--quiet", "-m", "Code \(text)", in: "project")
    }
    func pushed() throws -> String {
      (try? scratch.git("rev-parse", "main", in: "hub.git")) ?? ""
    }
    try code("one")
    let desk = Desk(scratch, folder.isEmpty ? "project" : "project/\(folder)")
    #expect(desk.memo("-C", scratch("project"), "init", scratch(desk.folder)).status == .done)
    try scratch.git("push", "--quiet", "origin", "main", in: "project")
    desk.memo("add", "Buy milk")
    #expect(desk.memo("sync").status == .done)
    try code("two")
    try code("three")
    desk.memo("add", "Call mum")
    let before = try pushed()
    let refused = desk.memo("sync")
    #expect(refused.status == .refused && refused.output == "")
    let short = try scratch.git("log", "--format=%h %s", "-3", in: "project")
      .split(separator: "\n").map(String.init)
    #expect(
      refused.error == """
        error: a sync would also push 2 commits of files outside the store to origin/main
          \(short[1])
          \(short[2])
        hint: 'memo sync --yes' pushes them, too
        hint: 'memo git config memo.pushAll true' has every sync push them

        """)
    #expect(desk.memo("sync", "--json").status == .refused)
    #expect(
      desk.memo("sync", "--dry-run").error.contains(
        "2 commits of files outside the store would be pushed, too"))
    // On a terminal memo asks.
    var context = desk.context
    context.terminal = TerminalFacts(input: true, output: true, error: true)
    context.ask = { _ in "n" }
    #expect(desk.memo(["sync"], in: context).status == .refused)
    #expect(try pushed() == before)
    context.ask = { $0 == "Push them, too? [y/N] " ? "y" : nil }
    #expect(desk.memo(["sync"], in: context).status == .done)
    #expect(try pushed() == scratch.git("rev-parse", "HEAD", in: "project"))
    // Commits of tasks alone need no confirmation.
    desk.memo("add", "Pay rent")
    #expect(desk.memo("sync").status == .done)
    try code("four")
    #expect(desk.memo("sync", "--yes").status == .done)
    try code("five")
    try scratch.git("config", "memo.pushAll", "true", in: "project")
    #expect(desk.memo("sync").status == .done)
    #expect(try pushed() == scratch.git("rev-parse", "HEAD", in: "project"))
  }

  /// In a repository that began with the store, other files belong to it.
  @Test func otherFilesOfAStoresRepositoryArePushed() throws {
    let team = try Team(of: 1)
    try team[0].write("What this is\n", to: "README")
    try team.scratch.git("add", "README", in: "ana")
    try team.scratch.git("commit", "--quiet", "-m", "Read me", in: "ana")
    #expect(team[0].memo("sync").status == .done)
  }

  @Test func aForkIsPushedTo() throws {
    let environment = environment([:])
    _ = try store(scratch("hub.git"), environment).sync(quiet)
    try scratch.git("init", "--quiet", "--bare", "--initial-branch=main", "fork.git")
    try scratch.git("remote", "add", "mine", scratch("fork.git"), in: "here")
    try scratch.git("config", "remote.pushDefault", "mine", in: "here")
    let store = try Store.open(scratch("here"), environment: environment)
    _ = try store.add(NewTask(title: "Buy eggs"))
    #expect(try store.sync(quiet).outgoing > 0)
    let ours = try scratch.git("rev-parse", "main", in: "here")
    #expect(try scratch.git("rev-parse", "main", in: "fork.git") == ours)
    #expect(try scratch.git("rev-parse", "main", in: "hub.git") != ours)
    #expect(try store.sync(quiet).outgoing == 0)
  }
}
