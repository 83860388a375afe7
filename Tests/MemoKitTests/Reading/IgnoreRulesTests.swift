import Foundation
import TestSupport
import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// The quick look at ignore files must never miss what git ignores.
@Suite struct IgnoreRulesTests {
  private func mayIgnore(_ patterns: String, _ path: String) -> Bool {
    var rules = IgnoreRules()
    rules.add(Array(patterns.utf8))
    return rules.mayIgnore(path)
  }

  @Test func saysNoWhereNoPatternCanMatch() {
    for patterns in ["", "# todo", "!a.md", "*.o", "build/", ".DS_Store", "\n\n", "node_modules"] {
      #expect(!mayIgnore(patterns, "todo/a.md"), "\(patterns)")
    }
  }

  @Test func saysPerhapsWhereOneCould() {
    for patterns in [
      "a.md", "*.md", "todo", "/todo/", "todo/**", "*", "**/a.md", "[a-z].md", "a.m?", "a.md  ",
      "a.md\r", "\\a.md", "!x\na.md",
    ] {
      #expect(mayIgnore(patterns, "todo/a.md"), "\(patterns)")
    }
  }

  private static let letters = ["a", "b", "#", " ", "!", "é", "x y", "a-b", ".a"]

  private func pattern(_ random: inout SeededRandom) -> String {
    let pieces = [
      "a", "b", "*", "**", "?", "[ab]", "[!a]", "[]-]", "\\", "\\a", "\\*", "/", "/", ".md", "md",
      "todo", "é", " ", "\\ ", "#", "!", "x y", ".", "\t", "[[:alpha:]]", "{a,b}",
    ]
    let count = Int.random(in: 1...5, using: &random)
    var text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "a" }.joined()
    if Int.random(in: 0..<6, using: &random) == 0 { text = "!" + text }
    if Int.random(in: 0..<6, using: &random) == 0 {
      text += ["/", " ", "\r", "  "].randomElement(using: &random) ?? ""
    }
    return text
  }

  private func path(_ random: inout SeededRandom) -> String {
    let folders = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      Self.letters.randomElement(using: &random) ?? "a"
    }
    let name = (Self.letters.randomElement(using: &random) ?? "a") + ".md"
    return (["todo"] + folders + [name]).joined(separator: "/")
  }

  /// Whatever real git ignores, the quick look does not call safe.
  @Test(arguments: 0..<40) func neverMissesWhatGitIgnores(seed: Int) throws {
    let scratch = try Scratch()
    try scratch.git("init", "--quiet", "r")
    var random = SeededRandom(seed: UInt64(seed))
    let patterns = (0..<Int.random(in: 1...4, using: &random)).map { _ in pattern(&random) }
      .joined(separator: "\n")
    try scratch.write(patterns + (Bool.random(using: &random) ? "\n" : ""), to: "r/.gitignore")
    let paths = Set((0..<60).map { _ in path(&random) }).sorted()
    let ran = try run(
      "git", ["check-ignore", "--stdin", "-z"], in: scratch("r"), environment: scratch.environment,
      input: paths.joined(separator: "\0") + "\0")
    try #require(ran.code <= 1, "\(ran.error)")
    for ignored in ran.output.split(separator: "\0").map(String.init) {
      #expect(mayIgnore(patterns, ignored), "'\(patterns)' and '\(ignored)'")
    }
  }

  @Test func everyIgnoreFileThatGitReadsIsRead() throws {
    let bench = try Bench([:])
    try bench.shell(
      """
      mkdir -p todo/x/y
      for n in one two three four kept; do echo $n > todo/x/y/$n.md; done
      echo one.md > .gitignore
      echo two.md > todo/x/y/.gitignore
      echo three.md > .git/info/exclude
      echo four.md > todo/.gitignore
      """)
    #expect(try bench.store().read().tasks.map(\.path) == ["todo/x/y/kept.md"])
    try bench.record()
    // What is recorded already is a task, whatever the ignore files say.
    try bench.shell("echo '*.md' > .gitignore; echo new > todo/new.md")
    #expect(try bench.store().read().tasks.map(\.path) == ["todo/x/y/kept.md"])
    #expect(try bench.record().recorded == [])
  }
}
