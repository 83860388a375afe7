import Testing
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

@Suite struct PathsTests {
  @Test(arguments: [
    ("a", "b", "a/b"), ("", "b", "b"), ("a/", "b", "a/b"), ("a", "/b", "/b"), ("/", "b", "/b"),
    ("a", "", "a/"),
  ]) func joins(_ folder: String, _ rest: String, _ joined: String) {
    #expect(Paths.join(folder, rest) == joined)
  }

  @Test(arguments: [
    ("todo/home/a.md", "todo/home", "a.md", "a"), ("a.md", "", "a.md", "a"), ("/a", "/", "a", "a"),
    ("todo/.md", "todo", ".md", ""), ("todo/a.md.md", "todo", "a.md.md", "a.md"),
    ("todo/a.MD", "todo", "a.MD", "a.MD"), ("é/ü.md", "é", "ü.md", "ü"), ("", "", "", ""),
  ]) func takesApart(_ path: String, _ parent: String, _ name: String, _ stem: String) {
    #expect(Paths.parent(of: path) == parent)
    #expect(Paths.name(of: path) == name)
    #expect(Paths.stem(of: path) == stem)
  }

  @Test(arguments: [
    ("x", "/a/x"), ("./x", "/a/x"), ("../x", "/x"), ("../../../x", "/x"), ("/x/./y/../z", "/x/z"),
    ("~", "/home/kim"), ("~/x", "/home/kim/x"), ("~kim/x", "/a/~kim/x"), ("", "/a"), (".", "/a"),
    ("x//y/", "/a/x/y"), ("a b/é", "/a/a b/é"),
  ]) func resolves(_ path: String, _ absolute: String) {
    #expect(Paths.absolute(path, from: "/a", home: "/home/kim") == absolute)
  }

  @Test func withoutAHomeATildeIsAName() {
    #expect(Paths.absolute("~/x", from: "/a", home: nil) == "/a/~/x")
  }

  @Test(arguments: [
    ("/a/b", "/a", "b"), ("/a", "/a", ""), ("/ab", "/a", nil), ("/b", "/a", nil), ("/a", "/", "a"),
    ("/a/b/c", "/a/b", "c"), ("/a", "/a/b", nil),
  ]) func relates(_ path: String, _ folder: String, _ relative: String?) {
    #expect(Paths.relative(path, to: folder) == relative)
  }

  /// Names by Syncthing, Dropbox, Nextcloud, ownCloud, Seafile and Obsidian, in several languages,
  /// also twice.
  @Test(arguments: [
    "a.sync-conflict-20261127-063000-ABCDEFG.md", "a (Kim's conflicted copy 2026-11-27).md",
    "a (conflicted copy 2026-11-27 063000).md", "a_conflict-20261127-063000.md",
    "a (SFConflict kim@example.org 2026-11-27-06-30-00).md",
    "a (Conflicted copy laptop 202611270630).md",
    "a (In Konflikt stehende Kopie von Kim 2026-11-27).md",
    "a (Copie en conflit de Kim 2026-11-27).md", "a (Kim の競合コピー 2026-11-27).md",
    "a.sync-conflict-20261127-063000-ABCDEFG.sync-conflict-20261128-063000-ABCDEFH.md",
    "a (Kim's conflicted copy 2026-11-27) (conflicted copy 2026-11-28 063000).md",
  ])
  func conflictCopiesAreRecognized(name: String) {
    #expect(SyncCopy.original(of: "todo/x/\(name)") == "todo/x/a.md")
  }

  @Test(arguments: [
    "a.md", "a 2.md", "a-LAPTOP.md", "war (a conflict).md", "conflicted copy 2026.md",
    "(conflict 1).md",
    "a.sync-conflict.md", "a_conflict-1.md", ".sync-conflict-20261127-063000-ABCDEFG.md",
    "a (copy 2026-11-27).md", "a conflicted copy 2026-11-27",
  ])
  func otherNamesAreNoConflictCopies(name: String) {
    #expect(SyncCopy.original(of: "todo/\(name)") == nil)
  }

  /// If it has another file's id.
  @Test func anyWordForAConflictMarksACopy() {
    let marked = [
      "a [Conflict].md", "a_Conflict.md", "a (Case Conflict).md", "a.conflict-20261127.md",
      "a (Kim の競合コピー).md", "a_conf(Kim).md",
    ]
    for name in marked { #expect(SyncCopy.isMarked("todo/\(name)"), "\(name)") }
    for name in ["a.md", "a 2.md", "a-LAPTOP.md", "a-2026-11-27.md", "conflict/fence.md"] {
      #expect(!SyncCopy.isMarked("todo/\(name)"), "\(name)")
    }
  }
}
