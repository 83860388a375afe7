/// Merges two changes of a text by line.
struct LineMerge {
  typealias Line = BodyLines.Line

  enum Piece: Hashable {
    case line(Line)
    /// Discarded lines for as many lines before them, and whether the newer side had them.
    case discarded([Line], isNewer: Bool)
  }

  private(set) var pieces: [Piece] = []
  /// Whether the sides changed different lines, and inserted at different places.
  private(set) var isClean = true
  /// Whether the merge discarded the older side's change of a line without a note.
  private(set) var leavesLines = false
  /// The same for a note of an earlier merge.
  private(set) var leavesNotes = false

  private let base: [Line]
  private let newer: [Line]
  private let older: [Line]
  private let newerEdit: SequenceEdit
  private let olderEdit: SequenceEdit
  private let recency: Recency
  /// The lines discarded since the last line without a conflict.
  private var discarded: [Line] = []
  private var isNewerLosing = false

  init(base: [Line], newer: [Line], older: [Line], _ recency: Recency) {
    self.recency = recency
    self.base = base
    self.newer = newer
    self.older = older
    newerEdit = Self.edit(base, newer)
    olderEdit = Self.edit(base, older)
    merge()
  }

  private static func edit(_ base: [Line], _ side: [Line]) -> SequenceEdit {
    let (olds, news) = (base.map(\.text), side.map(\.text))
    // A line that a side has as often was moved, not replaced.
    var surplus: [[UInt8]: Int] = [:]
    for line in olds { surplus[line, default: 0] += 1 }
    for line in news { surplus[line, default: 0] -= 1 }
    return SequenceEdit(olds, news) { changed, new in
      LinePairs.pairs(base[changed], side[new]) {
        surplus[olds[$0], default: 0] > 0 && surplus[news[$1], default: 0] < 0
      }
    }
  }

  /// The base line of each replacement in a side, by its index in the side.
  static func replacements(in side: [Line], of base: [Line]) -> [Int: Line] {
    var replaced: [Int: Line] = [:]
    for (index, fate) in edit(base, side).fates.enumerated() {
      if case .replaced(let place) = fate { replaced[place] = base[index] }
    }
    return replaced
  }

  /// Without notes.
  var lines: [Line] {
    pieces.compactMap { if case .line(let line) = $0 { line } else { nil } }
  }

  private mutating func merge() {
    for index in 0...base.count {
      insert(
        older: olderEdit.inserted[index].map { older[$0] },
        newer: newerEdit.inserted[index].map { newer[$0] })
      if index < base.count { resolve(index) }
    }
    endConflict()
  }

  private mutating func insert(older: [Line], newer: [Line]) {
    guard !older.isEmpty || !newer.isEmpty else { return }
    endConflict()
    let lines = union(older: older, newer: newer, text: \.text)
    if lines.count > max(older.count, newer.count) { isClean = false }
    pieces += lines.map(Piece.line)
  }

  private mutating func endConflict() {
    guard !discarded.isEmpty else { return }
    pieces.append(.discarded(discarded, isNewer: isNewerLosing))
    discarded = []
  }

  private mutating func resolve(_ index: Int) {
    switch (newerEdit.fates[index], olderEdit.fates[index]) {
    case (.kept, .kept):
      var line = base[index]
      if let mine = newerEdit.places[index], let their = olderEdit.places[index] {
        line.ending = merged(
          line.ending, newer: newer[mine].ending, older: older[their].ending)
      }
      append(line)
    case (.kept, .gone), (.gone, .kept), (.gone, .gone): break
    case (.kept, .replaced(let place)): append(older[place])
    case (.replaced(let place), .kept): append(newer[place])
    case (.gone, .replaced) where isUndecided, (.replaced, .gone) where isUndecided:
      isClean = false
      append(base[index])
    case (.gone, .replaced) where isTakingBack:
      isClean = false
      leave(base[index])
    case (.gone, .replaced(let place)):
      isClean = false
      append(older[place])
    case (.replaced(let place), .gone):
      isClean = false
      if isTakingBack { leave(base[index]) }
      append(newer[place])
    case (.replaced(let mine), .replaced(let their)):
      resolve(base[index], newer[mine], older[their])
    }
  }

  private mutating func leave(_ line: Line) {
    if line.isNote { leavesNotes = true } else { leavesLines = true }
  }

  private var isTakingBack: Bool { recency.rule.isTakingBack }
  private var isUndecided: Bool { recency.rule == .undecided }

  private mutating func append(_ line: Line) {
    endConflict()
    pieces.append(.line(line))
  }

  private mutating func resolve(_ base: Line, _ newer: Line, _ older: Line) {
    guard newer.text != older.text else { return append(newer) }
    isClean = false
    let isSwapped = recency.older.lastChange(of: .line(older.text)).isNewer(
      than: recency.newer.lastChange(of: .line(newer.text)))
    let (last, first) = isSwapped ? (older, newer) : (newer, older)
    var winner = last
    var isConflict = !last.isBlank
    if let items = ChecklistLines(base.text, last.text, first.text) {
      winner.text = items.merged
      isConflict = items.isConflict
    }
    guard isConflict else { return append(winner) }
    if isUndecided { return append(base) }
    if isSwapped != isNewerLosing { endConflict() }
    pieces.append(.line(winner))
    isNewerLosing = isSwapped
    discarded.append(first)
  }
}

