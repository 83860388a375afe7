/// The lines with which git marks what it could not merge.
enum ConflictMarkers {
  private static let width = 7

  /// Where the first marked conflict begins; nil when there is none.
  ///
  /// All three marks must be there, in their order: a row of equals signs alone is a heading,
  /// and in a fenced code block the marks may be what the task is about.
  static func first(in bytes: [UInt8], body: Int) -> Int? {
    // Hardly any file has one, and there are thousands of files.
    guard let mark = firstMark(in: bytes) else { return nil }
    var code = CodeFences()
    var begin: Int?
    var isHalfway = false
    var start = mark < body ? 0 : body
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: .newline) ?? bytes.count
      let line = bytes[start..<end]
      let isCode = begin == nil && start >= body && code.contains(line)
      if begin == nil {
        if !isCode, isMark(line, .less) { begin = start }
      } else if !isHalfway {
        isHalfway = isMark(line, .equals)
      } else if isMark(line, .greater) {
        return begin
      }
      start = end + 1
    }
    return nil
  }

  private static func firstMark(in bytes: [UInt8]) -> Int? {
    var index = bytes.startIndex
    while let found = bytes[index...].firstIndex(of: .less) {
      if found == 0 || bytes[found - 1] == .newline, isMark(bytes[found...], .less) { return found }
      index = found + 1
    }
    return nil
  }

  /// Seven of a sign, and then a label or nothing.
  private static func isMark(_ line: ArraySlice<UInt8>, _ sign: UInt8) -> Bool {
    guard line.prefix(width).count == width, line.prefix(width).allSatisfy({ $0 == sign }) else {
      return false
    }
    guard let next = line.dropFirst(width).first else { return true }
    return next == .space || next == .carriageReturn || next == .newline
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
