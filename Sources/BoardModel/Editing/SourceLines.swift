/// A file's lines as a field of a page shows them, and the file again from what the field gives
/// back.
///
/// A browser makes one kind of all line ends, and can't hold bytes that are no text. So each line
/// that nobody touched keeps its own bytes and its own end.
package struct SourceLines: Sendable {
  private struct Line {
    var bytes: [UInt8]
    var end: [UInt8]
    /// As it is shown; nil where that is what its bytes say.
    var mask: [UInt8]?
    var shown: [UInt8] { mask ?? bytes }
  }

  /// What is shown where bytes are no text: not UTF-8, or control characters.
  package static let mark: Unicode.Scalar = "\u{FFFD}"

  private let lines: [Line]
  /// Whether something in it can't be shown.
  package var isMasked: Bool { lines.contains { $0.mask != nil } }

  /// - Parameter keepsControls: Whether the field holds control characters as they are.
  package init(_ bytes: [UInt8], keepsControls: Bool = false) {
    var lines: [Line] = []
    var start = 0
    for index in bytes.indices where index >= start {
      guard bytes[index] == 0x0A || bytes[index] == 0x0D else { continue }
      let isPair = bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      let next = index + (isPair ? 2 : 1)
      lines.append(Line(bytes: Array(bytes[start..<index]), end: Array(bytes[index..<next])))
      start = next
    }
    lines.append(Line(bytes: Array(bytes[start...]), end: []))
    for index in lines.indices {
      lines[index].mask = Self.mask(of: lines[index].bytes, keepsControls)
    }
    self.lines = lines
  }

  private static func mask(of bytes: [UInt8], _ keepsControls: Bool) -> [UInt8]? {
    func isControl(_ value: UInt32) -> Bool {
      // No page has a NUL.
      keepsControls ? value == 0 : value < 0x20 && value != 0x09 || value == 0x7F
    }
    let isText = String(validating: bytes, as: UTF8.self) != nil
    guard !isText || bytes.contains(where: { isControl(UInt32($0)) }) else { return nil }
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
      .map { isControl($0.value) ? mark : $0 }
    return Array(String(String.UnicodeScalarView(scalars)).utf8)
  }

  /// What the field holds, its lines ended by LF.
  package var shown: String {
    String(decoding: Array(lines.map(\.shown).joined(separator: [0x0A])), as: UTF8.self)
  }

  /// The line, from 1, that somebody has changed without saying what is meant by what is no text.
  package struct Unclear: Error { package var line: Int }

  /// The file with what was changed in the field.
  ///
  /// - Parameter text: Its lines ended by CR and LF, as browsers send them, or by LF.
  package func bytes(of text: String) throws(Unclear) -> [UInt8] {
    // By bytes: a letter that is written in two ways is two texts here.
    let typed = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      Array(line.last == 0x0D ? line.dropLast() : line)
    }
    let origins = origins(of: typed)
    let kept = Set(origins.compactMap { $0 })
    var result: [UInt8] = []
    var lastEnd = lines.first.map(\.end) ?? []
    // Where the next line was that somebody changed or removed.
    var next = 0
    for (index, line) in typed.enumerated() {
      let origin = origins[index].map { lines[$0] }
      if origin == nil, isMasked,
        String(decoding: line, as: UTF8.self).unicodeScalars.contains(Self.mark)
      {
        throw Unclear(line: index + 1)
      }
      result += origin?.bytes ?? line
      guard index < typed.count - 1 else { break }
      // One that was changed ends as before, and a new one as the one above it.
      let isChanged = next < lines.count && !kept.contains(next)
      let end = origin?.end ?? (isChanged ? lines[next].end : [])
      next = origins[index].map { $0 + 1 } ?? (isChanged ? next + 1 : next)
      if !end.isEmpty { lastEnd = end }
      result += lastEnd.isEmpty ? [0x0A] : lastEnd
    }
    return result
  }

  /// Lines that are compared one by one; where more differ, they are taken for new.
  private static let mostCompared = 2_000

  /// Which line each one was, where nobody touched it.
  private func origins(of typed: [[UInt8]]) -> [Int?] {
    let old = lines.map(\.shown)
    var origins = [Int?](repeating: nil, count: typed.count)
    let most = min(old.count, typed.count)
    var head = 0
    while head < most, old[head] == typed[head] {
      origins[head] = head
      head += 1
    }
    var tail = 0
    while tail < most - head, old[old.count - 1 - tail] == typed[typed.count - 1 - tail] {
      tail += 1
      origins[typed.count - tail] = old.count - tail
    }
    let (oldMiddle, middle) = (old[head..<old.count - tail], typed[head..<typed.count - tail])
    guard max(oldMiddle.count, middle.count) <= Self.mostCompared else { return origins }
    let difference = Array(middle).difference(from: Array(oldMiddle))
    let removed = Set(difference.removals.map(\.offset))
    let inserted = Set(difference.insertions.map(\.offset))
    let kept = oldMiddle.indices.filter { !removed.contains($0 - head) }
    for (from, to) in zip(kept, middle.indices.filter { !inserted.contains($0 - head) }) {
      origins[to] = from
    }
    return origins
  }
}

extension CollectionDifference.Change {
  /// Where it is, in what it was taken from or put into.
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
