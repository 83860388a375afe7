internal import Git
internal import Merging
internal import StoreFiles

extension StoreGit {
  /// The edits with the line ends that the files have now, where git would record the very same of
  /// them.
  ///
  /// Where git normalises line ends, a blob doesn't tell how its file ended its lines, so that a
  /// checkout of it would give other bytes than there were before the change that is taken back.
  /// - Parameter changes: Tells where tasks that are moved come from.
  func keepingLineEnds(
    _ edits: [FileEdit], _ changes: [SideChange]
  ) throws(MemoError) -> [FileEdit] {
    var former: [PathKey: String] = [:]
    for places in changes.compactMap(\.taskPlaces) { former[PathKey(places.after)] = places.before }
    var present: [PathKey: [UInt8]] = [:]
    for edit in edits { present[PathKey(edit.path)] = edit.before }
    var filters = ContentFilters(repository)
    var kept = edits
    for (index, edit) in edits.enumerated() {
      let source = PathKey(former[PathKey(edit.path)] ?? edit.path)
      guard let after = edit.after, let before = present[source] else { continue }
      let candidate = EndedLine.joined(
        EndedLine.lines(of: after, endedAs: EndedLine.lines(of: before)))
      guard candidate != after else { continue }
      let isSame = try run("read \(edit.path)") { _ throws(GitError) in
        let recorded = try filters.blobContent(of: after, at: edit.path)
        return try filters.blobContent(of: candidate, at: edit.path) == recorded
      }
      if isSame { kept[index].after = candidate }
    }
    return kept
  }
}

/// A line, and how it ends.
private struct EndedLine {
  var text: ArraySlice<UInt8>
  /// Empty behind the last one.
  var end: ArraySlice<UInt8>

  static func lines(of bytes: [UInt8]) -> [EndedLine] {
    var lines: [EndedLine] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      let hasReturn = index > start && bytes[index - 1] == UInt8(ascii: "\r")
      let end = hasReturn ? index - 1 : index
      lines.append(EndedLine(text: bytes[start..<end], end: bytes[end...index]))
      start = index + 1
    }
    if start < bytes.count { lines.append(EndedLine(text: bytes[start...], end: [])) }
    return lines
  }

  /// A text's lines: those that another begins or ends with as they end there, and what is between
  /// them as the other's first line does.
  static func lines(of bytes: [UInt8], endedAs others: [EndedLine]) -> [EndedLine] {
    var lines = lines(of: bytes)
    guard let usual = others.first?.end, !usual.isEmpty else { return lines }
    let most = min(lines.count, others.count)
    let shared = zip(lines, others).prefix { $0.text == $1.text }.count
    let ending = zip(lines.reversed(), others.reversed()).prefix { $0.text == $1.text }.count
    let tail = min(ending, most - shared)
    for index in lines.indices where !lines[index].end.isEmpty {
      let fromEnd = lines.count - index
      let end =
        index < shared
        ? others[index].end : fromEnd <= tail ? others[others.count - fromEnd].end : usual
      if !end.isEmpty { lines[index].end = end }
    }
    return lines
  }

  static func joined(_ lines: [EndedLine]) -> [UInt8] { lines.flatMap { $0.text + $0.end } }
}
