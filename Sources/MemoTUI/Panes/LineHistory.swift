/// Lines that were typed before, which ↑ and ↓ bring back as a shell does.
struct LineHistory: Hashable, Sendable {
  /// The last one last.
  private(set) var lines: [String] = []
  /// Which of them is shown; their number for the line that is being typed.
  private var place = 0
  /// What was being typed before one of them was looked at.
  private var unfinished = ""

  /// Keeps a line, unless nothing stands in it or it is the one before again; what is typed next is
  /// a new one.
  mutating func add(_ line: String) {
    if !line.allSatisfy(\.isWhitespace), lines.last != line { lines.append(line) }
    begin()
  }

  /// What is typed now is a new line.
  mutating func begin() {
    place = lines.count
    unfinished = ""
  }

  /// - Parameters:
  ///   - steps: -1 for the line before, 1 for the next one.
  ///   - shown: What stands there now.
  /// - Returns: What takes its place; nil where there are no more.
  mutating func look(by steps: Int, from shown: String) -> String? {
    guard (0...lines.count).contains(place + steps) else { return nil }
    if place == lines.count { unfinished = shown }
    place += steps
    return place == lines.count ? unfinished : lines[place]
  }
}
