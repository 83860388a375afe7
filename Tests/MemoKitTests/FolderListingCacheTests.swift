import Foundation
import Git
import TaskFile
import TestSupport
import Testing
@testable import MemoKit
@testable import StoreFiles

/// The cache of folder listings, which must never hide a change.
@Suite(.onItsOwnThread) struct FolderListingCacheTests {
  let desk: Desk

  init() throws {
    desk = Desk(try Scratch(), "kim")
    desk.memo("init")
    for number in 1...290 { try desk.write("# Task \(number)\n", to: "todo/task-\(number).md") }
    for number in 1...9 { try desk.write("# Home \(number)\n", to: "todo/home/h-\(number).md") }
    try desk.write("# Done\n", to: "done/2026/05/d.md")
    try desk.write("no task", to: "todo/home/photo.png")
    try desk.write("", to: "doing/.gitkeep")
    try FileManager.default.createSymbolicLink(
      atPath: desk.scratch("kim/doing/link.md"), withDestinationPath: "../todo/task-1.md")
    // Files that were changed in the last seconds are not cached.
    Thread.sleep(forTimeInterval: 3.1)
    _ = try read()
    #expect(desk.scratch.exists(Self.files))
  }

  private static let files = "kim/.git/memo/cache/files"
  private static let folders = "kim/.git/memo/cache/folders"

  private func store() throws -> Store {
    try Store.open(desk.scratch("kim"), environment: desk.environment)
  }

  private func read() throws -> Snapshot { try store().read() }

  /// The result of reading a store.
  private struct Found: Equatable {
    var tasks: [String]
    var strays: [String]
    var others: [String]
    var folders: Set<String>
    var hidden: [String]
    var unlisted: [String]

    init(_ snapshot: Snapshot) {
      tasks = snapshot.tasks.map { "\($0.path) \($0.title)" }
      strays = snapshot.strays.map { "\($0.path) \($0.message)" }
      others = snapshot.others
      folders = Set(snapshot.folders.map(\.path))
      hidden = snapshot.hidden.sorted()
      unlisted = snapshot.unlisted.map(\.path).sorted()
    }
  }

  /// Compares reading with and without the cache.
  private func expectTheSame(_ comment: Comment) throws {
    let found = Found(try read())
    let kept = [Self.files, Self.folders].map { path in
      (path, FileManager.default.contents(atPath: desk.scratch(path)))
    }
    for (path, _) in kept { try? FileManager.default.removeItem(atPath: desk.scratch(path)) }
    #expect(found == Found(try read()), comment)
    for (path, bytes) in kept {
      try? FileManager.default.removeItem(atPath: desk.scratch(path))
      try bytes?.write(to: URL(filePath: desk.scratch(path)))
    }
  }

  /// Caches the folders, however young they are.
  private func fillCache() throws {
    // A change in the same tick of the file system's clock would be invisible.
    Thread.sleep(forTimeInterval: 0.03)
    let store = try store()
    let file = try #require(KeptFile(desk.scratch(Self.files)))
    let listing = try StoreListing(store.files, knowing: store.folderMemory())
    let moment = FileStatus.Time(seconds: FileStatus.Time.now.seconds + 10, nanoseconds: 0)
    store.writeCache(listing.memory(of: TaskFileCache(file, of: store.files), before: moment))
  }

  @Test func readersFillTheCache() throws {
    _ = try read()
    let memory = try #require(try store().folderMemory())
    let paths = memory.folders.sorted.map(\.path)
    #expect(paths == ["doing", "done", "done/2026", "done/2026/05", "todo", "todo/home"])
    #expect(memory.folders["todo/home"]?.others.map(\.path) == ["todo/home/photo.png"])
    #expect(memory.folders["doing"]?.others.map(\.kind) == [.symbolicLink])
    let listing = try StoreListing(try store().files, knowing: memory)
    #expect(listing.known.count == 6)
    #expect(listing.found.map(\.path).sorted() == ["done/2026", "done/2026/05", "todo/home"])
    try expectTheSame("nothing has changed")
  }

  @Test func youngFoldersAreNotCached() throws {
    try desk.write("# New\n", to: "todo/new.md")
    _ = try read()
    #expect(try store().folderMemory()?.folders["todo"] == nil)
    #expect(try store().folderMemory()?.folders["todo/home"] != nil)
  }

