/// Tells which lines of a rewritten stretch took the place of which.
enum LinePairs {
  private static let mostCells = 10_000
  private static let mostBytes = 5000

  /// The pairs, in order: as many as can be, and of all ways the one with the most in common.
  static func pairs(
    _ olds: ArraySlice<BodyLines.Line>, _ news: ArraySlice<BodyLines.Line>,
    where canBe: (_ old: Int, _ new: Int) -> Bool
  ) -> [(old: Int, new: Int)] {
    guard olds.count * news.count <= mostCells else {
      return zip(olds.indices, news.indices).filter {
        canBe($0, $1) && value(olds[$0], news[$1]) > 0
      }
    }
    let width = news.count + 1
    var best = Array(repeating: 0, count: (olds.count + 1) * width)
    var values = best
    for a in olds.indices.reversed() {
      for b in news.indices.reversed() {
        let cell = (a - olds.startIndex) * width + (b - news.startIndex)
        if canBe(a, b) { values[cell] = value(olds[a], news[b]) }
        best[cell] = max(best[cell + 1], best[cell + width])
        if values[cell] > 0 {
          best[cell] = max(best[cell], best[cell + width + 1] + values[cell])
        }
      }
    }
    var pairs: [(old: Int, new: Int)] = []
    var (a, b) = (olds.startIndex, news.startIndex)
    while a < olds.endIndex, b < news.endIndex {
      let cell = (a - olds.startIndex) * width + (b - news.startIndex)
      if values[cell] > 0, best[cell] == best[cell + width + 1] + values[cell] {
        pairs.append((a, b))
        a += 1
        b += 1
      } else if best[cell] == best[cell + width] {
        a += 1
      } else {
        b += 1
      }
    }
    return pairs
  }

  /// How likely it is that a line was made from another; 0 where it can't be.
  private static func value(_ old: BodyLines.Line, _ new: BodyLines.Line) -> Int {
    guard !old.isNote, !new.isNote, old.isBlank == new.isBlank, isFence(old) == isFence(new)
    else { return 0 }
    return 10 + likeness(old.text, new.text)
  }

  private static func isFence(_ line: BodyLines.Line) -> Bool {
    var code = CodeFences()
    return code.contains(line.text[...])
  }

  /// Out of 100: by the words, or the letters at both ends, whichever says more.
  private static func likeness(_ old: [UInt8], _ new: [UInt8]) -> Int {
    // Of a line that is longer than any sentence, both ends say enough.
    let least = min(old.count, new.count)
    let start = zip(old.prefix(mostBytes), new.prefix(mostBytes)).prefix { $0 == $1 }.count
    let ends = zip(old.suffix(mostBytes).reversed(), new.suffix(mostBytes).reversed())
    let end = min(least - start, ends.prefix { $0 == $1 }.count)
    let letters = (start + end) * 100 / max(1, max(old.count, new.count))
    let olds = Set(old.prefix(2000).split(separator: .space))
    let news = Set(new.prefix(2000).split(separator: .space))
    let words = olds.intersection(news).count * 200 / max(1, olds.count + news.count)
    return max(letters, words)
  }
}
