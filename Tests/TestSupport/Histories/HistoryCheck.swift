import Foundation
public import Git

/// The faults in a shared history: words that a merge lost, invented, or put into a wrong task.
public struct HistoryCheck {
  public private(set) var faults: [String] = []
  /// Every word that was ever committed.
  public private(set) var everything: Set<Finding> = []
  /// The number of memo's merges.
  public private(set) var merges: [Commit] = []
  /// The number of merges with a conflict note.
  public private(set) var conflicts = 0

  private let repository: Repository
  private let owners: [Int: Int]
  private let joined: Set<Int>
  private var blobs: [ObjectID: FileFacts] = [:]
  private var trees: [ObjectID: TreeFacts] = [:]
  private var commits: [ObjectID: Commit] = [:]
  /// The words that each ordinary commit removed.
  private var removed: [ObjectID: (byMark: Set<Finding>, byID: Set<Finding>)] = [:]
  /// The ids of each task and its copies.
  private var ids: [Int: Set<String>] = [:]
  /// Tasks whose id was missing, changed, or shared.
  private var unsteady: Set<String> = []

  /// - Parameters:
  ///   - path: A repository whose HEAD contains all commits.
  public init(_ path: String, owners: [Int: Int], joined: Set<Int>) throws {
    self.joined = joined
    repository = try Repository.open(at: path)
    self.owners = owners
    guard let head = try repository.head().commit else { return }
    var order: [ObjectID] = []
    try repository.walk(from: [head]) { commit throws(GitError) in
      commits[commit.id] = commit
      order.append(commit.id)
      return true
    }
    for id in order { try learn(id) }
    unsteady.formUnion(ids.filter { $0.value.count > 1 }.keys.map { "b\($0)q" })
    for id in order { try look(at: id) }
  }

  static func facts(of revision: String, in folder: String) throws -> TreeFacts {
    let repository = try Repository.open(at: folder)
    var facts = TreeFacts()
    guard let id = try repository.resolve(revision: revision) else { return facts }
    for file in try repository.files(in: id) {
      facts[file.path] = FileFacts(try repository.blob(file.id))
    }
    return facts
  }

  private mutating func learn(_ id: ObjectID) throws {
    var facts = TreeFacts()
    for file in try repository.files(in: id) {
      if blobs[file.id] == nil { blobs[file.id] = FileFacts(try repository.blob(file.id)) }
      facts[file.path] = blobs[file.id]
    }
    trees[id] = facts
    everything.formUnion(facts.findings)
    var holders: [String: Int] = [:]
    for file in facts.tasks.values {
      // Where memo can't read a file, and git can't merge it, memo keeps both versions.
      if file.isBroken, let id = file.id { unsteady.insert(id) }
      for mark in file.marks { ids[mark, default: []].formUnion(file.id.map { [$0] } ?? []) }
      if let id = file.id {
        holders[id, default: 0] += 1
      } else {
        unsteady.formUnion(file.marks.map { "b\($0)q" })
      }
    }
    unsteady.formUnion(holders.filter { $0.value > 1 }.keys)
  }

  private func tree(_ id: ObjectID) -> TreeFacts { trees[id] ?? TreeFacts() }

  private mutating func look(at id: ObjectID) throws {
    guard let commit = commits[id] else { return }
    let known = commit.parents.map { Set(tree($0).files.values) }
    for (key, file) in tree(id).tasks {
      if known.contains(where: { $0.contains(file) }) { continue }
      let name = "\(id.short) \(key.path)"
      if file.marks.count != 1 { faults.append("\(name) has the marks \(file.marks.sorted())") }
      for word in file.all.sorted() where file.marks.first.map({ owners[word] != $0 }) ?? false {
        faults.append("\(name) has w\(word)q of b\(owners[word] ?? 0)q")
      }
      if file.hasMarkers { faults.append("\(name) has git's conflict markers") }
    }
    let subject = commit.message.prefix { $0 != "\n" }
    guard commit.parents.count == 2, subject.hasPrefix("merge: ") else { return }
    merges.append(commit)
    try checkMerge(commit)
  }

  private mutating func checkMerge(_ commit: Commit) throws {
    let result = tree(commit.id)
    let parents = commit.parents.map(tree)
    let bases = try repository.mergeBases(commit.parents[0], commit.parents[1]).map(tree)
    let name = commit.id.short
    let made = result.findings.subtracting(parents[0].findings).subtracting(parents[1].findings)
    if !made.isEmpty { faults.append("merge \(name) made up \(made.map(\.description).sorted())") }
    if result.files.values.contains(where: { !$0.noted.isEmpty }) { conflicts += 1 }
    for (mine, other) in [(0, 1), (1, 0)] {
      let lost = parents[mine].findings.subtracting(result.findings)
      let lostByID = parents[mine].findingsByID.subtracting(result.findingsByID)
        .filter(isSteady)
      guard !lost.isEmpty || !lostByID.isEmpty else { continue }
      let taken = try removals(by: commit.parents[other], since: commit.parents[mine])
      // The sides may have removed the word from the task and from its copy.
      let holders = Dictionary(grouping: parents[mine].findingsByID, by: \.word)
      let unexplained = lost.subtracting(taken.byMark).filter { finding in
        holders[finding.word]?.allSatisfy(taken.byID.contains) != true
      }
      let unseen = unexplained.union(lostByID.subtracting(taken.byID))
      if !unseen.isEmpty {
        faults.append("merge \(name) lost \(unseen.map(\.description).sorted())")
      }
    }
    let counts = (result.counts, parents.map(\.counts), bases.map(\.counts))
    let ids = Set(parents.flatMap { $0.files.values.compactMap(\.id) })
    for (finding, count) in counts.0 where isSteady(finding) {
      // One of two tasks with the same id got a new one.
      guard ids.contains(finding.place), !joined.contains(finding.word) else { continue }
      let (one, two) = (counts.1[0][finding] ?? 0, counts.1[1][finding] ?? 0)
      let base = counts.2.map { $0[finding] ?? 0 }.min() ?? 0
      if count > max(one, two, one + two - base) {
        faults.append("merge \(name) has \(finding) \(count) times, its parents \(one), \(two)")
      }
    }
    for (path, file) in result.files where !file.repeatedNotes.isEmpty {
      if parents.contains(where: {
        $0.files.values.contains { $0.repeatedNotes == file.repeatedNotes }
      }) {
        continue
      }
      faults.append("merge \(name) repeats in \(path.path): \(file.repeatedNotes)")
    }
  }

  /// Whether a task always had the same id, and was the only one.
  private func isSteady(_ finding: Finding) -> Bool {
    !unsteady.contains(finding.place) && !unsteady.contains("b\(owners[finding.word] ?? 0)q")
  }

  /// The words that one side removed on purpose.
  private mutating func removals(
    by side: ObjectID, since other: ObjectID
  ) throws -> (byMark: Set<Finding>, byID: Set<Finding>) {
    var taken: (byMark: Set<Finding>, byID: Set<Finding>) = ([], [])
    var ids: [Commit] = []
    try repository.walk(from: [side], hiding: [other]) { commit throws(GitError) in
      ids.append(commit)
      return true
    }
    for commit in ids where commit.parents.count == 1 {
      if removed[commit.id] == nil {
        let (before, after) = (tree(commit.parents[0]), tree(commit.id))
        removed[commit.id] = (
          before.findings.subtracting(after.findings),
          before.findingsByID.subtracting(after.findingsByID)
        )
      }
      guard let here = removed[commit.id] else { continue }
      taken.byMark.formUnion(here.byMark)
      taken.byID.formUnion(here.byID)
    }
    return taken
  }
}
