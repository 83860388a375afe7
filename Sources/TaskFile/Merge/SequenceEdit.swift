/// What one side made of the common sequence, line by line.
struct SequenceEdit {
  enum Fate: Hashable {
    case kept
    /// By a line of the side.
    case replaced(Int)
    case gone
  }

  /// Of every line of the base.
  private(set) var fates: [Fate]
  /// The side's lines that are new, before every line of the base and behind the last.
  private(set) var inserted: [[Int]]
  /// Where the lines that were kept are.
  let places: [Int?]

  /// - Parameter pairs: Tells which lines of a changed stretch took the place of which, in order.
  init(
    _ base: [Int], _ side: [Int], weight: @escaping (Int) -> Int,
    pairs: (Range<Int>, Range<Int>) -> [(old: Int, new: Int)]
  ) {
    places = LineMatch(base, side, weight: weight).places
    fates = places.map { $0 == nil ? .gone : .kept }
    inserted = Array(repeating: [], count: base.count + 1)
    var (old, new) = (0, 0)
    for stop in 0...base.count {
      let place = stop < base.count ? places[stop] : side.count
      guard let place else { continue }
      resolve(old..<stop, new..<place, pairs)
      (old, new) = (stop + 1, place + 1)
    }
  }

  private mutating func resolve(
    _ olds: Range<Int>, _ news: Range<Int>,
    _ pairs: (Range<Int>, Range<Int>) -> [(old: Int, new: Int)]
  ) {
    guard !news.isEmpty else { return }
    var next = news.lowerBound
    for pair in olds.isEmpty ? [] : pairs(olds, news) {
      inserted[pair.old] += next..<pair.new
      fates[pair.old] = .replaced(pair.new)
      next = pair.new + 1
    }
    inserted[olds.upperBound] += next..<news.upperBound
  }
}

/// Both of two insertions at one place, the older first, and what they share once.
///
/// Blank lines are not shared by themselves: they belong to the paragraphs around them.
func union<Line>(
  older: [Line], newer: [Line], number: (Line) -> Int, isBlank: (Line) -> Bool
) -> [Line] {
  func joined(_ older: ArraySlice<Line>, _ newer: ArraySlice<Line>) -> [Line] {
    if isPart(older, of: newer) { return Array(newer) }
    if isPart(newer, of: older) { return Array(older) }
    return Array(older) + Array(newer)
  }
  func isPart(_ part: ArraySlice<Line>, of whole: ArraySlice<Line>) -> Bool {
    var rest = part
    for line in whole {
      if let next = rest.first, number(next) == number(line) { rest.removeFirst() }
    }
    return rest.isEmpty
  }
  if isPart(older[...], of: newer[...]) { return newer }
  if isPart(newer[...], of: older[...]) { return older }
  let olds = older.indices.filter { !isBlank(older[$0]) }
  let news = newer.indices.filter { !isBlank(newer[$0]) }
  let match = LineMatch(olds.map { number(older[$0]) }, news.map { number(newer[$0]) }) { _ in 1 }
  var result: [Line] = []
  var (a, b) = (0, 0)
  for (index, place) in zip(olds, match.places) {
    guard let place else { continue }
    result += joined(older[a..<index], newer[b..<news[place]]) + [newer[news[place]]]
    (a, b) = (index + 1, news[place] + 1)
  }
  return result + joined(older[a...], newer[b...])
}
