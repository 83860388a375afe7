@testable import Git
import TestSupport
import Testing

/// Large folders are stored and searched in other ways than small ones.
@Suite struct LargeFolderTests {
  private let scratch: Scratch
  private let repository: Repository

  init() throws {
    scratch = try Scratch()
    repository = try Repository.create(at: scratch("r"))
  }

  private func git(_ arguments: String...) throws -> String {
    let ran = try run(
      "git", ["-C", scratch("r")] + arguments, in: scratch.path, environment: scratch.environment)
    guard ran.code == 0 else { throw GitFailure(message: "\(arguments): \(ran.error)") }
    return ran.output
  }

  /// A folder with names of all kinds, subfolders, and files that differ only in their mode.
  private func folder() throws -> ObjectID {
    let blobs = try (0..<7).map { number throws(GitError) in try repository.writeBlob([number]) }
    let edits = (0..<900).map { number -> FileChange in
      let inner = ["", "a/", "a.md/", "a-b/c/"][number % 9 == 0 ? number / 9 % 4 : 0]
      let mode: FileMode =
        number % 11 == 0 ? .executable : number % 97 == 0 ? .symbolicLink : .regular
      return .put(
        path: "todo/\(inner)a task that is called \(number * 7919 % 1000), ä.md",
        id: blobs[number % 7], mode: mode)
    }
    let who = Signature(name: "Kim", email: "kim@example.org", seconds: 0, offsetMinutes: 0)
    let commit = try repository.writeCommit(
      tree: try repository.writeTree(basedOn: nil, edits), parents: [], message: "x\n",
      author: who, committer: who)
    try repository.move("refs/heads/main", to: commit, from: nil, message: "x", by: who)
    return commit
  }

  @Test func largeFoldersAreStoredAsGitDoes() throws {
    let commit = try folder()
    let edits = [
      FileChange.put(path: "todo/new.md", id: try repository.writeBlob([8]), mode: .regular)
    ]
    let tree = try repository.writeTree(basedOn: commit, edits)
    let changed = try #require(try repository.folder(at: "todo", in: tree))
    let object = scratch("r/.git/objects/\(changed.hex.prefix(2))/\(changed.hex.dropFirst(2))")
    #expect(WorkTree.status(at: object)?.gitMode == .regular)
    #expect(try git("ls-tree", "-r", tree.hex).split(separator: "\n").count == 901)
    #expect(try git("fsck", "--strict", "--no-dangling") == "")
    #expect(try git("count-objects", "-v").contains("garbage: 0\n"))
  }
}
