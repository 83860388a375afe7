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

/// A history as people make it with plain git: files without an id; ids that are added late, lost
/// or changed; copies; renames with edits; reverts; merges, some of which drop a side.
struct WildCommits {
  struct File: Hashable {
    var text: String
    /// The task, under any id; a copy is another one.
    var task: Int
  }

  struct Made {
    var parents: [Int]
    /// The task files by their paths in the store.
    var files: [String: File]
    /// In seconds since 1970.
    var time: Int64
    var author: String
    /// The store's folder in the repository, with a trailing `/`, or "".
    var folder = ""
  }

  private(set) var made: [Made] = []
  private var random: SeededRandom
  private var count = 0
  /// Whether all branches are merged.
  ///
  /// Only then does it lose or change ids, or copy, delete, rename or revert files without an id.
  /// Merges pair such files of two branches by content, which is uncertain, so a merge may list a
  /// deletion and an addition. Late ids, edits, moves and reverts occur anywhere.
  private var isOneLine = false
  /// Whether, also on branches, files are copied with their id and change places, conflicts are
  /// resolved by hand, and the store's folder is moved.
  ///
  /// On a single line, more files lose their ids.
  private let isWide: Bool

  init(seed: UInt64, commits: Int, isWide: Bool = false) {
    random = SeededRandom(seed: seed)
    self.isWide = isWide
    for _ in 0..<commits { commit() }
    join()
    isOneLine = true
    for _ in 0..<commits / 4 { commit() }
    guard isWide, number(2) == 0 else { return }
    for number in made.indices { made[number].folder = "was/" }
    for _ in 0..<commits / 4 { commit() }
  }

  private mutating func number(_ below: Int) -> Int { Int.random(in: 0..<below, using: &random) }

  private mutating func commit() {
    let base =
      made.isEmpty
      ? nil
      : Int.random(
        in: isOneLine ? made.count - 1..<made.count : max(0, made.count - 3)..<made.count,
        using: &random)
    var parents = [base].compactMap { $0 }
    var files = base.map { made[$0].files } ?? [:]
    if let base, !isOneLine, made.count > 3, number(4) == 0 {
      for _ in 0..<(number(4) == 0 ? 2 : 1) {
        let other = Int.random(in: max(0, made.count - 8)..<made.count, using: &random)
        if !history(of: base).contains(other), !history(of: other).contains(base),
          !parents.contains(other)
        {
          parents.append(other)
        }
      }
      merge(parents, into: &files)
    } else if let base, number(12) == 0 {
      revert(Int.random(in: 0...base, using: &random), in: &files)
    } else {
      for _ in 0...number(2) { change(&files) }
    }
    write(files, parents)
  }

  /// Merges all branches into one commit.
  private mutating func join() {
    let last = made.count - 1
    let all = made.indices.filter { node in
      node != last && !made.contains { $0.parents.contains(node) }
    }
    for other in all {
      var files = made[made.count - 1].files
      let parents = [made.count - 1, other]
      merge(parents, into: &files)
      write(files, parents)
    }
  }

  private mutating func write(_ files: [String: File], _ parents: [Int]) {
    // One or two days later, at a unique minute; sometimes with a clock that runs behind.
    let day = Int64(made.count) * 100_000 - (made.count % 7 == 6 ? 250_000 : 0)
    made.append(
      Made(
        parents: parents, files: files, time: 1_780_000_000 + day + Int64(made.count * 61),
        author: ["Ana", "Ben", "Cho"][made.count % 3]))
  }

  /// Each task as the side has it that changed it; sometimes all of one side.
  private mutating func merge(_ parents: [Int], into files: inout [String: File]) {
    guard number(4) > 0 else { return }
    var ours = files.byTask
    for other in parents.dropFirst() {
      let base = history(of: parents[0]).intersection(history(of: other)).max()
      let (old, theirs) = ((base.map { made[$0].files } ?? [:]).byTask, made[other].files.byTask)
      for task in Set(old.keys).union(ours.keys).union(theirs.keys).sorted()
      where theirs[task] != ours[task] && theirs[task] != old[task] {
        // Both changed it: take one.
        if ours[task] == old[task] || number(2) == 0 { ours[task] = theirs[task] }
        if isWide, ours[task] != nil, number(5) == 0 { ours[task]?.file.text += "By hand.\n" }
      }
    }
    files = [:]
    for (_, placed) in ours.sorted(by: { $0.key < $1.key }) where files[placed.path] == nil {
      files[placed.path] = placed.file
    }
  }

