extension TaskDocument {
  /// Writes a status over the one in a front matter that can't be understood as a whole, where a
  /// line says nothing but that; else when it is mended, it would say where the task was once.
  ///
  /// The line is read and written as one of a front matter that is in order: through aliases, and
  /// with its quotes and its comment.
  package mutating func setLegibleStatus(_ status: Status) {
    guard let range = fences.header else { return }
    let lines = bytes[range].split(separator: UInt8.newline, omittingEmptySubsequences: false)
    let found = lines.indices.compactMap { index -> StatusLine? in
      let rest = lines[(index + 1)...].first { !$0.allSatisfy { $0.isBlank || $0.isLineEnd } }
      // What is indented goes on with the value.
      guard rest?.first?.isBlank != true || rest?.trimmingBlanks.first == .hash else { return nil }
      return StatusLine(lines[index], aliases)
    }
    // As in one that is in order, memo's own key counts before another name of it.
    let own = found.filter { !$0.isAliased }
    guard let line = own.isEmpty ? found.first : own.first,
      (own.isEmpty ? found : own).count == 1, let text = line.saying(status)
    else { return }
    self = with(bytes.replacing(line.range, with: text))
  }
}

/// A line that says nothing but a status, or a word in the place of one.
private struct StatusLine {
  /// The line without its end.
  let range: Range<Int>
  private let document: TaskDocument
  var isAliased: Bool { document.header.entries.contains { $0.name != nil } }

  private static let fence = Array("---\n".utf8)

  /// - Returns: Nil for every other line.
  init?(_ line: ArraySlice<UInt8>, _ aliases: FieldAliases?) {
    guard let first = line.first, !first.isBlank, first != .hash, first != .dash,
      line.contains(.colon)
    else { return nil }
    range = line.startIndex..<line.endIndex
    document = TaskDocument(Self.fence + line + [.newline] + Self.fence, aliases)
    let header = document.header
    guard header.problems.isEmpty, header.isBlock, header.entries.count == 1,
      header.entry("status")?.isNested == false, case .text? = header.entry("status")?.meaning
    else { return nil }
  }

  func saying(_ status: Status) -> [UInt8]? {
    var document = document
    do throws(Problem) {
      try document.set("status", to: .text(status.rawValue))
    } catch {
      return nil
    }
    return Array(document.bytes.dropFirst(Self.fence.count).dropLast(Self.fence.count + 1))
  }
}
