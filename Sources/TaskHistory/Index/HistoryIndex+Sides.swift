extension HistoryIndex {
  /// The nodes that lead to one and to none of others, parents before their children.
  ///
  /// It goes back only as far as they have anything of their own.
  func nodes(leadingTo start: Int, notTo others: [Int]) -> [Int] {
    enum Mark { case none, own, shared }
    let last = others.reduce(start, max)
    var marks = Array(repeating: Mark.none, count: last + 1)
    for other in others { marks[other] = .shared }
    // So many are waiting that only the one leads to, as far as is known.
    var waiting = 0
    if marks[start] == .none { (marks[start], waiting) = (.own, 1) }
    var found: [Int] = []
    // A node comes behind its parents, so whoever reaches it is known when its turn comes.
    var node = last
    while waiting > 0 {
      let mark = marks[node]
      if mark == .own {
        waiting -= 1
        found.append(node)
      }
      if mark != .none {
        for parent in nodes[node].parents {
          switch (marks[parent], mark) {
          case (.none, .own): waiting += 1
          case (.own, .shared): waiting -= 1
          case (.none, .shared): break
          default: continue
          }
          marks[parent] = mark
        }
      }
      node -= 1
    }
    return found.reversed()
  }
}
