import Foundation
import Git
import Synchronization
import TestSupport
import Testing

@Suite struct WorkTreeTests {
  let scratch: Scratch
  let tree: WorkTree

  init() throws {
    scratch = try Scratch()
    tree = try WorkTree(scratch.path)
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func makesReplacesAndRemovesFiles() throws {
    try tree.replace("a/b/x.md", with: bytes("one"), expecting: nil)
    #expect(try scratch.read("a/b/x.md") == "one")
    try tree.replace("a/b/x.md", with: bytes("two"), expecting: bytes("one"))
    #expect(try tree.read("a/b/x.md").bytes == bytes("two"))
    try tree.remove("a/b/x.md", expecting: bytes("two"))
    #expect(!scratch.exists("a/b"))
    #expect(scratch.exists("a"))
  }

  @Test func foldersCanBeRemovedAndMadeAgain() throws {
    for text in ["one", "two", "three"] {
      try tree.replace("a/b/x.md", with: bytes(text), expecting: nil)
      try tree.remove("a/b/x.md", expecting: bytes(text))
      #expect(!scratch.exists("a/b"))
    }
    try tree.replace("c/7/x.md", with: bytes("seven"), expecting: nil)
    try scratch.move("c/7", "c/elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: scratch("c/7"), withDestinationPath: scratch("c/elsewhere"))
    #expect(throws: FileError.self) { try tree.read("c/7/x.md") }
  }

  /// Listing a folder returns all of it each time.
  @Test func listingsAreIndependent() throws {
    for name in ["a.txt", "b.txt", "deep/c.txt"] { try scratch.write(name, to: "folder/\(name)") }
    for _ in 0..<3 {
      #expect(
        try tree.list("folder").map(\.path) == [
          "folder/a.txt", "folder/b.txt", "folder/deep", "folder/deep/c.txt",
        ])
    }
    // Files that stay are found, also after the folders were listed.
    _ = try tree.move("folder", to: "other") { names in Set(names.filter { $0 == "c.txt" }) }
    #expect(try tree.list("folder").map(\.path) == ["folder/deep", "folder/deep/c.txt"])
    #expect(try tree.list("other").map(\.path) == ["other/a.txt", "other/b.txt"])
  }

  @Test func neverOverwritesUnexpectedContent() throws {
    try scratch.write("saved in the editor", to: "x.md")
    for expected in [nil, bytes("read before")] {
      #expect(throws: FileError.self) {
        try tree.replace("x.md", with: bytes("memo's"), expecting: expected)
      }
    }
    #expect(throws: FileError.self) { try tree.remove("x.md", expecting: bytes("read before")) }
    #expect(try scratch.read("x.md") == "saved in the editor")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["x.md"])
  }

