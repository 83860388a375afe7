/// Two changes of one text put together, line by line.
struct LineMerge {
  typealias Line = BodyLines.Line

  enum Piece: Hashable {
    case line(Line)
    /// What lost against so many lines before it, and whether it was the newer side's.
    case losing([Line], isNewer: Bool)
  }

  private(set) var pieces: [Piece] = []
  /// Whether no line was changed, and nothing put at one place, by both.
  private(set) var isClean = true
  /// Whether lines stay as the newer side has them without a note that tells so.
  private(set) var leavesLines = false
  /// The same of notes of earlier merges.
  private(set) var leavesNotes = false

  private let base: [Line]
  private let newer: [Line]
  private let older: [Line]
  private let newerEdit: SequenceEdit
  private let olderEdit: SequenceEdit
  private let numbers: [[UInt8]: Int]
  private let recency: Recency?
  /// Lines that lost since the last line that both could live with.
  private var losing: [Line] = []
  private var isNewerLosing = false

  /// - Parameter recency: Nil where the newer side's lines win.
  init(base: [Line], newer: [Line], older: [Line], _ recency: Recency? = nil) {
    self.recency = recency
    self.base = base
    self.newer = newer
    self.older = older
    var numbering = Numbering()
    let olds = base.map { numbering.number(of: $0.text) }
    let newers = newer.map { numbering.number(of: $0.text) }
    let olders = older.map { numbering.number(of: $0.text) }
    numbers = numbering.numbers
    let blanks = Set((base + newer + older).filter(\.isBlank).map { numbering.number(of: $0.text) })
    func edit(_ side: [Line], _ numbers: [Int]) -> SequenceEdit {
      Self.edit(base, olds, side, numbers, blanks)
    }
    newerEdit = edit(newer, newers)
    olderEdit = edit(older, olders)
    merge()
  }

  /// What became of each line, and which lines are new.
  private static func edit(
    _ base: [Line], _ olds: [Int], _ side: [Line], _ news: [Int], _ blanks: Set<Int>
  ) -> SequenceEdit {
    let gone = rarer(olds, than: news)
    let fresh = rarer(news, than: olds)
    return SequenceEdit(olds, news, weight: { blanks.contains($0) ? 1 : 4 }) { changed, new in
      LinePairs.pairs(base[changed], side[new]) {
        gone.contains(olds[$0]) && fresh.contains(news[$1])
      }
    }
  }

  /// Which line of a text stands where one of another was: by the new one's place.
  static func replacements(in side: [Line], of base: [Line]) -> [Int: Line] {
    var numbering = Numbering()
    let olds = base.map { numbering.number(of: $0.text) }
    let news = side.map { numbering.number(of: $0.text) }
    let blanks = Set((base + side).filter(\.isBlank).map { numbering.number(of: $0.text) })
    var replaced: [Int: Line] = [:]
    for (index, fate) in edit(base, olds, side, news, blanks).fates.enumerated() {
      if case .replaced(let place) = fate { replaced[place] = base[index] }
    }
    return replaced
  }

  /// What of one text is there less often in another; a line that was only moved is not.
  private static func rarer(_ lines: [Int], than others: [Int]) -> Set<Int> {
    func counts(_ lines: [Int]) -> [Int: Int] {
      lines.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    let there = counts(others)
    return Set(counts(lines).filter { $0.value > there[$0.key, default: 0] }.keys)
  }

  /// What there is without the notes on what lost.
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
    let lines = union(
      older: older, newer: newer, number: { numbers[$0.text] ?? -1 }, isBlank: \.isBlank)
    if lines.count > max(older.count, newer.count) { isClean = false }
    pieces += lines.map(Piece.line)
  }

  private mutating func endConflict() {
    guard !losing.isEmpty else { return }
    pieces.append(.losing(losing, isNewer: isNewerLosing))
    losing = []
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

  private var isTakingBack: Bool { recency?.rule.isTakingBack ?? false }
  private var isUndecided: Bool { recency?.rule == .undecided }

  private mutating func append(_ line: Line) {
    endConflict()
    pieces.append(.line(line))
  }

  private func isOlderNewer(_ newer: Line, _ older: Line) -> Bool {
    guard let recency else { return false }
    return recency.older.lastChange(of: .line(older.text)).isNewer(
      than: recency.newer.lastChange(of: .line(newer.text)))
  }

  /// A line that both rewrote.
  private mutating func resolve(_ base: Line, _ newer: Line, _ older: Line) {
    guard newer.text != older.text else { return append(newer) }
    isClean = false
    let isSwapped = isOlderNewer(newer, older)
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
    losing.append(first)
  }
}

/// One item of a checklist as base and sides have it: ticked here and reworded there is both.
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
