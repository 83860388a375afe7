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

/// The quick check of ignore files must never miss a file that git ignores.
@Suite struct IgnoreRulesTests {
  private func mayIgnore(_ patterns: String, _ path: String) -> Bool {
    var rules = IgnoreRules()
    rules.add(Array(patterns.utf8))
    return rules.mayIgnore(path)
  }

  @Test func excludesImpossibleMatches() {
    for patterns in [
      "", "# todo", "!a.md", "*.o", "build/", ".DS_Store", "\n\n", "node_modules", "*.py[cod]",
      "/.vscode/*", "npm-debug.log*", "[Bb]in/", "**/dist/**", "b*.md",
    ] {
      #expect(!mayIgnore(patterns, "todo/a.md"), "\(patterns)")
    }
  }

  @Test func allowsPossibleMatches() {
    for patterns in [
      "a.md", "*.md", "todo", "/todo/", "todo/**", "*", "**/a.md", "[a-z].md", "a.m?", "a.md  ",
      "a.md\r", "\\a.md", "!x\na.md", "A.MD", "*.[mM]d", "[", "to[a/b]do",
      "\u{FEFF}a.md",
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

  /// A file that git ignores never passes the quick check.
  @Test(arguments: 0..<Effort.count(6)) func neverMissesWhatGitIgnores(seed: Int) throws {
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

  /// The tasks are the files that git would list, with any ignore files in any place.
  @Test(arguments: 0..<Effort.count(6)) func tasksAreWhatGitDoesNotIgnore(seed: Int) throws {
    let bench = try Bench([:])
    var random = SeededRandom(seed: UInt64(seed))
    func one<Value>(_ values: [Value]) -> Value {
      values[.random(in: values.indices, using: &random)]
    }
    let names = ["a", "A", "b", "draft", "draft-keep", "é", "É", "x y", "#b", "!c", "c ", "[a]"]
    for _ in 0..<40 {
      let folders = (0..<Int.random(in: 0...2, using: &random)).map { _ in one(names) }
      try bench.desk.write(
        "x", to: (["todo"] + folders + [one(names) + ".md"]).joined(separator: "/"))
    }
    let ignoreFiles = [
      ".gitignore", "todo/.gitignore", "todo/a/.gitignore", ".git/info/exclude", "../my ignore",
    ]
    let pieces = [
      "a", "A", "draft", "keep", "é", "b", "*", "**", "?", "[ab]", "[!a]", "\\", "/", "/", ".md",
      ".MD", "-", " ", "\\ ", "#", "!", "x y", "todo", "[[:upper:]]",
    ]
    for file in ignoreFiles where Bool.random(using: &random) {
      let lines = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        let sign = one(["", "", "!"])
        if Bool.random(using: &random) {
          return sign + one(["", "/", "todo/", "**/"]) + one(names + ["*", "draft*"])
            + one([".md", ".MD", "/", "", "/**", "*", ".md  "])
        }
        return sign + (0..<Int.random(in: 1...5, using: &random)).map { _ in one(pieces) }.joined()
      }
      try bench.desk.write(lines.joined(separator: "\n") + one(["", "\n", "\r\n"]), to: file)
    }
    try bench.shell(
      """
      git config core.ignoreCase \(Bool.random(using: &random))
      git config core.excludesFile '../my ignore'
      """)
    let expected = try bench.shell("git ls-files -z --others --exclude-standard todo")
      .split(separator: "\0").map(String.init).filter { $0.hasSuffix(".md") }
    let found = try bench.store().read().tasks.map(\.path)
    let rules = ignoreFiles.compactMap { try? "\($0): \(bench.desk.read($0))" }
    #expect(Set(found) == Set(expected), "\(rules)")
  }

  /// libgit2 would ignore the first and not the second.
  @Test func negationsAndCaseMatchGit() throws {
    let bench = try Bench([:])
    try bench.desk.write(
      "draft*.md\n!todo/draft-keep.md\nNOTES.MD\n*.png\n!todo/x/map.png\n", to: ".gitignore")
    for name in ["draft-a.md", "draft-keep.md", "notes.md", "x/map.png", "x/other.png"] {
      try bench.desk.write("text\n", to: "todo/\(name)")
    }
    try bench.shell("git config core.ignoreCase true")
    #expect(try bench.store().read().tasks.map(\.path) == ["todo/draft-keep.md"])
    try bench.record()
    #expect(
      try bench.shell("git ls-files todo") == "todo/draft-keep.md\ntodo/x/map.png\n")
    try bench.shell("git config core.ignoreCase false")
    #expect(
      try bench.store().read().tasks.map(\.path) == ["todo/draft-keep.md", "todo/notes.md"])
  }

  /// A file that git's configuration names.
  @Test func theUsersOwnIgnoreFileIsFound() throws {
    let bench = try Bench([:])
    let home = try #require(bench.desk.environment.variables["HOME"])
    try bench.shell(
      """
      mkdir -p '\(home)/my files'
      printf '[core]\\n\\texcludesFile = "~/my files/ignore" # mine\\n' > '\(home)/more'
      printf '[include]\\n\\tpath = more\\n' >> '\(home)/.gitconfig'
      echo one.md > '\(home)/my files/ignore'
      echo text > todo/one.md; echo text > todo/two.md
      """)
    #expect(try bench.store().read().tasks.map(\.path) == ["todo/two.md"])
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
    // A recorded file is a task, whatever ignore files say.
    try bench.shell("echo '*.md' > .gitignore; echo new > todo/new.md")
    #expect(try bench.store().read().tasks.map(\.path) == ["todo/x/y/kept.md"])
    #expect(try bench.record().recorded == [])
  }
}
