extension String {
  /// The word that the user probably meant.
  ///
  /// It is equal except for case, within a few typing errors, or longer with the same beginning.
  ///
  /// - Parameter most: The maximum number of errors; nil for two, or one in a word of up to four
  ///   letters.
  package func nearest(of words: some Sequence<String>, most: Int? = nil) -> String? {
    let words = words.sorted()
    let folded = lowercased()
    if let same = words.first(where: { $0.lowercased() == folded }) { return same }
    // With two errors, a short word would match too much.
    let limit = most ?? (count > 4 ? 2 : 1)
    // Users rarely mistype the first letter.
    func rank(_ near: (String, Int)) -> Int {
      2 * near.1 + (near.0.lowercased().first == folded.first ? 0 : 1)
    }
    let near = words.map { ($0, folded.editDistance(to: $0.lowercased())) }
      .filter { $0.1 <= limit && $0.1 < Swift.max(count, $0.0.count) }
      .min { (rank($0), $0.0) < (rank($1), $1.0) }
    return near?.0 ?? words.first { count > 1 && $0.hasPrefix(self) }
  }

  /// The word that this probably misspells: equal except for case, one error away in a longer word,
  /// or longer with the same beginning.
  package func misspelt(of words: some Sequence<String>) -> String? {
    let words = words.sorted()
    let folded = lowercased()
    return words.first { $0.lowercased() == folded }
      ?? words.first {
        min(count, $0.count) > 2 && max(count, $0.count) > 3
          && folded.editDistance(to: $0.lowercased()) == 1
      } ?? words.first { count > 2 && $0.hasPrefix(folded) }
  }

  /// The number of letters to insert, delete, replace or swap with a neighbor (optimal string
  /// alignment distance).
  private func editDistance(to other: String) -> Int {
    let (a, b) = (Array(self), Array(other))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = Swift.min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = Swift.min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}

extension String {
  package var quotedForShell: String {
    let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "-_./:,+@=%".contains($0) }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}

extension String {
  /// Quoted as one word for a shell; with control characters, a glob pattern that matches it.
  package var matchedByShell: String {
    guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return quotedForShell
    }
    return String(map { $0.isLetter || $0.isNumber || "-_./".contains($0) ? $0 : "?" })
  }
}

extension String {
  package var trimmingSpaces: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
