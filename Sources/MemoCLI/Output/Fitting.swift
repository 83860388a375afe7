internal import Terminal

/// Fits several groups, one below the other, into a window.
struct Fitting: Equatable {
  /// The number of items of each group; nil without room for its heading.
  private(set) var shown: [Int?]

  /// Each group has a heading, its items, a line with the count of hidden items, and a blank line
  /// before the next group.
  ///
  /// Groups get lines in turn, until the height is used up.
  /// - Parameters:
  ///   - counts: The number of items in each group, none of them 0.
  ///   - height: The available lines; nil for no limit.
  ///   - linesEach: The lines of an item.
  init(_ counts: [Int], height: Int?, linesEach: Int = 1) {
    guard let height else {
      shown = counts
      return
    }
    // If there are fewer lines than items, the last one has the count of the rest.
    var lines: [Int] = []
    var used = 0
    for count in counts {
      let least = min(count, 2)
      let cost = (lines.isEmpty ? 1 : 2) + least * linesEach
      guard lines.isEmpty || used + cost <= height else { break }
      lines.append(least)
      used += cost
    }
    while used + linesEach <= height,
      let shortest = lines.indices.filter({ lines[$0] < counts[$0] })
        .min(by: { lines[$0] < lines[$1] })
    {
      lines[shortest] += 1
      used += linesEach
    }
    shown = counts.indices.map { index in
      guard index < lines.count else { return nil }
      return lines[index] < counts[index] ? lines[index] - 1 : counts[index]
    }
  }
}

extension Page {
  /// The lines for a result that leave room for notes and the prompt; nil in a pipe.
  func room(besides notes: [String]) -> Int? {
    guard let height, let width = style.width else { return nil }
    let lines = notes.reduce(0) {
      $0 + max(1, ($1.sanitized.terminalWidth + width - 1) / max(width, 1))
    }
    return max(height - 1 - lines, 1)
  }
}
