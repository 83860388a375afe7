import Foundation
import MemoCLI
import MemoKit

/// A random history of several people in a shared store: with memo, editors, plain git and wrong
/// clocks.
///
/// Each step is a shell command, so a failed history is a script.
public struct RandomHistory {
  /// How to run `memo`.
  public enum Program {
    /// In this process, with fixed ids.
    case inProcess
    /// The built program.
    case built
  }

  public let seed: UInt64
  public let team: Team
  let program: Program
  let shell: PersistentShell
  var random: SeededRandom
  /// The commands so far.
  public private(set) var script: [String] = []
  /// The faults found so far.
  public var faults: [String] = []

  /// The task of each word.
  public internal(set) var owners: [Int: Int] = [:]
  var lastNumber = 0
  /// The words that were on a disk when memo recorded.
  public internal(set) var sightings: Set<Finding> = []
  /// The words of commits that were amended.
  public internal(set) var forgiven: Set<Finding> = []
  /// The words of lines that a person joined with those above.
  public internal(set) var joined: Set<Int> = []
  /// How often a person copied a file, unchanged or with other words.
  var copies = 0

  private var now: Int64 = 1_795_187_045
  private let skews: [Int64]

  /// - Parameter people: The number of clones.
  public init(seed: UInt64, people: Int = 3, program: Program = .inProcess) throws {
    self.seed = seed
    self.program = program
    random = SeededRandom(seed: seed)
    team = try Team(of: people, seed: seed)
    skews = (0..<people).map { [random] _ in
      var random = random
      return [0, 0, 7200, -18_000].randomElement(using: &random) ?? 0
    }
    var environment = team.scratch.environment
    environment["PATH"] = "\(Products.folder.path):\(environment["PATH"] ?? "")"
    shell = try PersistentShell(
      in: team.scratch.path, environment: environment, preamble: Self.preamble)
    _ = random.next()
  }

  public var people: Int { team.desks.count }

  /// The commands that repeat the history, except for the ids.
  public var text: String {
    """
    #!/bin/sh
    # The random history \(seed), in an empty folder.
    export HOME="$PWD/home" GIT_CONFIG_NOSYSTEM=1 LC_ALL=C.UTF-8 TZ=UTC
    mkdir -p "$HOME"
    \(Self.preamble)
    git init --quiet --bare --initial-branch=main hub.git
    mkdir ana
    (as Ana ana 1795187045; memo init --remote "$TOP/hub.git"; memo sync)
    for name in \(team.desks.dropFirst().map(\.folder).joined(separator: " ")); do
    (as Ben ben 1795187045; cd "$TOP"; memo clone hub.git $name); done

    """ + script.joined(separator: "\n") + "\n"
  }

  private static let preamble = #"""
    TOP=$PWD
    as() {
      cd "$TOP/$2"
      export GIT_AUTHOR_NAME=$1 GIT_AUTHOR_EMAIL=$2@example.org GIT_AUTHOR_DATE="@$3 +0000"
      export GIT_COMMITTER_NAME=$1 GIT_COMMITTER_EMAIL=$2@example.org
      export GIT_COMMITTER_DATE="@$3 +0000"
    }
    edit() { perl -0777 -pi -e '$e = /\r\n/ ? "\r\n" : "\n"; @l = split /^/; '"$1"'; $_ = join "", @l' "$2"; }
    move() { mkdir -p "$(dirname "$2")" && mv -n "$1" "$2"; }
    """#
}

extension RandomHistory {
  /// A random number below a limit.
  mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  mutating func chance(_ percent: Int) -> Bool { number(100) < percent }

  mutating func pick<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &random) }

  /// A new word for a task.
  mutating func word(for mark: Int) -> String {
    lastNumber += 1
    owners[lastNumber] = mark
    return "w\(lastNumber)q"
  }

  /// A new task's mark.
  mutating func mark() -> Int {
    lastNumber += 1
    owners[lastNumber] = lastNumber
    return lastNumber
  }

  /// Advances the clock a little, or not at all.
  mutating func wait() {
    now += pick([0, 0, 1, 60, 3600]) ?? 0
    for (desk, skew) in zip(team.desks, skews) { desk.setClock(now + skew) }
  }

  /// Advances the clock by hours or days.
  mutating func waitLong() {
    now += Int64(3600 * (1 + number(60)))
    wait()
  }

  /// Types a line in a person's clone.
  @discardableResult
  mutating func type(_ who: Int, _ line: String) throws -> Ran {
    let desk = team[who]
    let name = desk.environment.variables["GIT_AUTHOR_NAME"] ?? ""
    let whole = "(as \(name) \(desk.folder) \(now + skews[who]); \(line))"
    script.append(whole)
    return try shell.type(whole)
  }

  /// Runs memo in a person's clone.
  mutating func runMemo(_ who: Int, _ arguments: [String]) throws -> Ran {
    let line = "memo " + arguments.map(quoted).joined(separator: " ")
    guard program == .inProcess else { return try type(who, line) }
    let desk = team[who]
    let name = desk.environment.variables["GIT_AUTHOR_NAME"] ?? ""
    script.append("(as \(name) \(desk.folder) \(now + skews[who]); \(line))")
    let outcome = desk.memoNow(arguments)
    return Ran(output: outcome.output, error: outcome.error, code: outcome.status.rawValue)
  }

  mutating func fault(_ text: String) { faults.append("step \(script.count): \(text)") }

  /// The files in a person's clone.
  func disk(_ who: Int) throws -> TreeFacts {
    var facts = TreeFacts()
    for path in team.scratch.files(team[who].folder) {
      let url = URL(filePath: team.scratch(team[who].path(path)))
      facts[path] = FileFacts(Array(try Data(contentsOf: url)))
    }
    return facts
  }
}
