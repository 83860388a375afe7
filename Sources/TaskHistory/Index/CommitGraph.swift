/// The indexed commits, by position.
struct CommitGraph {
  /// Nil for a removed commit.
  private var commits: [IndexedCommit?] = []
  /// By position: the first commit of the commit's linear segment.
  private var lines: [Int] = []
  private var ancestors: [Int: [Bool]] = [:]

  /// Adds a commit, whose position must be greater than all others.
  mutating func append(_ commit: IndexedCommit) {
    while commits.count < commit.position {
      commits.append(nil)
      lines.append(-1)
    }
    let goesOn = commit.parents.compactMap { $0 } == [commit.position - 1]
    lines.append(goesOn ? lines[commit.position - 1] : commit.position)
    commits.append(commit)
  }

  /// Whether a commit equals another one or is its ancestor.
  mutating func isAncestor(_ one: Int, of other: Int) -> Bool {
    if one >= other { return one == other }
    if lines[one] == lines[other] { return true }
    if let first = commits[one], let last = commits[other], first.generation >= last.generation {
      return false
    }
    if ancestors[other] == nil {
      if ancestors.count > Self.mostKnown { ancestors = [:] }
      ancestors[other] = all(leadingTo: [other])
    }
    return ancestors[other]?[one] ?? false
  }

  private static let mostKnown = 1000

  /// By position: whether a commit is one of the tips or an ancestor of one.
  func all(leadingTo tips: [Int]) -> [Bool] {
    var isIn = Array(repeating: false, count: (tips.max() ?? -1) + 1)
    for tip in tips { isIn[tip] = true }
    for position in isIn.indices.reversed() where isIn[position] {
      for case let parent? in commits[position]?.parents ?? [] { isIn[parent] = true }
    }
    return isIn
  }

  /// Visits a commit and its ancestors in the order of the log: children before parents.
  ///
  /// Of unrelated commits, the one with the later commit date comes first, as in git's
  /// `--date-order`.
  func walk<Failure: Error>(
    from tip: Int, _ body: (IndexedCommit) throws(Failure) -> Bool
  ) throws(Failure) {
    let isIn = all(leadingTo: [tip])
    var children = Array(repeating: 0, count: isIn.count)
    for position in isIn.indices where isIn[position] {
      for case let parent? in commits[position]?.parents ?? [] { children[parent] += 1 }
    }
    // The commits whose children were all visited; few, since a linear segment has only one.
    var next = [commits[tip]].compactMap { $0 }
    while let place = next.indices.min(by: { next[$0].time > next[$1].time }) {
      let commit = next.remove(at: place)
      guard try body(commit) else { return }
      for case let parent? in commit.parents {
        children[parent] -= 1
        if children[parent] == 0, let parent = commits[parent] { next.append(parent) }
      }
    }
  }
}
