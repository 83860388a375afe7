enum Tags {
  /// The tags of `home, work`, on one or several lines.
  static func words(in text: String) -> [String] { items(in: text).map(tag) }

  /// The same as written, perhaps with `#`.
  static func items(in text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).flatMap { pieces(of: String($0)) }
      .map(\.oneLine).filter { !$0.isEmpty }
  }

  static func pieces(of text: String) -> [String] {
    text.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// A tag on one line, and without the `#` of other tools.
  static func tag(_ item: String) -> String {
    let item = item.oneLine
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
    if var items {
      // Those of TOML and JSON are without nulls.
      if case .list(let values) = typedValue, values.count == items.count {
        items = zip(items, values).filter { $1 != .null }.map(\.0)
      }
      return items.map(Tags.tag).filter { !$0.isEmpty }
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
    try checkReadable()
    let entry = header.entry("tags")
    guard entry?.tags.contains(tag) != true else { return }
    if entry?.isNested == true { throw refusal("tags") }
    switch entry?.meaning {
    case nil: try set("tags", to: .list([tag]))
    case .list(let items)?: try set("tags", to: .list(items + [tag]))
    case .text(let text)?:
      let isLine = text.utf8.contains(.comma) && !text.contains(where: \.isNewline)
      try set(
        "tags",
        to: isLine && !tag.utf8.contains(.comma)
          ? .text("\(text), \(tag)") : .list(Tags.items(in: text) + [tag]))
    }
  }

  /// Removes a tag; the others stay as written.
  ///
  /// Without tags, the list is empty.
  /// - Throws: ``Problem`` like ``set(_:to:)``.
  public mutating func removeTag(_ tag: String) throws(Problem) {
    try checkReadable()
    guard let entry = header.entry("tags"), entry.tags.contains(tag) else { return }
    switch entry.meaning {
    case nil: return
    case .list(let items)?: try set("tags", to: .list(items.filter { Tags.tag($0) != tag }))
    case .text(let text)?:
      let left = Tags.items(in: text).filter { Tags.tag($0) != tag }
      let pieces = Tags.pieces(of: text).filter { Tags.words(in: $0) != [tag] }
      try set(
        "tags",
        to: left.isEmpty || text.contains(where: \.isNewline)
          ? .list(left) : .text(pieces.joined(separator: ",").oneLine))
    }
  }
}
