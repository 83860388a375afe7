extension TaskDocument {
  /// The file with quotes around values that YAML doesn't read as text: `title: Fix: the bug`,
  /// `assignee: @kim`.
  ///
  /// - Returns: Nil if something else is broken, too, or if the meaning is unclear.
  package func withQuotes() -> TaskDocument? {
    guard isText, let range = fences.header, !header.problems.isEmpty else { return nil }
    var text = bytes[..<range.lowerBound]
    var isQuoted = false
    for line in bytes[range].split(separator: UInt8.newline, omittingEmptySubsequences: false) {
      if !text.isEmpty, line.startIndex > range.lowerBound { text.append(.newline) }
      if let quoted = quoted(line) {
        text += quoted
        isQuoted = true
      } else {
        text += line
      }
    }
    let document = with(Array(text) + bytes[range.upperBound...])
    return isQuoted && document.isUnderstood ? document : nil
  }

  /// The hint for front matter that only lacks quotes; nil otherwise.
  package var quotingHint: String? {
    withQuotes() == nil ? nil : "'memo check --fix' puts the value in quotes"
  }

  /// A line `key: value` with quotes; nil if it needs none, or may be YAML.
  private func quoted(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let ending = line.last == .carriageReturn ? [UInt8.carriageReturn] : []
    let line = line.dropLast(ending.count)
    guard let colon = line.firstIndex(of: .colon),
      Self.isKey(String(decoding: line[..<colon], as: UTF8.self)),
      line[(colon + 1)...].first == .space
    else { return nil }
    let value = line[(colon + 1)...].trimmingBlanks
    let hasComment = zip(value, value.dropFirst()).contains { $0 == .space && $1 == .hash }
    let file = TaskDocument(Array("---\n".utf8) + line + Array("\n---\n".utf8))
    guard let first = value.first, !Self.marks.contains(first), !hasComment,
      !file.header.problems.isEmpty
    else { return nil }
    let text = Scalar.encoded(String(decoding: value, as: UTF8.self), like: .doubleQuoted)
    return line[..<value.startIndex] + Array(text.utf8) + ending
  }

  /// First bytes of quoted texts, lists, mappings, blocks, anchors and tags.
  private static let marks = Array("\"'[{|>&!#-?".utf8)
}

extension TaskDocument {
  /// Sets the status in broken front matter, if exactly one line is `status:` with a plain word.
  ///
  /// Otherwise the fixed file would have the old status.
  package mutating func setLegibleStatus(_ status: Status) {
    guard let range = fences.header else { return }
    let key = Array("status:".utf8)
    let lines = bytes[range].split(separator: UInt8.newline).filter { $0.starts(with: key) }
    guard lines.count == 1, var line = lines.first else { return }
    if line.last == .carriageReturn { line.removeLast() }
    guard
      case (let value, .plain)? = ValueScanner.scan(
        bytes, from: line.startIndex + key.count, to: line.endIndex)
    else { return }
    self = with(bytes.replacing(value, with: Array(status.rawValue.utf8)))
  }
}