  private func revert(_ commit: Int, in files: inout [String: File]) {
    let new = made[commit].files.byTask
    let old = made[commit].parents.first.map { made[$0].files.byTask } ?? [:]
    var here = files.byTask
    for task in Set(new.keys).union(old.keys).sorted() where new[task] != old[task] {
      let text = (new[task] ?? old[task])?.file.text ?? ""
      guard isOneLine || text.contains("\nid: ") else { continue }
      guard here[task] == new[task],
        old[task].map({ files[$0.path] == nil || $0.path == new[task]?.path }) ?? true
      else { continue }
      if let path = new[task]?.path { files[path] = nil }
      here[task] = old[task]
      if let placed = old[task] { files[placed.path] = placed.file }
    }
  }

  private mutating func change(_ files: inout [String: File]) {
    guard let path = files.keys.sorted().randomElement(using: &random), let file = files[path],
      number(5) > 0
    else { return add(&files) }
    var text = file.text
    if isWide, number(4) == 0 { return changeWidely(path, file, &files) }
    switch number(13) {
    case 0:
      if isOneLine || text.contains("\nid: ") { files[path] = nil }
      return
    case 1: text = text.replacing(/deadline: .*/, with: "deadline: 2026-12-\(number(18) + 10)")
    case 2: text = text.replacing(/tags: .*/, with: "tags: [a\(number(3)), b]")
    case 3: text += "Line \(number(5)).\n"
    case 4:
      guard isOneLine, !isShared(file, files) else { return }
      text = text.replacing(/\nid: .*/, with: "")
    case 5: text = text.replacing(/\npriority: .*/, with: "")
    case 6:
      guard isOneLine || !text.contains("\nid: "), !isShared(file, files) else { return }
      // As memo gives ids: the same on both branches.
      if isOneLine { count += 1 }
      let id = TaskID.derived(from: Array((isOneLine ? "\(count)" : "late \(file.task)").utf8))
      text =
        text.contains("\nid: ")
        ? text.replacing(/\nid: .*/, with: "\nid: \(id)")
        : text.replacing("\n---\n", with: "\nid: \(id)\n---\n")
    case 7:
      guard isOneLine else { return }
      count += 1
      files["todo/copy-\(count).md"] = File(text: text, task: count)
      return
    case 8: return move(path, File(text: text + "Line \(number(5)).\n", task: file.task), &files)
    default: return move(path, file, &files)
    }
    files[path] = File(text: text, task: file.task)
  }

  private mutating func changeWidely(
    _ path: String, _ file: File, _ files: inout [String: File]
  ) {
    guard isOneLine || file.text.contains("\nid: ") else { return }
    switch number(isOneLine ? 3 : 2) {
    case 0:
      count += 1
      files["todo/copy-\(count).md"] = File(text: file.text, task: count)
    case 1:
      guard let other = files.keys.sorted().randomElement(using: &random),
        isOneLine || files[other]?.text.contains("\nid: ") == true
      else { return }
      (files[path], files[other]) = (files[other], file)
    default:
      files[path] = File(text: file.text.replacing(/\nid: .*/, with: ""), task: file.task)
    }
  }

  /// Whether a copy has the id, too.
  ///
  /// If one of them then loses it, it is unclear which is the task.
  private func isShared(_ file: File, _ files: [String: File]) -> Bool {
    guard let id = file.text.firstMatch(of: /\nid: (.*)/)?.1 else { return false }
    return files.values.contains { $0.task != file.task && $0.text.contains("\nid: \(id)\n") }
  }

