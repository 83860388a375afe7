internal import Git
internal import StoreFiles
internal import TaskFile

/// Goes through the lines of a body in which some of a query's needles may be, without a look at
/// the others: of nearly all files none is, and to make a text of each line takes long.
struct BodySearch {
  private let document: TaskDocument
  private let bytes: [UInt8]
  private let end: Int
  private let needles: [TextNeedle]
  /// Where each needle that is ASCII stands next, byte by byte; the end where it doesn't.
  private var next: [Int]
  /// Where the next byte stands that is no ASCII; such a line's bytes don't tell what is in it.
  private var strange: Int
  private var place: Int
  /// A place up to which lines were counted, and the number of the line there.
  private var counted = (place: 0, number: 1)

  /// A line in which something was found.
  struct Finding {
    var line: TextLine
    var parts: [Int]
  }

  /// - Parameter needles: None of them empty.
  init(_ document: TaskDocument, _ needles: [TextNeedle]) {
    self.document = document
    bytes = document.bytes
    end = bytes.count
    self.needles = needles
    place = document.bodyStart
    next = needles.map { _ in -1 }
    strange = -1
    advance()
  }

  /// Whether a needle is nowhere in what is left.
  func lacks(_ needle: Int) -> Bool { next[needle] == end && strange == end }

  private mutating func advance() {
    let rest = place..<end
    for (index, needle) in needles.enumerated() where next[index] < place {
      next[index] = needle.search?.first(in: bytes, rest) ?? end
    }
    if strange < place { strange = ByteSearch.firstBeyondASCII(in: bytes, rest) ?? end }
  }

  /// The next line that has any of the needles.
  mutating func nextFinding() -> Finding? {
    while true {
      let hit = min(next.min() ?? end, strange)
      guard hit < end else { return nil }
      let start = bytes[place..<hit].lastIndex(of: .newline).map { $0 + 1 } ?? place
      let stop = bytes[hit..<end].firstIndex(of: .newline) ?? end
      let content = start..<(stop > start && bytes[stop - 1] == .carriageReturn ? stop - 1 : stop)
      let parts = parts(in: content)
      var finding: Finding?
      if !parts.isEmpty {
        counted.number += ByteSearch.count(.newline, in: bytes, counted.place..<start)
        counted.place = start
        let text = document.text(in: content)
        finding = Finding(
          line: TextLine(part: .body, number: counted.number, text: text), parts: parts)
      }
      place = min(stop + 1, end)
      advance()
      if let finding { return finding }
    }
  }

  private func parts(in line: Range<Int>) -> [Int] {
    guard !line.isEmpty else { return [] }
    if strange >= line.upperBound {
      return needles.indices.filter { index in
        needles[index].search.map { next[index] + $0.count <= line.upperBound } ?? false
      }
    }
    // What is not ASCII is compared as people see it, unless the bytes tell that it can't be there.
    let isDecided =
      needles.allSatisfy { $0.search.map { $0.first(in: bytes, line) == nil } ?? false }
      && !CaseFolding.mayBeASCII(bytes, line)
    guard !isDecided else { return [] }
    let text = document.text(in: line)
    return needles.indices.filter { needles[$0].isIn(text) }
  }
}

extension UInt8 {
  fileprivate static let newline = UInt8(ascii: "\n")
  fileprivate static let carriageReturn = UInt8(ascii: "\r")
}

extension CaseFolding {
  /// Whether ASCII may be found in some bytes that are not ASCII: folded, `é` is an `e`, `ß` has an
  /// `s`, and the sign of the unit kelvin is a `k`.
  ///
  /// Others that begin as these do in UTF-8 count as well.
  static func mayBeASCII(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    for place in range where bytes[place] >= 0xC0 {
      let next = place + 1 < range.upperBound ? bytes[place + 1] : 0
      switch (bytes[place], next) {
      case (0xC3...0xC9, _), (0xCC...0xCD, _), (0xE1, 0xB8...0xBB), (0xE1, 0xBF), (0xE2, 0x84),
        (0xEF, 0xAC):
        return true
      default: continue
      }
    }
    return false
  }
}
