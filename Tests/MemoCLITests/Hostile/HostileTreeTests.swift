import Foundation
import Git
import MemoCLI
import TestSupport
import Testing

/// Malicious trees that git would never write.
///
/// memo writes nothing outside of the clone or into its repository, and the clone stays usable.
@Suite(.onItsOwnThread) struct HostileTreeTests {
  struct Name: CustomTestStringConvertible {
    var text: String
    var testDescription: String { text.debugDescription }
  }

  private static let names = [
    "..", ".", ".git", ".GIT", ".Git ", ".git.", ".git::$INDEX_ALLOCATION", "git~1", "GIT~1",
    ".git\\hooks",
  ].map(Name.init)

  /// Names that only HFS+ takes for `.git`; git clones them on other systems.
  private static let namesOfMacs = [".g\u{200C}it", "\u{FEFF}.git"].map(Name.init)

  private static let sample = [".git", "..", ".GIT", "git~1", ".git\\hooks"].map(Name.init)

  @Test(arguments: Effort.isWhole ? names + namesOfMacs : sample) func aSyncRefusesIt(_ name: Name)
    throws
  {
    let scene = try HostileScene()
    // One of them in every place, the others where a sync comes first.
    let places =
      name.text == ".git" ? HostileScene.Place.allCases : [.topFile, .taskFolder]
    for place in places {
      try scene.push(name.text, place)
      for isMerge in place == .taskFolder ? [false, true] : [false] {
        let desk = try scene.clone("\(place)-\(isMerge)")
        if isMerge { desk.memo("add", "Mine") }
        let before = try scene.scratch.git("rev-parse", "HEAD", in: desk.folder)
        let outcome = desk.memo("sync")
        #expect(outcome.status == .refused, "\(outcome)")
        #expect(outcome.error.contains("a path that git forbids"), "\(outcome)")
        #expect(try scene.scratch.git("rev-parse", "HEAD", in: desk.folder) == before)
        #expect(desk.memo("add", "Another").status == .done)
        #expect(try scene.scratch.git("status", "--porcelain", in: desk.folder) == "")
      }
    }
    #expect(scene.strangers() == [])
  }

  @Test(arguments: Effort.isWhole ? names : sample) func aCloneRefusesIt(_ name: Name) throws {
    let scene = try HostileScene()
    for place in [HostileScene.Place.topFolder, .taskFile] {
      try scene.push(name.text, place)
      let outcome = Desk(scene.scratch, ".").memo("clone", scene.scratch("hub.git"), "new")
      #expect(outcome.status == .refused, "\(outcome)")
      #expect(outcome.error.contains("a file that git checks out nowhere"), "\(outcome)")
      #expect(!scene.scratch.exists("new"))
    }
    #expect(scene.strangers() == [])
  }

  /// Writing through a linked folder would leave the clone.
  @Test func aLinkInPlaceOfAFolderIsNotFollowed() throws {
    for link in ["todo", "done", ".memo", ".gitattributes"] {
      let scene = try HostileScene()
      let desk = try scene.clone("linked")
      try scene.scratch.git("rm", "-rq", "--cached", "--ignore-unmatch", link, in: "author")
      try? scene.scratch.remove("author/\(link)")
      try FileManager.default.createDirectory(
        atPath: scene.scratch("outside"), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: scene.scratch("author/\(link)"), withDestinationPath: scene.scratch("outside"))
      try scene.scratch.git("add", "--all", in: "author")
      try scene.scratch.git("commit", "--quiet", "--message", "link", in: "author")
      try scene.scratch.git("push", "--quiet", "--force", in: "author")
      #expect(desk.memo("sync").status == .refused)
      // A person merges it with git.
      try scene.scratch.git("pull", "--quiet", in: desk.folder)
      for line in [["add", "Mine"], ["done", "anchor"], ["set", "anchor", "a=b"], ["undo"]] {
        _ = desk.memo(line)
      }
      #expect(scene.scratch.files("outside") == [], "\(link)")
    }
  }

