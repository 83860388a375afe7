/// The lines with which git marks what it could not merge.
enum ConflictMarkers {
  /// As git makes them unless `conflict-marker-size` of the attributes says otherwise; shorter ones
  /// would be taken for what people write.
  private static let leastWidth = 7

  /// Where the first marked conflict begins; nil when there is none.
  ///
  /// All three marks must be there, in their order: a row of equals signs alone is a heading,
  /// and in a fenced code block the marks may be what the task is about.
  static func first(in bytes: [UInt8], body: Int) -> Int? {
    // Hardly any file has one, and there are thousands of files.
    guard let mark = firstMark(in: bytes) else { return nil }
    var code = CodeFences()
    var begin: Int?
    var width = 0
    var isHalfway = false
    var start = mark < body ? 0 : body
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: .newline) ?? bytes.count
      let line = bytes[start..<end]
      let isCode = begin == nil && start >= body && code.contains(line)
      if begin == nil {
        if !isCode, let found = widthOfMark(line, .less) { (begin, width) = (start, found) }
      } else if !isHalfway {
        isHalfway = widthOfMark(line, .equals) == width
      } else if widthOfMark(line, .greater) == width {
        return begin
      }
      start = end + 1
    }
    return nil
  }

  private static func firstMark(in bytes: [UInt8]) -> Int? {
    var index = bytes.startIndex
    while let found = bytes[index...].firstIndex(of: .less) {
      if found == 0 || bytes[found - 1] == .newline, widthOfMark(bytes[found...], .less) != nil {
        return found
      }
      index = found + 1
    }
    return nil
  }

  /// How often a sign stands at the beginning of a line, with a label or nothing behind it; nil for
  /// what is no mark.
  private static func widthOfMark(_ line: ArraySlice<UInt8>, _ sign: UInt8) -> Int? {
    let width = line.prefix { $0 == sign }.count
    guard width >= leastWidth else { return nil }
    guard let next = line.dropFirst(width).first else { return width }
    return next == .space || next == .carriageReturn || next == .newline ? width : nil
  }
}

extension TaskDocument {
  /// The conflict that git left in the file, if there is one.
  func conflictMarkers(_ fences: Fences) -> Problem? {
    ConflictMarkers.first(in: bytes, body: fences.body).map { place in
      Problem(
        at: place, in: bytes, "conflict markers of git: a merge was not finished here",
        hint: "write what is right in place of the lines from <<<<<<< to >>>>>>>")
    }
  }
}
