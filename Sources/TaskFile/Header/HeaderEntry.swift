/// A key of a front matter, with its position.
struct HeaderEntry: Hashable {
  /// The style of a value.
  enum Style: Hashable {
    case empty, plain, singleQuoted, doubleQuoted, flowList
    /// Anything else: several lines, anchors, mappings.
    case complex
  }

  var key: String
  /// The beginning of the key's line.
  var start: Int
  /// After the colon.
  var afterColon: Int
  /// The value without surrounding spaces and comment.
  var value: Range<Int>
  var style: Style
  /// After the entry's last line.
  var end: Int
  /// The parsed value; nil if YAML reads null.
  var meaning: FieldValue?
  /// Whether the value is nested.
  ///
  /// Then ``meaning`` is its text.
  var isNested = false
  /// Whether another key is on the same line, as between braces.
  var isShared = false
  /// The key in the file, if it is an alias.
  var name: String?
  /// The value in the file, if it is an alias.
  var spelling: String?
  /// The items of a list with other values than words; nil for those.
  var mixedItems: [String?]?
  /// The items of a list that YAML reads as null.
  var nullItems: Set<String> = []
  /// The value with the line endings after a block scalar, if it has one line and they are ignored.
  var withLineEnds: FieldValue?

  /// The same entry in a text with another beginning.
  func moved(by distance: Int) -> HeaderEntry {
    var copy = self
    copy.start += distance
    copy.afterColon += distance
    copy.value = (value.lowerBound + distance)..<(value.upperBound + distance)
    copy.end += distance
    return copy
  }

  /// The same entry for a key with one line, without the line endings after a block scalar.
  var onOneLine: HeaderEntry {
    var copy = self
    switch meaning {
    case .text(let text): copy.meaning = .text(text.withoutLastLineEnds)
    case .list(let items): copy.meaning = .list(items.map(\.withoutLastLineEnds))
    case nil: break
    }
    copy.mixedItems = mixedItems?.map { $0?.withoutLastLineEnds }
    if copy.meaning != meaning { copy.withLineEnds = meaning }
    return copy
  }

  /// The items of a list; nil if it is none.
  var items: [String?]? {
    if case .list(let texts)? = meaning { texts } else { mixedItems }
  }
}

/// The entries of a front matter, in the order of the file.
struct Header: Hashable {
  var entries: [HeaderEntry] = []
  var format = FrontMatterFormat.yaml
  /// Whether the text of each value shows its type: the YAML parser wasn't needed, and no list item
  /// is quoted.
  var isPlain = true
  /// Whether entries can be changed in place.
  var isBlock = true
  /// Duplicate keys.
  ///
  /// The first entry counts.
  var repeatedKeys: Set<String> = []
  /// The problems of the front matter.
  var problems: [Problem] = []

  func entry(_ key: String) -> HeaderEntry? { entries.first { $0.key == key } }

  static let tooManyMarks = "a letter here has too many combining marks"
}

extension String {
  fileprivate var withoutLastLineEnds: String {
    guard utf8.last == .newline else { return self }
    let end = utf8.lastIndex { $0 != .newline }
    return end.map { String(self[...$0]) } ?? ""
  }
}