  @Test func similarNamesAreAllowed() {
    for name in [
      "gitty", ".gitignore", ".github/x", "git~2", "git~10", "todo/..x", "todo/x..", "a.git",
    ] {
      #expect(name.isCheckoutPath, "\(name)")
    }
    for name in ["", "/etc/passwd", "todo//x", "todo/", "a/.GIT/x", "a/../b", ".git . ."] {
      #expect(!name.isCheckoutPath, "\(name)")
    }
  }
}

/// A remote to which somebody pushes malicious trees.
private struct HostileScene {
  enum Place: CaseIterable { case topFile, topFolder, taskFile, taskFolder }

  let scratch: Scratch
  private let anchor: String

  init() throws {
    let team = try Team(of: 1)
    scratch = team.scratch
    team[0].memo("add", "Anchor")
    team[0].memo("sync")
    try scratch.git("clone", "--quiet", "hub.git", "author")
    anchor = try scratch.git("rev-parse", "HEAD", in: "author")
  }

  /// A clone of the remote's earlier state.
  func clone(_ name: String) throws -> Desk {
    let desk = Desk(scratch, name, seed: 9)
    try scratch.copy("ana", name)
    return desk
  }

  /// Adds an entry to the remote's tree.
  func push(_ name: String, _ place: Place) throws {
    let text = "---\ntitle: Evil\n---\n"
    try scratch.write(text, to: "blob")
    let blob = try scratch.git("hash-object", "-w", scratch("blob"), in: "author")
    let hooks = try tree([("100755", "pre-commit", blob)])
    let folder = try tree([("100644", "evil.md", blob), ("40000", "hooks", hooks)])
    let isFile = place == .topFile || place == .taskFile
    let entry = (isFile ? "100644" : "40000", name, isFile ? blob : folder)
    var top = try entries("HEAD")
    if place == .topFile || place == .topFolder {
      top.append(entry)
    } else {
      let todo = try tree(try entries("HEAD:todo") + [entry])
      top = top.filter { $0.1 != "todo" } + [("40000", "todo", todo)]
    }
    let commit = try scratch.git(
      "commit-tree", "-p", anchor, "-m", "add: Evil", try tree(top), in: "author")
    try scratch.git(
      "push", "--quiet", "--force", "origin", "\(commit):refs/heads/main", in: "author")
  }

  private typealias Entry = (String, String, String)

  private func entries(_ tree: String) throws -> [Entry] {
    try scratch.git("ls-tree", tree, in: "author").split(separator: "\n").map { line in
      let parts = line.split(separator: "\t")
      let words = parts[0].split(separator: " ")
      return (String(words[0].drop { $0 == "0" }), String(parts[1]), String(words[2]))
    }
  }

  /// Writes a tree without a check of its names.
  private func tree(_ entries: [Entry]) throws -> String {
    var bytes: [UInt8] = []
    let sorted = entries.sorted { a, b in
      let keys = [a, b].map { Array(($0.1 + ($0.0 == "40000" ? "/" : "")).utf8) }
      return keys[0].lexicographicallyPrecedes(keys[1])
    }
    for (mode, name, id) in sorted {
      bytes += Array("\(mode) \(name)\0".utf8)
      var digits = id[...]
      while !digits.isEmpty {
        bytes.append(UInt8(digits.prefix(2), radix: 16) ?? 0)
        digits = digits.dropFirst(2)
      }
    }
    try scratch.write(bytes, to: "tree")
    return try scratch.git(
      "hash-object", "-t", "tree", "-w", "--literally", scratch("tree"), in: "author")
  }

  /// Files outside of the expected places.
  func strangers() -> [String] {
    let all =
      FileManager.default.enumerator(atPath: scratch.path)?.compactMap { $0 as? String } ?? []
    return all.filter { $0.hasSuffix("evil.md") || $0.hasSuffix("hooks/pre-commit") }
  }
}
