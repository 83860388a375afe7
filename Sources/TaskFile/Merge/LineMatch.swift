/// A common subsequence of the lines of two texts, found in bounded time.
struct LineMatch {
  private let old: [Int]
  private let new: [Int]
  /// The weight of a matched line by its number; blank lines weigh less than those with text.
  private let weights: [Int]
  /// The index of each old line among the new ones; nil for a removed line.
  private(set) var places: [Int?]

  /// The size up to which the best result is found; above it, unique lines are matched first.
  private static let mostCells = 250_000
  /// The number of times that unique lines divide the rest.
  ///
  /// Then the rest counts as different, since a text could need a level for each line.
  private static let mostDepth = 50

  init(_ old: [[UInt8]], _ new: [[UInt8]]) {
    // Numbers are faster to compare.
    var numbers: [[UInt8]: Int] = [:]
    var weights: [Int] = []
    func number(of line: [UInt8]) -> Int {
      if let number = numbers[line] { return number }
      numbers[line] = weights.count
      weights.append(line.isBlank ? 1 : 4)
      return weights.count - 1
    }
    self.old = old.map(number)
    self.new = new.map(number)
    self.weights = weights
    places = Array(repeating: nil, count: old.count)
    match(old.indices, new.indices, depth: 0)
  }

  private mutating func match(_ olds: Range<Int>, _ news: Range<Int>, depth: Int) {
    var (olds, news) = (olds, news)
    while let a = olds.first, let b = news.first, old[a] == new[b] {
      places[a] = b
      olds.removeFirst()
      news.removeFirst()
    }
    while let a = olds.last, let b = news.last, old[a] == new[b] {
      places[a] = b
      olds.removeLast()
      news.removeLast()
    }
    guard !olds.isEmpty, !news.isEmpty else { return }
    if olds.count * news.count <= Self.mostCells {
      let (old, new, weights) = (old, new, weights)
      for pair in bestPairs(olds, news, value: { old[$0] == new[$1] ? weights[old[$0]] : 0 }) {
        places[pair.old] = pair.new
      }
    } else if depth < Self.mostDepth {
      matchAnchors(olds, news, depth: depth)
    }
  }

  /// Patience diff: the longest ordered run of lines that are unique on both sides.
  private mutating func matchAnchors(_ olds: Range<Int>, _ news: Range<Int>, depth: Int) {
    let oldPlaces = Self.singles(old, olds)
    let newPlaces = Self.singles(new, news)
    var tops: [(pair: (a: Int, b: Int), link: Int?)] = []
    var piles: [Int] = []
    for a in olds {
      guard oldPlaces[old[a]] == a, let b = newPlaces[old[a]] else { continue }
      let pile = piles.firstSplit { tops[$0].pair.b >= b }
      tops.append(((a, b), pile > 0 ? piles[pile - 1] : nil))
      if pile == piles.count { piles.append(tops.count - 1) } else { piles[pile] = tops.count - 1 }
    }
    var anchors: [(a: Int, b: Int)] = []
    var next = piles.last
    while let top = next {
      anchors.append(tops[top].pair)
      next = tops[top].link
    }
    guard !anchors.isEmpty else { return }
    var (a, b) = (olds.lowerBound, news.lowerBound)
    for anchor in anchors.reversed() {
      match(a..<anchor.a, b..<anchor.b, depth: depth + 1)
      places[anchor.a] = anchor.b
      (a, b) = (anchor.a + 1, anchor.b + 1)
    }
    match(a..<olds.upperBound, b..<news.upperBound, depth: depth + 1)
  }

  /// The positions of unique lines.
  private static func singles(_ lines: [Int], _ range: Range<Int>) -> [Int: Int] {
    var places: [Int: Int] = [:]
    for index in range { places[lines[index]] = places[lines[index]] == nil ? index : -1 }
    return places.filter { $0.value >= 0 }
  }
}

/// The pairs in order with the greatest sum of values; among equal ones, the earliest.
///
/// - Parameter value: 0 for a pair that can't be.
func bestPairs(
  _ olds: Range<Int>, _ news: Range<Int>, value: (_ old: Int, _ new: Int) -> Int
) -> [(old: Int, new: Int)] {
  let width = news.count + 1
  var best = Array(repeating: 0, count: (olds.count + 1) * width)
  func cell(_ old: Int, _ new: Int) -> Int {
    (old - olds.lowerBound) * width + (new - news.lowerBound)
  }
  for a in olds.reversed() {
    for b in news.reversed() {
      let cell = cell(a, b)
      best[cell] = max(best[cell + 1], best[cell + width])
      let value = value(a, b)
      if value > 0 { best[cell] = max(best[cell], best[cell + width + 1] + value) }
    }
  }
  var pairs: [(old: Int, new: Int)] = []
  var (a, b) = (olds.lowerBound, news.lowerBound)
  while a < olds.upperBound, b < news.upperBound {
    let (cell, value) = (cell(a, b), value(a, b))
    if value > 0, best[cell] == best[cell + width + 1] + value {
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

extension [UInt8] {
  var isBlank: Bool { allSatisfy { $0.isBlank || $0.isLineEnd } }
}

extension [Int] {
  /// The first index that passes, if all later ones do.
  fileprivate func firstSplit(_ passes: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if passes(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The differences between two texts by line.
public struct LineChanges: Hashable, Sendable {
  /// A line of only one of the texts.
  public struct Line: Hashable, Sendable {
    public var isAdded: Bool
    /// Without its line ending.
    public var text: String

    public init(isAdded: Bool, text: String) {
      self.isAdded = isAdded
      self.text = text
    }
  }

  /// In the order of the texts, a removed line before its replacement.
  public var lines: [Line] = []

  public init(from old: String, to new: String) {
    let (old, new) = (Self.lines(old), Self.lines(new))
    let places = LineMatch(old.map { Array($0.utf8) }, new.map { Array($0.utf8) }).places
    var next = 0
    func add(upTo end: Int) {
      lines += new[next..<end].map { Line(isAdded: true, text: $0) }
      next = end
    }
    for (index, line) in old.enumerated() {
      guard let place = places[index] else {
        lines.append(Line(isAdded: false, text: line))
        continue
      }
      add(upTo: place)
      next = place + 1
    }
    add(upTo: new.count)
  }

  public init(_ lines: [Line]) { self.lines = lines }

  public var added: Int { lines.reduce(0) { $0 + ($1.isAdded ? 1 : 0) } }
  public var removed: Int { lines.count - added }

  /// Without line endings, so that a missing last one or CRLF is no difference.
  private static func lines(_ text: String) -> [String] {
    var lines = text.linesOfText.map { line in
      line.unicodeScalars.last == "\r" ? String(line.unicodeScalars.dropLast()) : line
    }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
