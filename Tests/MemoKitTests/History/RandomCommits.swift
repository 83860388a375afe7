import Git
import TaskFile
import TestSupport
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// An improbable history: commits on any earlier ones, arbitrary merges, and tasks that are moved,
/// renamed, broken, without id, deleted and restored.
struct RandomCommits {
  struct Made {
    var id: ObjectID
    var parents: [Int]
    /// The task files by their paths in the store.
    var files: [String: TaskVersion]
  }

  let repository: Repository
  private(set) var made: [Made] = []
  private var random: SeededRandom
  private var count = 0

  init(_ repository: Repository, seed: UInt64) {
    self.repository = repository
    random = SeededRandom(seed: seed)
  }

  mutating func commit() throws {
    let base =
      made.isEmpty ? nil : Int.random(in: max(0, made.count - 4)..<made.count, using: &random)
    var parents = [base].compactMap { $0 }
    var files = base.map { made[$0].files } ?? [:]
    if let base, made.count > 3, number(4) == 0 {
      let other = Int.random(in: 0..<made.count, using: &random)
      if other != base {
        parents.append(other)
        // For each file, the version of one side or none.
        for (path, version) in made[other].files.sorted(by: { $0.key < $1.key })
        where number(2) == 0 {
          files[path] = version
        }
        for path in files.keys.sorted() where made[other].files[path] == nil && number(4) == 0 {
          files[path] = nil
        }
      }
    }
    for _ in 0..<number(4) { change(&files) }
    made.append(try write(files, parents))
  }

  private mutating func number(_ below: Int) -> Int { Int.random(in: 0..<below, using: &random) }

  private mutating func change(_ files: inout [String: TaskVersion]) {
    guard let path = files.keys.sorted().randomElement(using: &random), let version = files[path],
      number(5) > 0
    else { return add(&files) }
    let text = version.text
    func put(_ text: String) {
      files[path] = TaskVersion(path: path, document: TaskDocument(Array(text.utf8)))
    }
    switch number(10) {
    case 0: files[path] = nil
    case 1: put(text.replacing(/deadline: .*/, with: "deadline: 2026-12-\(number(18) + 10)"))
    case 2: put(text.replacing(/tags: .*/, with: "tags: [a\(number(3)), b]"))
    case 3: put(text + "Line \(number(5)).\n")
    case 4: put(text.replacing(/\nid: .*/, with: ""))
    case 5: put(text.replacing("\n---\n", with: "\n--\n"))
    case 6: put(text + "> [!CONFLICT] deadline: 2026-12-0\(number(9)) — Kim, 2026-11-20 10:12\n")
    case 7: put(text.replacing("title:", with: "title:  "))
    default:
      let folder = ["todo", "doing", "done/2026"].randomElement(using: &random) ?? "todo"
      let name = number(2) == 0 ? Paths.name(of: path) : "name-\(number(20)).md"
      guard files["\(folder)/\(name)"] == nil else { return }
      files[path] = nil
      files["\(folder)/\(name)"] = version.at("\(folder)/\(name)")
    }
  }

  private mutating func add(_ files: inout [String: TaskVersion]) {
    // Sometimes a deleted one with its old id.
    let ids = Set(files.values.compactMap(\.id))
    let old = made.flatMap { $0.files.sorted { $0.key < $1.key }.map(\.value) }
      .filter { version in version.id.map { !ids.contains($0) } ?? false }
    if number(3) == 0, let version = old.randomElement(using: &random), files[version.path] == nil {
      files[version.path] = version
      return
    }
    count += 1
    let id = TaskID.derived(from: Array("\(count)".utf8))
    let path = "todo/task-\(count).md"
    let text =
      "---\ntitle: Task \(count)\nstatus: todo\ndeadline: 2026-12-01\ntags: [a]\nid: \(id)\n---\nText.\n"
    files[path] = TaskVersion(path: path, document: TaskDocument(Array(text.utf8)))
  }

  private func write(_ files: [String: TaskVersion], _ parents: [Int]) throws -> Made {
    let base = parents.first.map { made[$0] }
    var edits: [FileChange] = []
    for path in (base?.files.keys.sorted() ?? []) where files[path] == nil {
      edits.append(.remove(path: path))
    }
    for (path, version) in files.sorted(by: { $0.key < $1.key })
    where base?.files[path] != version {
      edits.append(
        .put(path: path, id: try repository.writeBlob(version.bytes), mode: version.mode))
    }
    // Some commits have the same time, and some a wrong one.
    let seconds = 1_795_187_045 + Int64(made.count / 3 * 60) - (made.count % 11 == 10 ? 500 : 0)
    let who = Signature(name: "Kim", email: "kim@example.org", seconds: seconds, offsetMinutes: 0)
    let id = try repository.writeCommit(
      tree: try repository.writeTree(basedOn: base?.id, edits),
      parents: parents.map { made[$0].id }, message: "add: Nothing\n\nMemo-Task: bbbbbbbbbb\n",
      author: who, committer: who)
    return Made(id: id, parents: parents, files: files)
  }

  /// The commit and its ancestors.
  func history(of last: Int) -> Set<Int> {
    var found: Set<Int> = []
    var next = [last]
    while let one = next.popLast() {
      if found.insert(one).inserted { next += made[one].parents }
    }
    return found
  }
}
