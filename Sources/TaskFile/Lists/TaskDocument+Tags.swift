enum Tags {
  /// The tags of `home, work`, on one or several lines.
  static func words(in text: String) -> [String] { items(in: text).map(tag) }

  /// The same as written, perhaps with `#`.
  static func items(in text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).flatMap { pieces(of: String($0)) }
      .map(\.trimmingBlanks).filter { !$0.isEmpty }
  }

  static func pieces(of text: String) -> [String] {
    text.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// A tag without surrounding spaces, and without the `#` of other tools.
  static func tag(_ item: String) -> String {
    let item = item.trimmingBlanks
    let rest = item.utf8.dropFirst()
    guard item.utf8.first == .hash, let next = rest.first, next != .hash, !next.isBlank else {
      return item
    }
    return String(item.unicodeScalars.dropFirst())
  }
}

extension HeaderEntry {
  /// The tags in the value, possibly with duplicates.
  var tags: [String] {
    if let items {
      return items.filter { !nullItems.contains($0) }.map(Tags.tag)
        .filter { !$0.isEmpty }
    }
    guard case .text(let text)? = meaning, !isNested else { return [] }
    return Tags.words(in: text)
  }
}

extension TaskDocument {
  /// Adds a tag at the end; the others stay as written.
  ///
  /// - Throws: ``Problem`` like ``set(_:to:)``.
  public mutating func addTag(_ tag: String) throws(Problem) {
    let header = header
    try checkReadable(header)
    guard let entry = header.entry("tags"), let meaning = entry.meaning else {
      return try set("tags", to: .list([tag]))
    }
    guard !entry.tags.contains(tag) else { return }
    if let items = entry.items {
      let longer = edited(entry, keeping: items.map { _ in true }, adding: [tag])
      return try adoptTags(longer.map { replacing(entry, $0) }, header, items + [tag])
    }
    guard case .text(let text) = meaning, !entry.isNested else { throw refusal("tags") }
    let isLine = text.utf8.contains(.comma) && !text.contains(where: \.isNewline)
    try set(
      "tags",
      to: isLine && !tag.utf8.contains(.comma)
        ? .text("\(text), \(tag)") : .list(Tags.items(in: text) + [tag]))
  }

  /// Removes a tag; the others stay as written.
  ///
  /// Without tags, the list is empty.
  /// - Throws: ``Problem`` like ``set(_:to:)``.
  public mutating func removeTag(_ tag: String) throws(Problem) {
    let header = header
    try checkReadable(header)
    guard let entry = header.entry("tags"), entry.tags.contains(tag) else { return }
    if let items = entry.items {
      let isKept = items.map { Tags.tag($0) != tag }
      let left = zip(items, isKept).filter(\.1).map(\.0)
      let shorter = edited(entry, keeping: isKept, adding: [])
      return try adoptTags(shorter.map { replacing(entry, $0) }, header, left)
    }
    guard case .text(let text)? = entry.meaning else { return }
    let left = Tags.items(in: text).filter { Tags.tag($0) != tag }
    if left.isEmpty || text.contains(where: \.isNewline) { return try set("tags", to: .list(left)) }
    let pieces = Tags.pieces(of: text).filter { Tags.words(in: $0) != [tag] }
    try set("tags", to: .text(pieces.joined(separator: ",").trimmingBlanks))
  }

  private func replacing(_ entry: HeaderEntry, _ lines: [UInt8]) -> [UInt8] {
    bytes.replacing(entry.start..<entry.end, with: lines)
  }
}

extension String {
  var trimmingBlanks: String {
    let scalars = unicodeScalars.drop { $0 == " " || $0 == "\t" }
    let end = scalars.lastIndex { $0 != " " && $0 != "\t" }
    return end.map { String(scalars[...$0]) } ?? ""
  }
}
