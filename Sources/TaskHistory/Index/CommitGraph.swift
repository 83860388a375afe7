/// The parents of the indexed commits, by position.
struct CommitGraph {
  /// By position; empty for removed commits.
  private var parents: [[Int]] = []
  private var generations: [Int] = []
  private var times: [Int64] = []
  /// By position: the first commit of the commit's linear segment.
  private var lines: [Int] = []
  private var ancestors: [Int: [Bool]] = [:]

  /// Adds a commit, whose position must be greater than all others.
  mutating func append(_ commit: IndexedCommit) {
    let known = commit.parents.compactMap { $0 }
    while parents.count < commit.position {
      parents.append([])
      generations.append(0)
      times.append(0)
      lines.append(-1)
    }
    let goesOn = known.count == 1 && known[0] == commit.position - 1
    lines.append(goesOn ? lines[commit.position - 1] : commit.position)
    parents.append(known)
    generations.append(commit.generation)
    times.append(commit.time)
  }

  /// Whether a commit equals another one or is its ancestor.
  mutating func isAncestor(_ one: Int, of other: Int) -> Bool {
    if one >= other { return one == other }
    if lines[one] == lines[other] { return true }
    if generations[one] >= generations[other] { return false }
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
      for parent in parents[position] { isIn[parent] = true }
    }
    return isIn
  }

  /// Visits a commit and its ancestors in the order of the log: children before parents.
  ///
  /// Of unrelated commits, the one with the later commit date comes first, as in git's
  /// `--date-order`.
  func walk<Failure: Error>(
    from tip: Int, _ body: (Int) throws(Failure) -> Bool
  ) throws(Failure) {
    let isIn = all(leadingTo: [tip])
    var children = Array(repeating: 0, count: isIn.count)
    for position in isIn.indices where isIn[position] {
      for parent in parents[position] { children[parent] += 1 }
    }
    var order = Heap()
    var next: Int? = tip
    while let position = next ?? order.pop() {
      next = nil
      guard try body(position) else { return }
      for parent in parents[position] {
        children[parent] -= 1
        guard children[parent] == 0 else { continue }
        // Commits of a linear segment need no sorting.
        if order.isEmpty, parents[position].count == 1 {
          next = parent
        } else {
          order.push(parent, time: times[parent])
        }
      }
    }
  }

  /// The candidates for the next commit, latest commit date first, then in the order of insertion.
  private struct Heap {
    private var entries: [(position: Int, time: Int64, order: Int)] = []
    private var count = 0

    var isEmpty: Bool { entries.isEmpty }

    mutating func push(_ position: Int, time: Int64) {
      entries.append((position, time, count))
      count += 1
      var child = entries.count - 1
      while child > 0, isBefore(child, (child - 1) / 2) {
        entries.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
    }

    mutating func pop() -> Int? {
      guard let first = entries.first else { return nil }
      let last = entries.removeLast()
      guard !entries.isEmpty else { return first.position }
      entries[0] = last
      var parent = 0
      while true {
        var least = parent
        for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
          if isBefore(child, least) { least = child }
        }
        guard least != parent else { return first.position }
        entries.swapAt(parent, least)
        parent = least
      }
    }

    private func isBefore(_ a: Int, _ b: Int) -> Bool {
      (-entries[a].time, entries[a].order) < (-entries[b].time, entries[b].order)
    }
  }
}
