/// A history of typed lines for ↑ and ↓, as in a shell.
struct LineHistory: Hashable, Sendable {
  /// The newest line is last.
  private(set) var lines: [String] = []
  /// The index of the shown line; `lines.count` for the one being typed.
  private var place = 0
  /// The line being typed, while an older one is shown.
  private var unfinished = ""

  /// Adds a line unless it is blank or equals the last one.
  mutating func add(_ line: String) {
    if !line.allSatisfy(\.isWhitespace), lines.last != line { lines.append(line) }
    begin()
  }

  mutating func begin() {
    place = lines.count
    unfinished = ""
  }

  /// Moves through the history.
  ///
  /// - Parameters:
  ///   - steps: -1 for the previous line, 1 for the next one.
  ///   - shown: The current text.
  /// - Returns: The text to show; nil at either end.
  mutating func look(by steps: Int, from shown: String) -> String? {
    guard (0...lines.count).contains(place + steps) else { return nil }
    if place == lines.count { unfinished = shown }
    place += steps
    return place == lines.count ? unfinished : lines[place]
  }
}
