/// How tags are read from what stands behind `tags:`.
enum Tags {
  /// The tags of a text like `home, work`.
  static func words(in text: String) -> [String] {
    pieces(of: text).map { tag($0.trimmingBlanks) }.filter { !$0.isEmpty }
  }

  /// Broken at the commas.
  static func pieces(of text: String) -> [String] {
    text.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// A tag without the sign with which other tools begin it, as in `#home`.
  static func tag(_ item: String) -> String {
    let rest = item.utf8.dropFirst()
    guard item.utf8.first == .hash, let next = rest.first, next != .hash, !next.isBlank else {
      return item
    }
    return String(item.unicodeScalars.dropFirst())
  }
}

extension HeaderEntry {
  /// The tags that it holds, some perhaps twice.
  var tags: [String] {
    if let items { return items.compactMap { $0.map(Tags.tag) }.filter { !$0.isEmpty } }
    guard case .text(let text)? = meaning, !isNested else { return [] }
    return Tags.words(in: text)
  }
}

extension TaskDocument {
  /// Puts a tag behind the others; they stay as they are written.
  ///
  /// - Throws: ``Problem`` as ``set(_:to:)`` does.
  public mutating func addTag(_ tag: String) throws(Problem) {
    let header = header
    try checkReadable(header)
    guard let entry = header.entry("tags"), entry.meaning != nil else {
      return try addFirstTag(tag, header)
    }
    let tags = entry.tags
    guard !tags.contains(tag) else { return }
    if let items = entry.items {
      let isKept = items.map { _ in true }
      return try adoptTags(
        replacing(entry, edited(entry, keeping: isKept, adding: [tag])), header, items + [tag])
    }
    guard case .text(let text)? = entry.meaning, !entry.isNested else {
      return try adoptTags(nil, header, [])
    }
    let isWordList = text.utf8.contains(.comma) && !tag.utf8.contains(.comma)
    if isWordList, entry.style != .complex {
      return try set("tags", to: .text("\(text), \(tag)"))
    }
    try set("tags", to: .list((isWordList ? tags : [text].filter { !$0.isEmpty }) + [tag]))
  }

  private mutating func addFirstTag(_ tag: String, _ header: Header) throws(Problem) {
    // Nothing stands behind the colon, as where a note taker has taken the last tag out.
    if let entry = header.entry("tags"), entry.style == .empty, header.isBlock,
      bytes[entry.end - 1] == .newline
    {
      let line = Array("  - \(Scalar.encoded(tag))".utf8) + fences.newline
      return try adoptTags(
        bytes.replacing(entry.end..<entry.end, with: line), header, [tag])
    }
    try set("tags", to: .list([tag]))
  }

  /// Takes a tag out; the others stay as they are written.
  ///
  /// With the last one the key goes, if it stands where memo would have put it.
  /// - Throws: ``Problem`` as ``set(_:to:)`` does.
  public mutating func removeTag(_ tag: String) throws(Problem) {
    let header = header
    try checkReadable(header)
    guard let entry = header.entry("tags"), entry.tags.contains(tag) else { return }
    guard let items = entry.items else {
      guard case .text(let text)? = entry.meaning else { return }
      let rest = Tags.pieces(of: text).filter { Tags.words(in: $0) != [tag] }
      let words = rest.joined(separator: ",").trimmingBlanks
      return words.isEmpty ? try remove("tags") : try set("tags", to: .text(words))
    }
    let isKept = items.map { $0.map(Tags.tag) != tag }
    let left = zip(items, isKept).filter(\.1).map(\.0)
    if left.isEmpty, isOwnLine(entry, header) { return try remove("tags") }
    try adoptTags(replacing(entry, edited(entry, keeping: isKept, adding: [])), header, left)
  }

  private func replacing(_ entry: HeaderEntry, _ lines: [UInt8]?) -> [UInt8]? {
    lines.map { bytes.replacing(entry.start..<entry.end, with: $0) }
  }

  /// Whether a list of one tag looks as if memo had added it.
  private func isOwnLine(_ entry: HeaderEntry, _ header: Header) -> Bool {
    let line = bytes[entry.start..<entry.end]
    let isLast = header.entries.last { Self.knownKeys.contains($0.key) }?.start == entry.start
    return isLast && entry.style == .flowList
      && line.starts(with: indentation(of: header) + Array("tags: [".utf8))
      && line.dropLast().last { $0 != .carriageReturn } == .closeBracket
  }
}

extension String {
  /// Without spaces and tabs at both ends.
  var trimmingBlanks: String {
    let scalars = unicodeScalars.drop { $0 == " " || $0 == "\t" }
    let end = scalars.lastIndex { $0 != " " && $0 != "\t" }
    return end.map { String(scalars[...$0]) } ?? ""
  }
}
