extension TaskDocument {
  /// The document with some replaced lines restored.
  ///
  /// - Parameters:
  ///   - lines: The current lines to revert. An added line stays.
  ///   - former: The document before the change.
  public func reverting(_ lines: [String], to former: TaskDocument) -> TaskDocument {
    let wanted = Set(lines.map { Array($0.utf8) })
    var result = BodyLines(bodyBytes).lines
    let replaced = LineMerge.replacements(in: result, of: BodyLines(former.bodyBytes).lines)
    for (place, line) in replaced where wanted.contains(result[place].text) {
      result[place].text = line.text
    }
    return with(result)
  }

  /// The document with some of another version's added and removed lines.
  ///
  /// A blank line is added with the added line after it.
  /// - Parameter isTaken: Whether to apply the change of a line; its flag is true for an added one.
  public func taking(
    from other: TaskDocument, where isTaken: (String, Bool) -> Bool
  ) -> TaskDocument {
    let (old, new) = (BodyLines(bodyBytes).lines, BodyLines(other.bodyBytes).lines)
    let places = LineMatch(old.map(\.text), new.map(\.text)).places
    let removed = Set(places.indices.filter { places[$0] == nil })
    let inserted = Set(new.indices).subtracting(places.compactMap { $0 })
    var lines: [BodyLines.Line] = []
    var blank: [BodyLines.Line] = []
    var isSame = true
    var (from, to) = (0, 0)
    while from < old.count || to < new.count {
      let (isRemoved, isInserted) = (removed.contains(from), inserted.contains(to))
      if !isRemoved, !isInserted {
        lines.append(old[from])
        blank = []
        (from, to) = (from + 1, to + 1)
        continue
      }
      if isRemoved {
        if isTaken(old[from].words, false) { isSame = false } else { lines.append(old[from]) }
        from += 1
      }
      if isInserted {
        if new[to].isBlank {
          blank.append(new[to])
        } else {
          if isTaken(new[to].words, true) {
            lines += blank + [new[to]]
            isSame = false
          }
          blank = []
        }
        to += 1
      }
    }
    return isSame ? self : with(lines)
  }

  /// The lines of the text without line endings, with a note of several lines as one.
  public var plainLines: [String] { BodyLines(bodyBytes).lines.map(\.words) }

  /// The given number of lines before a note.
  public func lines(before note: PlacedNote, _ count: Int) -> ArraySlice<String> {
    let end = note.lines.lowerBound
    return end < count ? [] : bodyLines[(end - count)..<end]
  }

  public var bodyLines: [String] { body.linesOfText }
}

extension ConflictNote {
  /// Whether the discarded change is by this author.
  public func isWish(of name: String) -> Bool { author == Self.plainName(name) }
}

extension BodyLines.Line {
  fileprivate var words: String { String(decoding: text, as: UTF8.self) }
}
