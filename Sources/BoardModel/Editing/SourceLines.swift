/// The lines of a file, converted to the text of an input field and back.
///
/// Browsers unify line ends and can't hold invalid UTF-8. So each unchanged line keeps its bytes
/// and its line end.
package struct SourceLines: Sendable {
  private struct Line {
    var bytes: [UInt8]
    var end: [UInt8]
    /// The text to show; nil if the bytes can be shown unchanged.
    var mask: [UInt8]?
    var shown: [UInt8] { mask ?? bytes }
  }

  /// Replaces invalid UTF-8 and control characters in the field.
  package static let mark: Unicode.Scalar = "\u{FFFD}"

  private let lines: [Line]
  /// Whether the field replaces some bytes by ``mark``.
  package var isMasked: Bool { lines.contains { $0.mask != nil } }

  /// - Parameter keepsControls: Whether the field keeps control characters other than NUL.
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
      // HTML can't contain NUL.
      keepsControls ? value == 0 : value < 0x20 && value != 0x09 || value == 0x7F
    }
    let isText = String(validating: bytes, as: UTF8.self) != nil
    guard !isText || bytes.contains(where: { isControl(UInt32($0)) }) else { return nil }
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
      .map { isControl($0.value) ? mark : $0 }
    return Array(String(String.UnicodeScalarView(scalars)).utf8)
  }

  /// The field's text, with lines ended by LF.
  package var shown: String {
    String(decoding: Array(lines.map(\.shown).joined(separator: [0x0A])), as: UTF8.self)
  }

  /// A changed line, numbered from 1, contains ``mark``, so its bytes are unknown.
  package struct Unclear: Error { package var line: Int }

  /// Applies the field's text to the file.
  ///
  /// - Parameter text: Lines end with CR and LF, as browsers send them, or with LF.
  /// - Throws: ``Unclear`` for a changed line with ``mark``.
  package func bytes(of text: String) throws(Unclear) -> [UInt8] {
    // Compare bytes: `String` treats canonically equivalent letters as equal.
    let typed = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      Array(line.last == 0x0D ? line.dropLast() : line)
    }
    let origins = origins(of: typed)
    let kept = Set(origins.compactMap { $0 })
    var result: [UInt8] = []
    var lastEnd = lines.first.map(\.end) ?? []
    // The index of the next original line that was changed or removed.
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
      // A changed line keeps its line end; a new line takes that of the line above.
      let isChanged = next < lines.count && !kept.contains(next)
      let end = origin?.end ?? (isChanged ? lines[next].end : [])
      next = origins[index].map { $0 + 1 } ?? (isChanged ? next + 1 : next)
      if !end.isEmpty { lastEnd = end }
      result += lastEnd.isEmpty ? [0x0A] : lastEnd
    }
    return result
  }

  /// The longest middle part to diff, in lines; a longer one counts as new.
  private static let mostCompared = 2_000

  /// The original index of each typed line; nil for new and changed lines.
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
  /// The index in the collection before a removal or after an insertion.
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
