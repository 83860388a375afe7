internal import Terminal

/// How much of several groups, one below the other, fits into a window.
struct Fitting: Equatable {
  /// How many items of each group are shown; nil for one of which there is not even the heading.
  private(set) var shown: [Int?]

  /// Gives each group a heading, a line for each item, one that counts those left out, and a
  /// blank one before the next.
  ///
  /// What room there is goes to the first
  /// groups first, an item each in turn.
  /// - Parameters:
  ///   - counts: Of the items in each group, none of them 0.
  ///   - height: So many lines there is room for; nil for as many as it takes.
  ///   - linesEach: How many an item takes.
  init(_ counts: [Int], height: Int?, linesEach: Int = 1) {
    guard let height else {
      shown = counts
      return
    }
    // Lines of items: fewer than there are items end with one that counts the rest.
    var lines: [Int] = []
    var used = 0
    for count in counts {
      let least = min(count, 2)
      let cost = (lines.isEmpty ? 1 : 2) + least * linesEach
      guard lines.isEmpty || used + cost <= height else { break }
      lines.append(least)
      used += cost
    }
    var grows = true
    while grows, used < height {
      grows = false
      for index in lines.indices where lines[index] < counts[index] && used + linesEach <= height {
        lines[index] += 1
        used += linesEach
        grows = true
      }
    }
    shown = counts.indices.map { index in
      guard index < lines.count else { return nil }
      return lines[index] < counts[index] ? lines[index] - 1 : counts[index]
    }
  }
}

extension Page {
  /// Lines that a result may have so that neither the notes behind it nor the prompt scroll
  /// anything of it away; nil in a pipe.
  func room(besides notes: (Page) -> [String]) -> Int? {
    guard let height, let width = style.width else { return nil }
    var plain = self
    plain.errorStyle.color = false
    let lines = notes(plain).reduce(0) {
      $0 + max(1, ($1.terminalWidth + width - 1) / max(width, 1))
    }
    return max(height - 1 - lines, 1)
  }
}