  @Test func aChangeIsRolledBackWithoutWriting() throws {
    try scratch.write("one", to: "x.md")
    let inode = try tree.status(of: "x.md")?.inode
    for after in [bytes("two"), nil] {
      let change = try tree.change(FileEdit(path: "x.md", before: bytes("one"), after: after))
      #expect(try tree.content("x.md") == after)
      try tree.rollBack(change)
      #expect(try scratch.read("x.md") == "one")
      #expect(try tree.status(of: "x.md")?.inode == inode)
    }
    let new = try tree.change(FileEdit(path: "y/z.md", before: nil, after: bytes("three")))
    try tree.rollBack(new)
    #expect(!scratch.exists("y/z.md"))
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: scratch.path).sorted() == ["x.md", "y"])
  }

  @Test func savedEditsSurviveARollBack() throws {
    try scratch.write("one", to: "x.md")
    let change = try tree.change(FileEdit(path: "x.md", before: bytes("one"), after: bytes("two")))
    try scratch.write("two and more", to: "x.md")
    let error = #expect(throws: FileError.self) { try tree.rollBack(change) }
    #expect(error?.reason == .changed)
    #expect(try scratch.read("x.md") == "two and more")
    let removal = try tree.change(FileEdit(path: "x.md", before: bytes("two and more"), after: nil))
    try scratch.write("new", to: "x.md")
    try tree.rollBack(removal)
    #expect(try scratch.read("x.md") == "new")
    #expect(try scratch.read("x-saved.md") == "two and more")
  }

  @Test func leftoversWithUniqueContentAreKept() throws {
    for name in ["t/.memo-w1.a.md", "t/.memo-x2.a.md", "t/.memo-x3.b.md", "t/.memo-old"] {
      try scratch.write(name, to: name)
    }
    try scratch.write("there", to: "t/a-saved.md")
    let found = tree.sweep("t") { $0 == self.bytes("t/.memo-x3.b.md") }
    #expect(found.sorted() == ["t/a-saved-2.md", "t/old-saved.md"])
    #expect(try scratch.read("t/a-saved-2.md") == "t/.memo-x2.a.md")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch("t")).sorted()
        == ["a-saved-2.md", "a-saved.md", "old-saved.md"])
  }

  @Test func keepsTheMode() throws {
    try scratch.write("one", to: "x.md")
    chmod(scratch("x.md"), 0o640)
    try tree.replace("x.md", with: bytes("two"), expecting: bytes("one"))
    #expect(try tree.status(of: "x.md").map { $0.mode & 0o777 } == 0o640)
    try tree.replace("x.md", with: bytes("three"), expecting: bytes("two"), isExecutable: true)
    #expect(try tree.status(of: "x.md").map { $0.mode & 0o777 } == 0o750)
  }

  @Test func followsNoSymbolicLink() throws {
    try scratch.write("outside", to: "elsewhere/secret.md")
    try FileManager.default.createSymbolicLink(
      atPath: scratch("link"), withDestinationPath: scratch("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch("x.md"), withDestinationPath: scratch("elsewhere/secret.md"))
    #expect(throws: FileError.self) { try tree.read("link/secret.md") }
    #expect(throws: FileError.self) { try tree.read("x.md") }
    #expect(throws: FileError.self) {
      try tree.replace("link/new.md", with: bytes("x"), expecting: nil)
    }
    #expect(throws: FileError.self) {
      try tree.replace("x.md", with: bytes("x"), expecting: bytes("outside"))
    }
    #expect(try scratch.read("elsewhere/secret.md") == "outside")
    #expect(throws: FileError.self) { try tree.list("link") }
  }

  @Test func listsEverythingButDotFiles() throws {
    for name in ["t/b.md", "t/a/c.md", "t/.hidden.md", "t/.d/e.md"] {
      try scratch.write("x", to: name)
    }
    #expect(try tree.list("t").map(\.path) == ["t/a", "t/a/c.md", "t/b.md"])
    #expect(try tree.list("none").isEmpty)
  }

  @Test func readingAPipeDoesNotBlock() throws {
    mkfifo(scratch("pipe.md"), 0o600)
    #expect(throws: FileError.self) { try tree.read("pipe.md") }
    #expect(throws: FileError.self) { try WorkTree.append("x", to: scratch("pipe.md")) }
  }

  @Test(arguments: [0, 1, 4095, 65_536, 1_000_000]) func readsFilesOfAnySize(_ size: Int) throws {
    let content = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
    try scratch.write(content, to: "x")
    #expect(try tree.read("x").bytes == content)
  }

  @Test func aFullFolderIsAnError() throws {
    let error = #expect(throws: FileError.self) { _ = try WorkTree(scratch("missing")) }
    #expect(error?.isMissing == true)
    #expect(error?.description == "can't open \(scratch("missing")): No such file or directory")
  }
}

@Suite struct FileLockTests {
  @Test(arguments: ["pipe", "folder", "link"])
  func onlyAFileIsALock(_ kind: String) throws {
    let scratch = try Scratch()
    let path = scratch("lock")
    switch kind {
    case "pipe": mkfifo(path, 0o600)
    case "folder": mkdir(path, 0o700)
    default:
      try scratch.write("precious", to: "elsewhere")
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: scratch("elsewhere"))
    }
    let error = #expect(throws: FileError.self) { _ = try FileLock(path, waitingUpTo: 1) }
    #expect(error?.reason == (kind == "link" ? .symbolicLink : .notRegular))
    if kind == "link" { #expect(try scratch.read("elsewhere") == "precious") }
  }

  @Test func oneHolderAtATimeAndItsNoteIsKept() throws {
    let scratch = try Scratch()
    do {
      let lock = try FileLock(scratch("d/lock"), waitingUpTo: 0)
      #expect(try lock.note() == "")
      try lock.setNote("half done\n")
      let error = #expect(throws: FileError.self) {
        _ = try FileLock(scratch("d/lock"), waitingUpTo: 0.05)
      }
      #expect(error?.reason == .busy)
    }
    let next = try FileLock(scratch("d/lock"), waitingUpTo: 0)
    #expect(try next.note() == "half done\n")
  }

  @Test func aWaitingProcessGetsTheLock() throws {
    let scratch = try Scratch()
    let path = scratch("d/lock")
    for _ in 0..<5 {
      let order = Mutex<[String]>([])
      let isWaiting = DispatchSemaphore(value: 0)
      let ended = DispatchSemaphore(value: 0)
      let first = try FileLock(path, waitingUpTo: 0)
      Thread {
        if let lock = try? FileLock(path, waitingUpTo: 20, onWait: { isWaiting.signal() }) {
          order.withLock { $0.append("waiting") }
          release(lock)
        }
        ended.signal()
      }.start()
      isWaiting.wait()
      release(first)
      let second = try FileLock(path, waitingUpTo: 20)
      order.withLock { $0.append("later") }
      release(second)
      ended.wait()
      #expect(order.withLock { $0 } == ["waiting", "later"])
    }
  }
}

private func release(_ lock: consuming FileLock) {}