/// A checklist item in base and sides; one may tick it and the other reword it.
private struct ChecklistLines {
  let merged: [UInt8]
  let isConflict: Bool

  init?(_ base: [UInt8], _ newer: [UInt8], _ older: [UInt8]) {
    typealias Parts = (start: [UInt8], box: UInt8, text: [UInt8])
    func parts(_ line: [UInt8]) -> Parts? {
      guard let text = TaskDocument.checklistItem(line[...])?.text else { return nil }
      let box = text.startIndex - 3
      return (Array(line[..<box]), line[box], Array(text))
    }
    guard let base = parts(base), let newer = parts(newer), let older = parts(older) else {
      return nil
    }
    let start = TaskFile.merged(base.start, newer: newer.start, older: older.start)
    let box = TaskFile.merged(base.box, newer: newer.box, older: older.box)
    let text = TaskFile.merged(base.text, newer: newer.text, older: older.text)
    merged = start + [box, .closeBracket, .space] + text
    isConflict = newer.text != base.text && older.text != base.text && newer.text != older.text
  }
}

struct SequenceEdit {
  enum Fate: Hashable {
    case kept
    /// The index of the new line in the side.
    case replaced(Int)
    case gone
  }

  /// For each line of the base.
  private(set) var fates: [Fate]
  /// The inserted lines before each line of the base, and at the end.
  private(set) var inserted: [[Int]]
  /// The index in the side of each unchanged line.
  let places: [Int?]

  /// - Parameter pairs: Finds the replaced lines of a changed block and their replacements, in
  ///   order.
  init(
    _ base: [[UInt8]], _ side: [[UInt8]],
    pairs: (Range<Int>, Range<Int>) -> [(old: Int, new: Int)]
  ) {
    places = LineMatch(base, side).places
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

/// Two insertions at one place, the older first, with common lines once.
///
/// Blank lines don't count as common, since they belong to the paragraphs around them.
func union<Line>(
  older: [Line], newer: [Line], text: (Line) -> [UInt8]
) -> [Line] {
  func joined(_ older: ArraySlice<Line>, _ newer: ArraySlice<Line>) -> [Line] {
    if isPart(older, of: newer) { return Array(newer) }
    if isPart(newer, of: older) { return Array(older) }
    return Array(older) + Array(newer)
  }
  func isPart(_ part: ArraySlice<Line>, of whole: ArraySlice<Line>) -> Bool {
    var rest = part
    for line in whole {
      if let next = rest.first, text(next) == text(line) { rest.removeFirst() }
    }
    return rest.isEmpty
  }
  if isPart(older[...], of: newer[...]) { return newer }
  if isPart(newer[...], of: older[...]) { return older }
  let olds = older.indices.filter { !text(older[$0]).isBlank }
  let news = newer.indices.filter { !text(newer[$0]).isBlank }
  let match = LineMatch(olds.map { text(older[$0]) }, news.map { text(newer[$0]) })
  var result: [Line] = []
  var (a, b) = (0, 0)
  for (index, place) in zip(olds, match.places) {
    guard let place else { continue }
    result += joined(older[a..<index], newer[b..<news[place]]) + [newer[news[place]]]
    (a, b) = (index + 1, news[place] + 1)
  }
  return result + joined(older[a...], newer[b...])
}

/// Finds the replaced lines of a changed block and their replacements.
enum LinePairs {
  private static let mostCells = 10_000
  private static let mostBytes = 5000

  /// As many pairs as possible in order, with the greatest similarity.
  static func pairs(
    _ olds: ArraySlice<BodyLines.Line>, _ news: ArraySlice<BodyLines.Line>,
    where canBe: (_ old: Int, _ new: Int) -> Bool
  ) -> [(old: Int, new: Int)] {
    guard olds.count * news.count <= mostCells else {
      return zip(olds.indices, news.indices).filter {
        canBe($0, $1) && value(olds[$0], news[$1]) > 0
      }
    }
    return bestPairs(olds.indices, news.indices) {
      canBe($0, $1) ? value(olds[$0], news[$1]) : 0
    }
  }

  /// The likelihood that a line was made from another; 0 for never.
  private static func value(_ old: BodyLines.Line, _ new: BodyLines.Line) -> Int {
    guard !old.isNote, !new.isNote, old.isBlank == new.isBlank, old.isFence == new.isFence
    else { return 0 }
    return 10 + likeness(old.text, new.text)
  }

  /// The share of common words, or of common letters at both ends, from 0 to 100.
  private static func likeness(_ old: [UInt8], _ new: [UInt8]) -> Int {
    // Both ends are enough for a long line.
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
