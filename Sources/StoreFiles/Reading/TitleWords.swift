internal import TaskFile

/// Finds tasks by words of their titles.
///
/// A whole title precedes a part, the preferred status others, open tasks done ones, and beginnings
/// of words inner parts. All words must occur. Case and accents don't matter. A change needs more
/// of a title than reading: see ``NameUse``.
package struct TitleWords {
  private let text: String
  private let words: [String]
  /// Whether only a complete title matches, since a word has neither letter nor digit.
  private let isWholeTitle: Bool

  /// - Returns: Nil for a path, and for text without a letter or digit.
  package init?(_ name: String) {
    text = Self.folded(name)
    words = text.split(separator: " ").map(String.init)
    isWholeTitle = !words.allSatisfy { $0.contains { $0.isLetter || $0.isNumber } }
    guard text.contains(where: { $0.isLetter || $0.isNumber }),
      !(name.contains("/") && words.count == 1)
    else { return nil }
  }

  /// The tasks with the best match; several if the words are ambiguous.
  package func best(of tasks: [StoredTask], for use: NameUse) -> [StoredTask] {
    best(of: tasks, title: \.title, for: use, rank: { $0.isMeant(before: use.status) ? 0 : 1 })
  }

  /// Whether the words are the complete title.
  package func isWhole(_ title: String) -> Bool { Self.folded(title) == text }

  package func best<Item>(
    of items: [Item], title: (Item) -> String, for use: NameUse, rank: (Item) -> Int = { _ in 0 }
  ) -> [Item] {
    var best = Int.max
    var found: [Item] = []
    for item in items {
      guard let fit = fit(title(item), use) else { continue }
      // A complete title precedes all else, then comes the status, then the position of the words.
      let order = (fit == 0 ? 0 : 10) + rank(item) * 3 + fit
      if order < best { (best, found) = (order, []) }
      if order == best { found.append(item) }
    }
    return found
  }

  /// 0 for the complete title, 1 for beginnings of words, 2 for inner parts; nil if it doesn't
  /// match.
  private func fit(_ title: String, _ use: NameUse) -> Int? {
    let title = Self.folded(title)
    if title == text { return 0 }
    if isWholeTitle { return nil }
    let starts = title.split { !$0.isLetter && !$0.isNumber } + title.split(separator: " ")
    let isAtStarts = words.allSatisfy { word in
      starts.contains { $0.hasPrefix(word) } || title.hasWithoutSpaces(word)
    }
    if isAtStarts, !use.isChange || words.contains(where: { says($0, of: starts) }) { return 1 }
    // Two letters occur inside nearly every title.
    let isInside = words.allSatisfy { $0.count > 2 && title.contains($0) }
    return isInside && !use.isChange ? 2 : nil
  }

  /// Whether a word is distinctive enough to select a task for a change.
  private func says(_ word: String, of starts: [Substring]) -> Bool {
    guard word.contains(where: \.isLetter), !Self.ofOtherMeaning.contains(word) else {
      return false
    }
    if word.contains(where: \.isOfNoSpaces) { return true }
    return word.count > 2 || word.count > 1 && starts.contains { $0 == word }
  }

  private static let ofOtherMeaning: Set = [
    "all", "any", "every", "everything", "none", "high", "medium", "low", "now", "today",
    "tomorrow", "yesterday",
  ]

  private static func folded(_ text: String) -> String {
    CaseFolding.plain(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension String {
  /// Whether the text contains a word of a script that has no spaces between words.
  fileprivate func hasWithoutSpaces(_ word: String) -> Bool {
    word.first?.isOfNoSpaces == true && contains(word)
  }
}

extension Character {
  /// Whether the script has no spaces between words, such as Chinese, Japanese or Thai.
  fileprivate var isOfNoSpaces: Bool {
    unicodeScalars.first.map { scalar in
      [0x0E01...0x0EFF, 0x1780...0x17FF, 0x3041...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF]
        .contains { $0.contains(Int(scalar.value)) }
    } ?? false
  }
}

extension StoredTask {
  /// Whether the task has the preferred status; todo and doing count as one.
  func isMeant(before status: Status) -> Bool {
    self.status == status || status != .done && self.status != .done
  }
}
