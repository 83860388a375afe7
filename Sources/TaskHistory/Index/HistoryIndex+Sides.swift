extension HistoryIndex {
  /// The nodes that lead to one and to none of others, parents before their children.
  ///
  /// It goes back only as far as they have anything of their own.
  func nodes(leadingTo start: Int, notTo others: [Int]) -> [Int] {
    var order = DateOrder<Int>()
    var isShared: [Int: Bool] = [:]
    // So many are waiting that only the one leads to, as far as is known.
    var own = 0
    func reach(_ node: Int, fromOthers: Bool) {
      if let known = isShared[node] {
        guard fromOthers, !known else { return }
        own -= 1
      } else {
        // A node comes behind its parents, so whoever reaches it is known when its turn comes.
        order.push(node, time: Int64(node))
        if !fromOthers { own += 1 }
      }
      isShared[node] = fromOthers
    }
    for other in others { reach(other, fromOthers: true) }
    reach(start, fromOthers: false)
    var found: [Int] = []
    while own > 0, let node = order.pop() {
      let fromOthers = isShared[node] ?? true
      if !fromOthers {
        own -= 1
        found.append(node)
      }
      for parent in nodes[node].parents { reach(parent, fromOthers: fromOthers) }
    }
    return found.reversed()
  }
}
