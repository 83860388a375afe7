import Foundation
import PlayedTerminal
import TestSupport
import Testing

/// `memo board` on a real terminal.
///
/// However it ends or is stopped, it restores the terminal.
@Suite(.onItsOwnThread) struct BoardTerminalTests {
  private let person: Person

  init() throws {
    person = try Person.withStore()
    try person.expect("memo add Buy milk; memo add --doing Paint the fence")
  }

  /// Runs the board in a shell that continues afterwards, and returns the terminal and its settings
  /// before.
  private func board(
    _ command: String = "memo board", _ variables: [String: String] = [:], rows: Int = 24,
    columns: Int = 80
  ) throws -> (PseudoTerminal, before: PseudoTerminal.Settings) {
    var environment = person.environment
    environment["TERM"] = "xterm-256color"
    environment.merge(variables) { $1 }
    // Two shells: the inner one prints its process id, which becomes the board's.
    let script = """
      stty -g >../before; printf start; read line; sh -c 'echo $$ >../process; exec \(command)'; echo "code $?"; read line
      """
    let terminal = try PseudoTerminal(
      script, in: person.scratch(person.folder), environment: environment, rows: rows,
      columns: columns)
    try terminal.wait(for: "start")
    let before = terminal.settings
    terminal.type("\n")
    return (terminal, before)
  }

  /// The checks after the board has ended in any way.
  private func expectGivenBack(
    _ terminal: PseudoTerminal, code: Int, _ before: PseudoTerminal.Settings,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    try terminal.wait(for: "code ")
    let window = terminal.window
    #expect(window.text.contains("code \(code)\n"), sourceLocation: location)
    #expect(terminal.settings == before, sourceLocation: location)
    expectNothingIsOn(window, location)
    // Nothing of the board is left on the main screen.
    for piece in ["TODO", "? help", "│"] {
      #expect(!window.text.contains(piece), "\(window.text)", sourceLocation: location)
    }
  }

  /// Lines wrap, the cursor is visible, and all other modes are off.
  private func expectNothingIsOn(
    _ window: EmulatedTerminal, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(window.modes.isSubset(of: [7, 25]), sourceLocation: location)
    #expect(window.modes.isSuperset(of: [7, 25]), sourceLocation: location)
    #expect(window.unknown == [], sourceLocation: location)
  }

