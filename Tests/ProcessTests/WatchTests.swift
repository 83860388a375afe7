import Foundation
import TestSupport
import Testing

/// `memo sync --watch` beside other programs.
@Suite struct WatchTests {
  /// Starts it in the store with its output in the file `told`.
  private func start(_ person: Person, _ options: String...) throws -> Running {
    let running = try Running(person, [Products.path(of: "memo"), "sync", "--watch"] + options)
    try running.eventually { running.told().contains("Watching ") }
    return running
  }

  private func withHub() throws -> Person {
    let person = try Person.withStore()
    try person.expect(
      """
      git init -q --bare -b main ../hub.git; git remote add origin ../hub.git
      memo add Soup && memo sync && memo clone ../hub.git ../ben
      """)
    return person
  }

  @Test func changesAreSyncedBothWays() throws {
    let person = try withHub()
    var ben = person
    ben.folder = "ben"
    let watch = try start(person, "--every", "1s")
    // Editors save a new file and rename it over the old one.
    try person.expect(
      "sed 's/title: Soup/title: Hot soup/' todo/soup.md > todo/.soup.tmp; mv todo/.soup.tmp todo/soup.md"
    )
    try watch.eventually {
      try person.expect("git -C ../hub.git log -1 --format=%s main")
        == "edit: Hot soup (title Soup → Hot soup)\n"
    }
    try ben.expect("memo sync; memo start soup; memo sync")
    try watch.eventually { person.scratch.exists("store/doing/soup.md") }
    // Other commands work meanwhile, another watch doesn't.
    try person.expect("memo add Bread")
    try watch.eventually {
      try person.expect("memo status").contains("Up to date with origin/main")
    }
    let second = try person.type("memo sync --watch")
    let process = try person.scratch.read("store/.git/memo/watch").prefix { $0 != "\n" }
    #expect(
      second
        == Ran(
          output: "",
          error: """
            error: another memo, process \(process), watches \(person.scratch("store")) already
            hint: 'kill \(process)' ends it

            """, code: 5))
    try person.expect("kill \(process)")
    try watch.eventually { watch.told().hasSuffix(" Ended.\n") }
    #expect(watch.code() == 0)
    #expect(watch.told().contains(" in: move Hot soup (todo → doing)\n"))
    #expect(try person.complaints() == "")
  }

  @Test(arguments: ["TERM", "INT"]) func signalsEndIt(signal: String) throws {
    let person = try Person.withStore()
    let watch = try start(person)
    try person.expect(
      "echo '# Bread' > todo/bread.md; kill -\(signal) $(head -n 1 .git/memo/watch)")
    #expect(watch.code() == 0)
    #expect(watch.told().contains("Bread") && watch.told().hasSuffix(" Ended.\n"))
    #expect(try person.expect("git log -1 --format=%s") == "add: Bread\n")
    #expect(try person.complaints() == "")
  }

  /// The commands in the examples for systemd and launchd.
  @Test(arguments: ["service", "plist"]) func theServicesOfTheExamplesWork(kind: String) throws {
    let file = Products.project.appending(path: "examples/services/memo-sync.\(kind)")
    var person = try Person()
    try person.expect(
      "mkdir -p ../home/.local/bin; ln -s $(command -v memo) ../home/.local/bin; memo init ../home/tasks"
    )
    person.folder = "home/tasks"
    let words: [String]
    if kind == "plist" {
      let list = try PropertyListSerialization.propertyList(
        from: Data(contentsOf: file), format: nil)
      words = try #require((list as? [String: Any])?["ProgramArguments"] as? [String])
    } else {
      let line = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .first { $0.hasPrefix("ExecStart=") }
      words = try #require(line).dropFirst("ExecStart=".count)
        .replacing("%h", with: person.scratch("home")).split(separator: " ").map(String.init)
    }
    let watch = try Running(person, words)
    let mark = ".git/memo/watch"
    try watch.eventually { try person.type("kill $(head -n 1 \(mark))").code == 0 }
    #expect(watch.code() == 0)
    let log = kind == "plist" ? "home/Library/Logs/memo-sync.log" : "told"
    #expect(try person.scratch.read(log).contains(" Ended.\n"))
  }

  @Test func invalidOptionsAreRefused() throws {
    let person = try Person.withStore()
    for options in ["--every 5m", "--watch --every 5", "--watch --every 0s", "--watch -n"] {
      #expect(try person.type("memo sync \(options)").code == 64, "\(options)")
    }
    let configured = try person.type("git config memo.watchInterval soon; memo sync --watch")
    #expect(
      configured.error == """
        error: memo.watchInterval holds 'soon', which is not an interval
        hint: git config memo.watchInterval 5m; from 1s to 24h

        """)
    #expect(configured.code == 1)
  }
}

/// A program in the background.
private final class Running {
  private let person: Person

  /// - Parameter words: A program's path and its arguments.
  init(_ person: Person, _ words: [String]) throws {
    self.person = person
    // A child inherits files that tests have open, such as sockets by which they learn that
    // programs have ended, and this one lives long. With job control, a shell doesn't let
    // background programs ignore Ctrl-C.
    let script = """
      set -m
      (for fd in /dev/fd/*; do fd=${fd##*/}; [ "$fd" -gt 2 ] && eval "exec $fd>&-"; done
      "$@"; echo "[$?]") > "$0" 2>&1 < /dev/null &
      """
    let ran = try run(
      "bash", ["-c", script, person.scratch("told")] + words, in: person.scratch(person.folder),
      environment: person.environment)
    guard ran.code == 0 else { throw GitFailure(message: ran.error) }
  }

  deinit {
    _ = try? person.type("test -s .git/memo/watch && kill -9 $(head -n 1 .git/memo/watch)")
  }

  /// Its output so far.
  func told() -> String {
    text.replacing(/^\[[0-9]+\]\n/.anchorsMatchLineEndings(), with: "")
  }

  /// Its exit code; nil if it doesn't end.
  func code() -> Int? {
    for _ in 0..<2400 {
      if text.hasSuffix("]\n"), let mark = text.lastIndex(of: "[") {
        return Int(text[mark...].dropFirst().dropLast(2))
      }
      Thread.sleep(forTimeInterval: 0.05)
    }
    return nil
  }

  /// The last line is the exit code in brackets.
  private var text: String { (try? person.scratch.read("told")) ?? "" }

  /// Waits for a condition.
  func eventually(
    _ location: SourceLocation = #_sourceLocation, _ holds: () throws -> Bool
  ) throws {
    for _ in 0..<2400 {
      if try holds() { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    Issue.record("it didn't happen in time: \(told())", sourceLocation: location)
  }
}
