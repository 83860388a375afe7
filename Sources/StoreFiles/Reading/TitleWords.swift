package import TaskFile

/// Words by which somebody means a task, as its title has them.
///
/// A whole title beats a part; the wanted status comes before others, and what is open before
/// what is done; the beginnings of words come before what stands inside of them. All words must
/// occur, whatever their case.
package struct TitleWords {
  private let text: String
  private let words: [String]

  /// - Returns: Nil for what can't be words of a title: paths, and signs alone.
  package init?(_ name: String) {
    text = Self.folded(name)
    words = text.split(separator: " ").map(String.init)
    guard !words.isEmpty,
      words.allSatisfy({ $0.contains { $0.isLetter || $0.isNumber } }),
      !(name.contains("/") && words.count == 1)
    else { return nil }
  }

  /// Those that are meant before all others; several where nothing tells which.
  package func best(of tasks: [StoredTask], before status: Status) -> [StoredTask] {
    best(of: tasks, title: \.title, rank: { $0.isMeant(before: status) ? 0 : 1 })
  }

  /// Whether this is all of a title.
  package func isWhole(_ title: String) -> Bool { Self.folded(title) == text }

  package func best<Item>(
    of items: [Item], title: (Item) -> String, rank: (Item) -> Int = { _ in 0 }
  ) -> [Item] {
    var best = Int.max
    var found: [Item] = []
    for item in items {
      guard let fit = fit(title(item)) else { continue }
      // A whole title, then by status, then by where the words stand.
      let order = (fit == 0 ? 0 : 10) + rank(item) * 3 + fit
      if order < best { (best, found) = (order, []) }
      if order == best { found.append(item) }
    }
    return found
  }

  /// 0 for the whole title, 1 for beginnings of its words, 2 for what stands inside of them; nil
  /// where a word is missing.
  private func fit(_ title: String) -> Int? {
    let title = Self.folded(title)
    if title == text { return 0 }
    let starts = title.split { !$0.isLetter && !$0.isNumber } + title.split(separator: " ")
    if words.allSatisfy({ word in starts.contains { $0.hasPrefix(word) } }) { return 1 }
    // Of two letters there is something in nearly every title.
    let isInside = words.allSatisfy { $0.count > 2 && title.contains($0) }
    return isInside ? 2 : nil
  }

  private static func folded(_ text: String) -> String {
    text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension StoredTask {
  /// Whether its status is the wanted one: of open tasks, either.
  func isMeant(before status: Status) -> Bool {
    self.status == status || status != .done && self.status != .done
  }
}