  private mutating func move(_ path: String, _ file: File, _ files: inout [String: File]) {
    let folder = ["todo", "doing", "done"].randomElement(using: &random) ?? "todo"
    let mayRename = isOneLine || file.text.contains("\nid: ")
    let name = !mayRename || number(2) == 0 ? Paths.name(of: path) : "name-\(number(30)).md"
    guard files["\(folder)/\(name)"] == nil else { return }
    files[path] = nil
    files["\(folder)/\(name)"] = file
  }

  private mutating func add(_ files: inout [String: File]) {
    count += 1
    let id = number(3) == 0 ? "" : "id: \(TaskID.derived(from: Array("\(count)".utf8)))\n"
    files["todo/task-\(count).md"] = File(
      text: "---\ntitle: Task \(count)\ndeadline: 2026-12-01\npriority: high\ntags: [a]\n\(id)---\n"
        + "What number \(count) is about.\nAnd what \(count) is not.\n", task: count)
  }

  /// The commit and its ancestors.
  private func history(of last: Int) -> Set<Int> {
    var found: Set<Int> = []
    var next = [last]
    while let one = next.popLast() {
      if found.insert(one).inserted { next += made[one].parents }
    }
    return found
  }

  /// Writes the commits, with unrelated ones in between.
  ///
  /// - Parameter noise: The number of unrelated commits before each.
  /// - Returns: The ids of the commits.
  func write(to repository: Repository, noise: Int = 0) throws -> [ObjectID] {
    // The first commit has the store's marker.
    let start = try repository.head().commit
    let settings = try start.map { try repository.files(in: $0, under: [".memo"]) } ?? []
    var ids: [ObjectID] = []
    for commit in made {
      var parents: [ObjectID] = []
      for number in commit.parents {
        var parent = ids[number]
        for count in 0..<noise {
          let edit = FileChange.put(
            path: "noise.txt", id: try repository.writeBlob(Array("\(count)".utf8)), mode: .regular)
          // With the time of its parent, so that it changes no order.
          let who = Signature(
            name: "Noise", email: "noise@example.org", seconds: made[number].time,
            offsetMinutes: 0)
          parent = try repository.writeCommit(
            tree: try repository.writeTree(basedOn: parent, [edit]), parents: [parent],
            message: "Noise\n", author: who, committer: who)
        }
        parents.append(parent)
      }
      let edits = try edits(of: commit, repository, settings)
      let who = Signature(
        name: commit.author, email: "\(commit.author)@example.org", seconds: commit.time,
        offsetMinutes: 0)
      ids.append(
        try repository.writeCommit(
          tree: try repository.writeTree(basedOn: parents.first ?? start, edits), parents: parents,
          message: "Change\n", author: who, committer: who))
    }
    return ids
  }
}

extension WildCommits {
  /// The changes of a commit against its first parent.
  ///
  /// - Parameter settings: The other files in a store's folder.
  fileprivate func edits(
    of commit: Made, _ repository: Repository, _ settings: [TreeEntry]
  ) throws -> [FileChange] {
    let parent = commit.parents.first.map { made[$0] }
    let (old, folder) = (parent?.files ?? [:], parent?.folder ?? "")
    let isMoved = folder != commit.folder
    var edits: [FileChange] = []
    for entry in settings where isMoved {
      edits.append(.remove(path: folder + entry.path))
      edits.append(.put(path: commit.folder + entry.path, id: entry.id, mode: entry.mode))
    }
    for path in old.keys.sorted() where isMoved || commit.files[path] == nil {
      edits.append(.remove(path: folder + path))
    }
    for (path, file) in commit.files.sorted(by: { $0.key < $1.key })
    where isMoved || old[path]?.text != file.text {
      let blob = try repository.writeBlob(Array(file.text.utf8))
      edits.append(.put(path: commit.folder + path, id: blob, mode: .regular))
    }
    return edits
  }
}

private struct Placed: Hashable {
  var path: String
  var file: WildCommits.File
}

extension [String: WildCommits.File] {
  fileprivate var byTask: [Int: Placed] {
    [Int: Placed](uniqueKeysWithValues: map { ($1.task, Placed(path: $0, file: $1)) })
  }
}
