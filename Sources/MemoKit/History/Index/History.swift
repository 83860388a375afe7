internal import Git
internal import TaskFile

/// All commits up to one, and which tasks each touched.
struct History {
  let git: StoreGit
  /// What is known; only nodes with ``isIn`` belong to this history.
  let index: HistoryIndex
  /// By position: whether the node is the last commit or lies in its history.
  let isIn: [Bool]
  /// The last commit's position.
  let last: Int
  /// Where each id is mentioned, in the order of positions.
  private let mentions: [TaskID: [Int]]

  init(_ git: StoreGit, _ index: HistoryIndex, last: Int) {
    self.git = git
    self.index = index
    self.last = last
    let isIn = index.history(of: last)
    self.isIn = isIn
    var mentions: [TaskID: [Int]] = [:]
    mentions.reserveCapacity(index.nodes.count)
    for (place, node) in index.nodes.enumerated() where isIn[place] {
      for touch in node.touches {
        let after = touch.after?.id
        if let after { mentions[after, default: []].append(place) }
        // Once for each touch, however many parents had it.
        for before in touch.befores {
          guard let id = before?.id, id != after, mentions[id]?.last != place else { continue }
          mentions[id, default: []].append(place)
        }
      }
    }
    self.mentions = mentions
  }

  /// Every id that any commit's task had.
  var ids: Dictionary<TaskID, [Int]>.Keys { mentions.keys }

  /// The positions of the commits that touched a task of this id, the oldest first.
  func places(of id: TaskID) -> [Int] { mentions[id] ?? [] }

  /// Goes through commits, the newest first.
  func walk(_ body: (Int) throws(MemoError) -> Bool) throws(MemoError) {
    var walk = NewestFirst<Int>()
    walk.push(last, time: index.nodes[last].time)
    while let place = walk.pop() {
      guard try body(place) else { return }
      for parent in index.nodes[place].parents {
        walk.push(parent, time: index.nodes[parent].time)
      }
    }
  }
}

/// An order of commits: the newest by the committer's clock first, a parent never before the
/// child through which it was found; what `git log` shows.
struct NewestFirst<Key: Hashable> {
  private var heap: [(key: Key, time: Int64, order: Int)] = []
  private var seen: Set<Key> = []
  private var count = 0

  mutating func push(_ key: Key, time: Int64) {
    guard seen.insert(key).inserted else { return }
    heap.append((key, time, count))
    count += 1
    var child = heap.count - 1
    while child > 0, isBefore(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func pop() -> Key? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return first.key }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if isBefore(child, least) { least = child }
      }
      guard least != parent else { return first.key }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  private func isBefore(_ a: Int, _ b: Int) -> Bool {
    (-heap[a].time, heap[a].order) < (-heap[b].time, heap[b].order)
  }
}
