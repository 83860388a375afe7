/// The order of a journal: children before their parents, and the newest by the committer's
/// clock first of what is unrelated; git's `--date-order`.
///
/// A clock that runs behind can't put a commit before one that it builds upon.
struct DateOrder<Key: Hashable> {
  private var heap: [(key: Key, time: Int64, order: Int)] = []
  private var children: [Key: Int] = [:]
  private var seen: Set<Key> = []
  private var count = 0

  var isEmpty: Bool { heap.isEmpty }

  /// How many of a commit's children have not been told; asked before any of them is.
  mutating func expect(_ children: Int, of key: Key) { self.children[key] = children }

  /// Says that a child was told, or that the order begins here.
  mutating func push(_ key: Key, time: Int64) {
    if let left = children[key], left > 1 {
      children[key] = left - 1
      return
    }
    guard seen.insert(key).inserted else { return }
    heap.append((key, time, count))
    count += 1
    var child = heap.count - 1
    while child > 0, isBefore(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// The next; nil at the end.
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