  /// On FAT, a folder's time may stay the same when a file is added.
  @Test func foldersWithTimesInSecondsAreListed() throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
      ofItemAtPath: desk.scratch("kim/todo"))
    try fillCache()
    #expect(try store().folderMemory()?.folders["todo"] == nil)
    #expect(try store().folderMemory()?.folders["todo/home"] != nil)
  }

  @Test func everyChangeIsSeen() throws {
    let files = FileManager.default
    func path(_ name: String) -> String { desk.scratch("kim/\(name)") }
    let changes: [(String, () throws -> Void)] = [
      ("added", { try desk.write("# A\n", to: "todo/a.md") }),
      ("removed", { try desk.remove("todo/task-3.md") }),
      ("renamed", { try desk.move("todo/task-4.md", "todo/renamed.md") }),
      ("moved", { try desk.move("todo/task-5.md", "done/2026/05/task-5.md") }),
      (
        "edited in its place",
        {
          let handle = try FileHandle(forWritingTo: URL(filePath: path("todo/home/h-1.md")))
          try handle.write(contentsOf: Data("# Home edited\n".utf8))
          try handle.close()
        }
      ),
      ("a new folder", { try desk.write("# B\n", to: "todo/x/y/b.md") }),
      ("a folder of another name", { try desk.move("todo/home", "doing/house") }),
      ("a folder gone", { try files.removeItem(atPath: path("todo/x")) }),
      (
        "a folder put in the place of another",
        {
          try files.createDirectory(atPath: path("away"), withIntermediateDirectories: false)
          try desk.write("# C\n", to: "away/h-2.md")
          try files.removeItem(atPath: path("doing/house"))
          try files.moveItem(atPath: path("away"), toPath: path("doing/house"))
        }
      ),
      (
        "a link in the place of a file",
        {
          try files.removeItem(atPath: path("todo/task-6.md"))
          try files.createSymbolicLink(
            atPath: path("todo/task-6.md"), withDestinationPath: "task-7.md")
        }
      ),
      ("a file that is not a task", { try desk.write("x", to: "todo/other.txt") }),
      ("a folder with a task's name", { try desk.write("# D\n", to: "todo/task-8.md.d/d.md") }),
      ("what a killed change has left", { try desk.write("", to: "todo/.memo-write-1-a.md") }),
      ("that is gone again", { try desk.remove("todo/.memo-write-1-a.md") }),
      (
        "another repository",
        {
          try desk.write("# E\n", to: "todo/work/e.md")
          try desk.scratch.git("init", "--quiet", in: "kim/todo/work")
        }
      ),
      ("no repository any more", { try files.removeItem(atPath: path("todo/work/.git")) }),
      (
        "names that are no UTF-8",
        {
          let name = path("todo/") + "\u{1}"
          #expect(
            name.withCString { start in
              var bytes = Array(UnsafeBufferPointer(start: start, count: strlen(start)))
              bytes[bytes.count - 1] = CChar(bitPattern: 0xFF)
              let descriptor = open(
                bytes + ".md".utf8.map { CChar($0) } + [0], O_CREAT | O_WRONLY, 0o644)
              return descriptor >= 0 && close(descriptor) == 0
            })
        }
      ),
      (
        "all done",
        { for number in 10...200 { try desk.move("todo/task-\(number).md", "done/\(number).md") } }
      ),
    ]
    for (name, change) in changes {
      try fillCache()
      try change()
      try expectTheSame("\(name), remembered before")
      try fillCache()
      try expectTheSame("\(name), remembered after")
    }
  }

  @Test(arguments: 0..<UInt64(Effort.count(1))) func randomChangesAreSeen(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let folders = ["todo", "doing", "done", "todo/home", "todo/a", "todo/a/b", "done/2026/05"]
    for round in 0..<12 {
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let folder = folders.randomElement(using: &random)!
        let name = "\(folder)/f\(Int.random(in: 0..<9, using: &random)).md"
        let there = try read().tasks.map(\.path)
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1: try desk.write("# \(round)\n", to: name)
        case 2: if let path = there.randomElement(using: &random) { try desk.remove(path) }
        case 3:
          if let path = there.randomElement(using: &random), !desk.scratch.exists("kim/\(name)"),
            desk.scratch.exists("kim/\(folder)")
          {
            try desk.move(path, name)
          }
        default: try fillCache()
        }
      }
      try expectTheSame("seed \(seed), round \(round)")
      if Bool.random(using: &random) { try fillCache() }
    }
  }

  @Test func damagedCachesAreIgnored() throws {
    try fillCache()
    let memory = try #require(try store().folderMemory())
    let bytes = memory.encoded
    #expect(
      FolderListingCache(bytes)?.folders.sorted.map(\.value) == memory.folders.sorted.map(\.value))
    var random = SeededRandom(seed: 5)
    for length in 0..<bytes.count {
      #expect(FolderListingCache(Array(bytes.prefix(length))) == nil)
    }
    for _ in 0..<200 {
      var damaged = bytes
      damaged[.random(in: bytes.indices, using: &random)] ^=
        1 << Int.random(in: 0..<8, using: &random)
      #expect(FolderListingCache(damaged) == nil)
    }
  }

  /// Rows refer to one file cache, and mean nothing with another.
  @Test func cachesOfOtherFilesAreIgnored() throws {
    try fillCache()
    try desk.scratch.remove(Self.files)
    for number in 1...290 { try desk.write("# Other \(number)\n", to: "todo/task-\(number).md") }
    try desk.remove("todo/task-7.md")
    try expectTheSame("without the files")
    Thread.sleep(forTimeInterval: 3.1)
    _ = try read()
    #expect(desk.scratch.exists(Self.files))
    try expectTheSame("with new ones")
  }
}
