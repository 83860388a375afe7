@testable import Git
import TestSupport
import Testing

/// Comparing and searching stored trees.
@Suite struct TreesTests {
  private let scratch: Scratch
  private let repository: Repository

  init() throws {
    scratch = try Scratch()
    repository = try Repository.create(at: scratch("r"))
  }

  private func commit(_ edits: [FileChange], on parent: ObjectID?) throws -> ObjectID {
    let who = Signature(name: "Kim", email: "kim@example.org", seconds: 0, offsetMinutes: 0)
    return try repository.writeCommit(
      tree: try repository.writeTree(basedOn: parent, edits), parents: parent.map { [$0] } ?? [],
      message: "x\n", author: who, committer: who)
  }

  private func entries(_ commit: ObjectID?) throws -> [String: TreeEntry] {
    guard let commit else { return [:] }
    let files = try repository.files(in: commit, under: ["in/todo", "in/done"])
    return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) })
  }

  /// Files replace folders and folders replace files, as git does it.
  @Test(arguments: 0..<12 as Range<UInt64>) func writesWhatGitWrites(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let names = ["a", "a.md", "a0", "ab", "b", "b/c", "b/c/d", "b.md", "z", "é", "zz/y", "B"]
    let folders = ["", "todo/", "todo/x/", "done/", "to/"]
    let blobs = try (0..<3).map { number throws(GitError) in try repository.writeBlob([number]) }
    var base = try commit([], on: nil)
    var count = 0
    for _ in 0..<40 {
      var edits: [String: FileChange] = [:]
      let there = try repository.files(in: base).map(\.path)
      var paths = Set(there)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let path =
          folders.randomElement(using: &random)! + names.randomElement(using: &random)!
        if Int.random(in: 0..<3, using: &random) == 0, let old = there.randomElement(using: &random)
        {
          edits[old] = .remove(path: old)
          paths.remove(old)
        } else {
          paths.insert(path)
          edits[path] = .put(
            path: path, id: blobs.randomElement(using: &random)!,
            mode: Bool.random(using: &random) ? .regular : .executable)
        }
      }
      let ordered = edits.keys.sorted().compactMap { edits[$0] }
      // A file and a folder of the same name.
      let collides = paths.contains { file in paths.contains { $0.hasPrefix("\(file)/") } }
      guard !collides else { continue }
      count += 1
      base = try commit(ordered, on: base)
      let found = try repository.files(in: base)
      #expect(Set(found.map(\.path)) == paths)
      #expect(Set(found).isSuperset(of: ordered.compactMap(\.after)))
    }
    #expect(count > 5)
    #expect(try scratch.git("fsck", "--strict", "--no-dangling", in: "r") == "")
    // In git's order, and without empty folders.
    _ = try scratch.git("read-tree", base.hex, in: "r")
    let tree = try repository.root(of: base)
    #expect(try scratch.git("write-tree", in: "r").contains(tree.hex))
  }

  @Test func theLastChangeOfAPathWins() throws {
    let blob = try repository.writeBlob([1])
    let base = try commit([.put(path: "a/b.md", id: blob, mode: .regular)], on: nil)
    let twice = [FileChange.remove(path: "a/b.md"), .remove(path: "a/b.md")]
    #expect(try repository.files(in: commit(twice, on: base)).isEmpty)
    let back = twice + [.put(path: "a/b.md", id: blob, mode: .executable)]
    #expect(try repository.files(in: commit(back, on: base)).map(\.mode) == [.executable])
  }

  /// Names that would reach git's own files are refused.
  @Test(arguments: [
    ".git/config", "todo/.git", "todo/.GIT/x", "git~1/x", "todo/..", "todo//a", "",
  ])
  func harmfulNamesAreRefused(path: String) throws {
    let blob = try repository.writeBlob([])
    let base = try commit([.put(path: "todo/a.md", id: blob, mode: .regular)], on: nil)
    for commit in [base, nil] {
      #expect(throws: GitError.self) {
        try repository.writeTree(
          basedOn: commit, [.put(path: path, id: blob, mode: .regular)])
      }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>) func findsDifferences(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    // Names that are prefixes of each other, and a file in the place of a folder.
    let names = ["a", "a.md", "a0", "ab", "b/a", "b/c/d", "b.md", "z", "é", "zz/y"]
    let folders = ["in/todo/", "in/done/", "in/", "todo/", "intodo/"]
    let comparison = try TreeComparison(repository, under: ["in/todo", "in/done"])
    var commits: [ObjectID?] = [nil]
    var files: Set<String> = []
    for _ in 0..<25 {
      var edits: [FileChange] = []
      var used: Set<String> = []
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let path =
          folders.randomElement(using: &random)! + names.randomElement(using: &random)!
          + (Bool.random(using: &random) ? "" : "\(Int.random(in: 0..<30, using: &random))")
        guard used.insert(path).inserted,
          !files.union(used).contains(where: {
            $0.hasPrefix(path + "/") || path.hasPrefix($0 + "/")
          })
        else { continue }
        if files.contains(path), Bool.random(using: &random) {
          edits.append(.remove(path: path))
          files.remove(path)
        } else {
          let blob = try repository.writeBlob([UInt8.random(in: 0...3, using: &random)])
          let mode: FileMode = Bool.random(using: &random) ? .regular : .executable
          edits.append(.put(path: path, id: blob, mode: mode))
          files.insert(path)
        }
      }
      let parent = commits.randomElement(using: &random)!
      if parent == nil { files = [] }
      commits.append(try commit(edits, on: commits.last ?? nil))
      files = Set(try repository.files(in: commits.last!!).map(\.path))
      let (old, new) = (commits.randomElement(using: &random)!, commits.last!!)
      let tree = try old.map { try repository.commit($0).tree }
      let found = try comparison.changes(from: tree, to: try repository.commit(new).tree)
      let (before, after) = (try entries(old), try entries(new))
      let expected = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        .map { FileChange(path: $0, before: before[$0], after: after[$0]) }
      #expect(Set(found) == Set(expected))
      #expect(found.count == expected.count)
      try checkFiles(of: new)
    }
  }

  private func checkFiles(of commit: ObjectID) throws {
    let all = try repository.files(in: commit)
    #expect(try repository.files(in: commit, under: [""]) == all)
    for folder in ["in", "in/todo", "todo/b", "in/a", "nothing/here"] {
      let inside = all.filter { $0.path.hasPrefix(folder + "/") }
      #expect(try repository.files(in: commit, under: [folder]) == inside)
      #expect(try repository.entry(at: folder, in: commit) == all.first { $0.path == folder })
    }
    for entry in all {
      #expect(try repository.entry(at: entry.path, in: commit) == entry)
      #expect(try repository.entry(at: entry.path + "/x", in: commit) == nil)
      #expect(try repository.entry(at: entry.path + "0x", in: commit) == nil)
    }
  }
}
