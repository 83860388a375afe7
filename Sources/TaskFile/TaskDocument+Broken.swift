extension TaskDocument {
  /// The file with quotes around values that YAML doesn't read as text: `title: Fix: the bug`,
  /// `assignee: @kim`, and a list of `- @kim`.
  ///
  /// - Returns: Nil if something else is broken, too, or if the meaning is unclear.
  package func withQuotes() -> TaskDocument? {
    guard isText, let range = fences.header, !header.problems.isEmpty else { return nil }
    var text = bytes[..<range.lowerBound]
    var isQuoted = false
    // Whether the lines are items of a list, not lines of a text.
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

  /// The file with its front matter moved to the beginning.
  ///
  /// - Returns: Nil if it is at the beginning, or unknown.
  package func withFrontMatterFirst() -> TaskDocument? {
    let fences = fences
    guard let block = fences.misplaced else { return nil }
    let end = bytes[block].last == .newline ? [] : fences.newline
    // An empty front matter above is left out.
    return with(
      bytes[..<fences.start] + bytes[block] + end + bytes[fences.body..<block.lowerBound]
        + bytes[block.upperBound...])
  }

  /// The hint for front matter that only lacks quotes; nil otherwise.
  package var quotingHint: String? {
    withQuotes() == nil ? nil : "'memo check --fix' puts the value in quotes"
  }

  /// A line `key: value` with quotes; nil if it needs none, or may be YAML.
  private func quoted(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let ending = line.last == .carriageReturn ? [UInt8.carriageReturn] : []
    let line = line.dropLast(ending.count)
    guard let colon = line.firstIndex(of: .colon), line[..<colon].allSatisfy(\.isKeyByte),
      colon > line.startIndex, line[(colon + 1)...].first == .space
    else { return nil }
    return quoted(line, behind: colon, Array(line)).map { $0 + ending }
  }

  /// A line `- value`, like ``quoted(_:)``.
  private func quotedItem(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let ending = line.last == .carriageReturn ? [UInt8.carriageReturn] : []
    let line = line.dropLast(ending.count)
    guard let dash = Self.itemMark(line) else { return nil }
    return quoted(line, behind: dash, Array("x:\n".utf8) + line).map { $0 + ending }
  }

  /// - Parameter lines: A document with only that value.
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

  /// The position of an item's dash; nil for other lines.
  private static func itemMark(_ line: ArraySlice<UInt8>) -> Int? {
    let rest = line.drop { $0 == .space }
    return rest.first == .dash && rest.dropFirst().first == .space ? rest.startIndex : nil
  }

  private static func isBareKey(_ line: ArraySlice<UInt8>) -> Bool {
    line.count > 1 && line.last == .colon && line.dropLast().allSatisfy(\.isKeyByte)
  }

  /// First bytes of quoted texts, lists, mappings, blocks, anchors and tags.
  private static let marks = Array("\"'[{|>&!#-?".utf8)

  private func hasComment(_ value: ArraySlice<UInt8>) -> Bool {
    zip(value, value.dropFirst()).contains { $0 == .space && $1 == .hash }
  }

  private init(yaml line: [UInt8]) { self.init(Array("---\n".utf8) + line + Array("\n---\n".utf8)) }
}

extension ArraySlice<UInt8> {
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
  /// Sets the status in broken front matter, if exactly one line is a status.
  ///
  /// Otherwise the fixed file would have the old status. Aliases, quotes and a comment on the line
  /// are handled as in valid front matter.
  package mutating func setLegibleStatus(_ status: Status) {
    guard let range = fences.header else { return }
    let lines = bytes[range].split(separator: UInt8.newline, omittingEmptySubsequences: false)
    let found = lines.indices.compactMap { index -> StatusLine? in
      let rest = lines[(index + 1)...].first { !$0.allSatisfy { $0.isBlank || $0.isLineEnd } }
      // Indented lines continue the value.
      guard rest?.first?.isBlank != true || rest?.trimmingBlanks.first == .hash else { return nil }
      return StatusLine(lines[index], aliases)
    }
    // memo's own key takes precedence over an alias, as in valid front matter.
    let own = found.filter { !$0.isAliased }
    guard let line = own.isEmpty ? found.first : own.first,
      (own.isEmpty ? found : own).count == 1, let text = line.saying(status)
    else { return }
    self = with(bytes.replacing(line.range, with: text))
  }
}

/// A line with only a status, valid or not.
private struct StatusLine {
  /// Without the line ending.
  let range: Range<Int>
  private let document: TaskDocument
  var isAliased: Bool { document.header.entries.contains { $0.name != nil } }

  private static let fence = Array("---\n".utf8)

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
