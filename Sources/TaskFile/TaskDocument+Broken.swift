extension TaskDocument {
  /// The same file with quotes around values that YAML would take for something else than text, as
  /// in `title: Fix: the bug`, `assignee: @kim`, and a list of `- @kim`.
  ///
  /// - Returns: Nil where that isn't all that is wrong, or where it isn't sure what is meant.
  package func withQuotes() -> TaskDocument? {
    guard isText, let range = fences.header, !header.problems.isEmpty else { return nil }
    var text = bytes[..<range.lowerBound]
    var isQuoted = false
    // Whether the lines are items of a key's list, and not a text that looks like one.
    var isList = false
    for line in bytes[range].split(separator: UInt8.newline, omittingEmptySubsequences: false) {
      if !text.isEmpty, line.startIndex > range.lowerBound { text.append(.newline) }
      if isList, !line.trimmingEnds.isEmpty { isList = Self.itemMark(line) != nil }
      if let quoted = isList ? quotedItem(line) : quoted(line) {
        text += quoted
        isQuoted = true
      } else {
        text += line
      }
      if !isList { isList = Self.isBareKey(line.trimmingEnds) }
    }
    let document = with(Array(text) + bytes[range.upperBound...])
    return isQuoted && document.isUnderstood ? document : nil
  }

  /// The same file with its front matter above what stands before it by mistake.
  ///
  /// - Returns: Nil where it has its place, and where nobody can tell what it is.
  package func withFrontMatterFirst() -> TaskDocument? {
    let fences = fences
    guard let block = fences.misplaced else { return nil }
    let end = bytes[block].last == .newline ? [] : fences.newline
    return with(
      bytes[..<fences.start] + bytes[block] + end + bytes[fences.start..<block.lowerBound]
        + bytes[block.upperBound...])
  }

  /// Who mends a front matter that only lacks quotes; nil for every other.
  package var quotingHint: String? {
    withQuotes() == nil ? nil : "'memo check --fix' puts the value in quotes"
  }

  /// A line `key: value` with its value in quotes; nil where it needs none, and where it has marks
  /// that may be meant as YAML.
  private func quoted(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let ending = line.last == .carriageReturn ? [UInt8.carriageReturn] : []
    let line = line.dropLast(ending.count)
    guard let colon = line.firstIndex(of: .colon), line[..<colon].allSatisfy(\.isKeyByte),
      colon > line.startIndex, line[(colon + 1)...].first == .space
    else { return nil }
    return quoted(line, behind: colon, Array(line)).map { $0 + ending }
  }

  /// A line `- value` as ``quoted(_:)`` has it.
  private func quotedItem(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let ending = line.last == .carriageReturn ? [UInt8.carriageReturn] : []
    let line = line.dropLast(ending.count)
    guard let dash = Self.itemMark(line) else { return nil }
    return quoted(line, behind: dash, Array("x:\n".utf8) + line).map { $0 + ending }
  }

  /// - Parameter lines: What says the value alone.
  private func quoted(
    _ line: ArraySlice<UInt8>, behind mark: Int, _ lines: [UInt8]
  ) -> [UInt8]? {
    let value = line[(mark + 1)...].trimmingBlanks
    guard let first = value.first, !Self.marks.contains(first), !hasComment(value),
      !TaskDocument(yaml: lines).header.problems.isEmpty
    else { return nil }
    let text = Scalar.encoded(String(decoding: value, as: UTF8.self), like: .doubleQuoted)
    return line[..<value.startIndex] + Array(text.utf8)
  }

  /// Where an item's dash is; nil for another line.
  private static func itemMark(_ line: ArraySlice<UInt8>) -> Int? {
    let rest = line.drop { $0 == .space }
    return rest.first == .dash && rest.dropFirst().first == .space ? rest.startIndex : nil
  }

  /// A key with nothing behind its colon.
  private static func isBareKey(_ line: ArraySlice<UInt8>) -> Bool {
    line.count > 1 && line.last == .colon && line.dropLast().allSatisfy(\.isKeyByte)
  }

  /// What begins a value that is more than text: quotes, lists, mappings, blocks, anchors, tags.
  private static let marks = Array("\"'[{|>&!#-?".utf8)

  private func hasComment(_ value: ArraySlice<UInt8>) -> Bool {
    zip(value, value.dropFirst()).contains { $0 == .space && $1 == .hash }
  }

  /// A front matter of these lines.
  private init(yaml line: [UInt8]) { self.init(Array("---\n".utf8) + line + Array("\n---\n".utf8)) }
}

extension ArraySlice<UInt8> {
  /// Without white space at its end.
  fileprivate var trimmingEnds: Self {
    var line = self
    while let last = line.last, last.isBlank || last == .carriageReturn { line = line.dropLast() }
    return line
  }
}

extension UInt8 {
  fileprivate var isKeyByte: Bool {
    isLetter || isDigit || self == .dash || self == UInt8(ascii: "_")
  }
}

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
