extension TaskDocument {
  /// The name that YAML's `&name` gives to a value on one line; nil where there is none.
  private func anchor(_ entry: HeaderEntry) -> ArraySlice<UInt8>? {
    let value = bytes[entry.value]
    guard value.first == .ampersand, !value.contains(.newline) else { return nil }
    let name = value.dropFirst().prefix { !$0.isBlank }
    return name.isEmpty ? nil : name
  }

  /// An entry's lines with another text behind its anchor, which others may refer to.
  func anchored(_ entry: HeaderEntry, _ text: [UInt8]) -> [UInt8]? {
    guard let name = anchor(entry) else { return nil }
    return bytes[entry.start..<name.endIndex] + [.space] + text
      + bytes[entry.value.upperBound..<entry.end]
  }

  /// Why a value is not changed to which another key refers; nil for another reason.
  func anchorRefusal(_ entry: HeaderEntry, _ value: FieldValue, _ header: Header) -> Problem? {
    written(entry, value, [:]).first.flatMap {
      anchorRefusal(entry, bytes.replacing(entry.start..<entry.end, with: $0), header)
    }
  }

  /// - Parameter text: The file's, with the value changed.
  func anchorRefusal(_ entry: HeaderEntry, _ text: [UInt8], _ header: Header) -> Problem? {
    guard let name = anchor(entry) else { return nil }
    let changed = with(text).header
    let others = header.entries.filter { other in
      other.key != entry.key && changed.entry(other.key)?.meaning != other.meaning
    }.map { "'\($0.name ?? $0.key)'" }
    guard !others.isEmpty, changed.problems.isEmpty else { return nil }
    let alias = String(decoding: name, as: UTF8.self)
    return Problem(
      at: entry.start, in: bytes,
      "'\(entry.name ?? entry.key)' can't be changed: \(others.joined(separator: ", ")) "
        + "would change with it, through *\(alias)",
      hint: "write what *\(alias) stands for in its place by hand")
  }
}