  @Test(arguments: [
    ["TERM": "xterm-256color"], ["TERM": "linux"],
    ["TERM": "tmux-256color", "NO_COLOR": "1", "LC_ALL": "C"],
  ]) func keysWorkAndTheTerminalIsRestored(variables: [String: String]) throws {
    let (terminal, before) = try board("memo board", variables)
    try terminal.wait(for: "Buy milk")
    #expect(terminal.settings != before)
    let isLinux = variables["TERM"] == "linux"
    #expect(terminal.window.modes.contains(1049) == !isLinux)
    #expect(terminal.window.modes.isSuperset(of: [2004, 1006]))
    terminal.resize(rows: 12, columns: 100)
    try terminal.wait { $0.text.split(separator: "\n").last?.hasSuffix("? help") ?? false }
    terminal.type("jd")
    try terminal.wait(for: "Moved Buy milk to Done")
    try terminal.wait(for: "DONE 1")
    terminal.type("q")
    try expectGivenBack(terminal, code: 0, before)
    #expect(try person.expect("memo list --all | wc -l") == "2\n")
    #expect(person.scratch.exists("store/done/buy-milk.md"))
    if variables["LC_ALL"] == "C" { #expect(terminal.bytes.allSatisfy { $0 < 0x80 }) }
    if variables["NO_COLOR"] != nil {
      #expect(!String(decoding: terminal.bytes, as: UTF8.self).contains(/\[0;[0-9;]*3[0-9]m/))
    }
  }

  /// Keys that follow in the same input as the key that quits, or opens an editor, do nothing.
  @Test(arguments: ["q:remove --yes buy\r", ":quit\rd"])
  func keysAfterTheEndDoNothing(keys: String) throws {
    let (terminal, before) = try board()
    try terminal.wait(for: "Buy milk")
    terminal.type(keys)
    try expectGivenBack(terminal, code: 0, before)
    #expect(try person.expect("memo list --all | wc -l; git log --oneline | wc -l") == "2\n3\n")
    #expect(person.scratch.exists("store/todo/buy-milk.md"))
  }

  @Test func keysAfterTheEditorsKeyDoNothing() throws {
    try person.scratch.write("#!/bin/sh\nprintf 'here I am'; read line\n", to: "bin/waiter")
    let (terminal, before) = try board("memo board", ["EDITOR": "waiter"])
    try terminal.wait(for: "Buy milk")
    terminal.type("edD")
    try terminal.wait(for: "here I am")
    terminal.type("\n")
    try terminal.wait { $0.modes.contains(1049) && $0.text.contains("Buy milk") }
    terminal.type("q")
    try expectGivenBack(terminal, code: 0, before)
    #expect(person.scratch.exists("store/todo/buy-milk.md"))
  }

  /// The error is printed as by other commands, before the board takes the screen.
  @Test("no store here") func aMissingStoreIsReported() throws {
    let (terminal, before) = try board("memo -C .. board")
    try terminal.wait(for: "code ")
    let said = try person.type("memo -C .. list")
    #expect(said.code != 0)
    #expect(terminal.window.text.contains("code \(said.code)\n"))
    #expect(terminal.window.text.contains(said.error.split(separator: "\n")[0].prefix(60)))
    #expect(terminal.settings == before)
    // The board sets no mode of the terminal.
    #expect(!String(decoding: terminal.bytes, as: UTF8.self).contains("\u{1B}[?"))
  }

  /// Text that was in a sheet when the board was killed.
  @Test func aDraftAfterAKillIsOffered() throws {
    let (terminal, _) = try board()
    try terminal.wait(for: "Buy milk")
    terminal.type("ASoup")
    try terminal.wait { $0.text.contains("●") }
    try person.expect(
      """
      for i in $(seq 600); do
        grep -rqs Soup .git/memo/drafts && exit 0; sleep 0.1
      done
      false
      """)
    try person.expect("kill -9 $(cat ../process)")
    try terminal.wait(for: "code 137")
    let (next, _) = try board()
    try next.wait(for: "Soup")
    next.type("\r")
    try next.wait { $0.text.contains("●") }
    next.type("\u{13}")
    try next.wait(for: "TODO 2")
    next.type("q")
    try next.wait(for: "code 0")
    #expect(person.scratch.exists("store/todo/soup.md"))
    try person.expect("! grep -rqs Soup .git/memo/drafts")
  }

  /// The terminal's replies change how the board is drawn, and are never read as keys.
  @Test func terminalRepliesAreUnderstood() throws {
    let (terminal, before) = try board()
    try terminal.wait(for: "Buy milk")
    #expect(Set(terminal.window.questions) == ["11;?"])
    terminal.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
    let blue = terminal.place(behind: "34m", from: 0, seconds: 20)
    #expect(blue != nil, "\(terminal.window.text)")
    terminal.type("q")
    try expectGivenBack(terminal, code: 0, before)
  }

  @Test func aDumbTerminalGetsColumns() throws {
    let (terminal, before) = try board("memo board", ["TERM": "dumb"])
    try terminal.wait(for: "code 0")
    #expect(terminal.settings == before)
    #expect(!terminal.bytes.contains(0x1B) && terminal.window.text.contains("todo 1"))
  }

  @Test(arguments: [
    (name: "TERM", code: 143), ("HUP", 129), ("SEGV", 139),
  ]) func aSignalEndsTheBoard(signal: (name: String, code: Int)) throws {
    let (terminal, before) = try board()
    try terminal.wait(for: "Buy milk")
    try person.expect("kill -\(signal.name) $(cat ../process)")
    try expectGivenBack(terminal, code: signal.code, before)
  }

  @Test func aClosedTerminalEndsTheBoard() throws {
    let (terminal, _) = try board()
    try terminal.wait(for: "Buy milk")
    terminal.close()
    try person.expect(
      "for i in $(seq 600); do kill -0 $(cat ../process) 2>/dev/null || exit 0; sleep 0.1; done; false"
    )
  }

  /// The board can't restore the terminal then, but the store is whole and the next board starts.
  @Test func aKilledBoardLeavesTheStoreWhole() throws {
    let (terminal, _) = try board()
    try terminal.wait(for: "Buy milk")
    terminal.type("jdjr1DyaSoup\rgd")
    // The shell's message is at the cursor, and may be cut at the edge.
    try person.expect("kill -9 $(cat ../process)")
    try person.expect(
      "for i in $(seq 600); do kill -0 $(cat ../process) 2>/dev/null || exit 0; sleep 0.1; done; false"
    )
    try person.expect("memo add Bread && memo check")
    #expect(try person.complaints() == "")
    let (next, _) = try board()
    try next.wait(for: "Bread")
    // The board may offer the unsaved task, which stays for later.
    next.type("qq")
    try next.wait(for: "code 0")
  }

  /// Stopped while a screen is half written, since the terminal reads no more.
  @Test func stoppingWhileDrawingWorks() throws {
    let (terminal, before) = try job(Self.comesBack, rows: 70, columns: 250)
    try terminal.wait(for: "Buy milk")
    // Ctrl-L many times, while nobody reads the output.
    for _ in 0..<100 {
      terminal.type("\u{0C}")
      usleep(5000)
    }
    try person.expect("kill -TSTP $(cat ../process)")
    try terminal.wait(for: "stopped 1")
    #expect(terminal.settings == before)
    expectNothingIsOn(terminal.window)
    #expect(!terminal.window.text.contains("TODO"))
    terminal.type("\r")
    try terminal.wait { $0.modes.contains(1049) && $0.text.contains("Buy milk") }
    #expect(terminal.settings != before)
    terminal.type("q")
    try expectGivenBack(terminal, code: 0, before)
  }

  /// In an orphaned process group, where no shell could continue it, the system stops no process.
  @Test func stoppingWithoutJobControlIsIgnored() throws {
    let (terminal, before) = try board()
    try terminal.wait(for: "Buy milk")
    for _ in 0..<3 {
      try person.expect("kill -TSTP $(cat ../process)")
      terminal.type("?")
      try terminal.wait(for: "type to search")
      terminal.type("\u{1B}")
      try terminal.wait { !$0.text.contains("type to search") && $0.text.contains("Buy milk") }
    }
    #expect(terminal.settings != before)
    terminal.type("q")
    try expectGivenBack(terminal, code: 0, before)
  }

  /// Runs the board as a job of a shell, and does something once it is stopped.
  private func job(
    _ then: String, rows: Int = 24, columns: Int = 80
  ) throws -> (PseudoTerminal, before: PseudoTerminal.Settings) {
    let terminal = try PseudoTerminal(
      """
      printf start; read line; set -m; sh -c 'echo $$ >../process; exec memo board'
      echo "stopped $?"; read line; \(then)
      """, in: person.scratch(person.folder),
      environment: person.environment.merging(["TERM": "xterm"]) { $1 }, rows: rows,
      columns: columns)
    try terminal.wait(for: "start")
    let before = terminal.settings
    terminal.type("\n")
    return (terminal, before)
  }

  private static let comesBack = "fg >/dev/null; echo \"code $?\"; read line"

  /// A shell that exits continues its stopped jobs, which have lost the terminal.
  @Test(arguments: [
    "exit", "kill -CONT $(cat ../process); sleep 1; exit",
    "kill -TERM $(cat ../process); kill -CONT $(cat ../process); sleep 60", "sleep 60",
  ]) func aStoppedBoardEndsWithItsShell(end: String) throws {
    let (terminal, _) = try job(end)
    try terminal.wait(for: "Buy milk")
    terminal.type("aCake")
    try terminal.wait(for: "Cake")
    terminal.type("\u{1A}")
    try terminal.wait(for: "stopped 1")
    terminal.type("\r")
    // As if its window was closed.
    if end == "sleep 60" { terminal.close() }
    try person.expect(
      "for i in $(seq 600); do kill -0 $(cat ../process) 2>/dev/null || exit 0; sleep 0.1; done; false"
    )
    #expect(try person.expect("grep -rl Cake .git/memo/drafts | wc -l") == "1\n")
  }

  /// In every way of stopping, typed text is kept first.
  @Test func draftsAreKeptBeforeAStop() throws {
    let (terminal, before) = try job(Self.comesBack)
    try terminal.wait(for: "Buy milk")
    terminal.type("aCa")
    try terminal.wait(for: "Ca")
    terminal.type("ke")
    try terminal.wait(for: "Cake")
    try person.expect("kill -TSTP $(cat ../process)")
    try terminal.wait(for: "stopped 1")
    try person.expect("grep -rqs Cake .git/memo/drafts")
    terminal.type("\r")
    try terminal.wait { $0.modes.contains(1049) && $0.text.contains("Cake") }
    terminal.type("\u{3}q")
    try expectGivenBack(terminal, code: 0, before)
  }

  /// In the background the board waits for the terminal and draws nothing.
  @Test func aStoppedBoardWaitsInTheBackground() throws {
    let (terminal, before) = try job("bg; sleep 1; echo waited; read line; \(Self.comesBack)")
    try terminal.wait(for: "Buy milk")
    terminal.type("\u{1A}")
    try terminal.wait(for: "stopped 1")
    terminal.type("\r")
    try terminal.wait(for: "waited")
    #expect(terminal.settings == before)
    expectNothingIsOn(terminal.window)
    terminal.type("\r")
    try terminal.wait { $0.modes.contains(1049) && $0.text.contains("Buy milk") }
    terminal.type("q")
    try expectGivenBack(terminal, code: 0, before)
  }

  /// Otherwise no other process could watch, and nothing would be synced.
  @Test func aStoppedBoardDoesNotWatch() throws {
    try person.expect(
      """
      git init -q --bare -b main ../hub.git; memo git remote add origin "$PWD/../hub.git"; memo sync
      git config memo.autosync true
      """)
    let (terminal, before) = try job(Self.comesBack)
    try terminal.wait(for: "Buy milk")
    let isThere = "for i in $(seq 600); do [ -e .git/memo/watch ] && exit 0; sleep 0.1; done; false"
    try person.expect(isThere)
    terminal.type("\u{1A}")
    try terminal.wait(for: "stopped 1")
    #expect(!person.scratch.exists("store/.git/memo/watch"))
    terminal.type("\r")
    try person.expect(isThere)
    try terminal.wait { $0.text.contains("Buy milk") }
    terminal.type("q")
    try expectGivenBack(terminal, code: 0, before)
  }

  /// A signal ends even the question after an editor.
  @Test func aSignalEndsAQuestion() throws {
    try person.scratch.write("#!/bin/sh\nsed -i '1a due: [' \"$1\"\n", to: "bin/breaker")
    let (terminal, before) = try board("memo board", ["EDITOR": "breaker"])
    try terminal.wait(for: "Buy milk")
    terminal.type("e")
    try terminal.wait(for: "[e/k/c]")
    try person.expect("kill -HUP $(cat ../process)")
    try expectGivenBack(terminal, code: 129, before)
    #expect(try person.scratch.read("store/todo/buy-milk.md").contains("due: ["))
  }

  /// Text from an editor that fails, or that leaves an invalid file, is kept.
  @Test(
    arguments: [("exit 3", "exit code 3"), ("printf '\\374' >>\"$1\"", "not UTF-8")])
  func textOfAFailedEditorIsKept(ending: String, reason: String) throws {
    try person.scratch.write(
      "#!/bin/sh\necho 'Two onions' >>\"$1\"\n\(ending)\n", to: "bin/loser")
    let (terminal, _) = try board("memo board", ["EDITOR": "loser"])
    try terminal.wait(for: "Buy milk")
    terminal.type("ASoup\t\t\t\t\t\r")
    try terminal.wait(for: reason)
    try person.expect("grep -aq 'Two onions' .git/memo/edit-*.txt")
    // The sheet is unchanged.
    #expect(terminal.window.text.contains("Soup"))
    terminal.type("\u{13}")
    try terminal.wait(for: "TODO 2")
    terminal.type("q")
    try terminal.wait(for: "code 0")
    try person.expect("! grep -q onions todo/soup.md && ls .git/memo/edit-*.txt")
  }

  /// Text that an editor had saved when the board was killed or its terminal was closed.
  @Test(arguments: ["KILL", "HUP"]) func textSavedInAnEditorIsOffered(signal: String) throws {
    try person.scratch.write(
      "#!/bin/sh\necho $$ >../editor; echo 'Two onions' >>\"$1\"; echo >../saved; exec sleep 60\n",
      to: "bin/slow")
    let (terminal, _) = try board("memo board", ["EDITOR": "slow"])
    try terminal.wait(for: "Buy milk")
    terminal.type("ASoup\t\t\t\t\t\r")
    try person.expect("for i in $(seq 600); do [ -e ../saved ] && exit 0; sleep 0.1; done; false")
    try person.expect("kill -\(signal) $(cat ../process); kill $(cat ../editor)")
    try terminal.wait(for: "code 1")
    let (next, _) = try board()
    try next.wait(for: "Soup")
    next.type("\r")
    try next.wait(for: "Two onions")
    next.type("\u{13}")
    try next.wait(for: "TODO 2")
    next.type("q")
    try next.wait(for: "code 0")
    #expect(try person.scratch.read("store/todo/soup.md").contains("Two onions"))
    try person.expect("! ls .git/memo/edit-*.txt && ! grep -rqs Soup .git/memo/drafts")
  }

  @Test func anEditorGetsTheRestoredTerminal() throws {
    try person.scratch.write(
      """
      #!/bin/sh
      stty -g >../inside; printf 'here I am'; read line
      sed 's/title: .*/title: Buy oat milk/' "$1" >doing/oat.md; rm "$1"
      """, to: "bin/mover")
    let (terminal, before) = try board("memo board", ["EDITOR": "mover"])
    try terminal.wait(for: "Buy milk")
    // Other edits meanwhile are committed, too, and don't block it.
    try person.expect("echo more >> doing/paint-the-fence.md")
    terminal.type("e")
    try terminal.wait(for: "here I am")
    expectNothingIsOn(terminal.window)
    terminal.type("\n")
    try terminal.wait { $0.modes.contains(1049) && $0.text.contains("Buy oat milk") }
    try terminal.wait(for: "DOING 2")
    #expect(terminal.window.modes.isSuperset(of: [2004, 1006]))
    terminal.type("q")
    try expectGivenBack(terminal, code: 0, before)
    #expect(try person.scratch.read("inside") == person.scratch.read("before"))
    #expect(try person.expect("memo check") == "")
    #expect(try person.complaints() == "")
  }
}
