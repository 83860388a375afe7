/// One key of a front matter, and where in the file it stands.
struct HeaderEntry: Hashable {
  /// How a value is written.
  enum Style: Hashable {
    case empty, plain, singleQuoted, doubleQuoted, flowList
    /// Anything else: several lines, anchors, mappings.
    case complex
  }

  var key: String
  /// Where the key's line begins.
  var start: Int
  /// Behind the colon.
  var afterColon: Int
  /// The value without the space around it and without a comment behind it.
  var value: Range<Int>
  var style: Style
  /// Behind the entry's last line.
  var end: Int
  /// What the value means; nil when YAML reads it as null.
  var meaning: FieldValue?
  /// The value is a mapping, or a list of more than words; then its meaning is its text.
  var isNested = false
  /// Another key is on the same line, as between braces.
  var isShared = false
  /// What the key is called in the file, where it has another name there.
  var name: String?
  /// What the value is in the file, where it has another word for it.
  var spelling: String?
  /// The words of a list in which not all are words; nil for each that is none.
  var mixedItems: [String?]?
  /// The words of a list that YAML reads as null.
  var nullItems: Set<String> = []
  /// The value with the line ends behind a block's text, where it has one line and they don't count.
  var withLineEnds: FieldValue?

  /// The same entry of a text that begins elsewhere.
  func moved(by distance: Int) -> HeaderEntry {
    var copy = self
    copy.start += distance
    copy.afterColon += distance
    copy.value = (value.lowerBound + distance)..<(value.upperBound + distance)
    copy.end += distance
    return copy
  }

  /// The same entry, as of a key that has one line, without the line ends behind a block's text.
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

  /// The items of a list; nil for what is no list.
  var items: [String?]? {
    if case .list(let texts)? = meaning { texts } else { mixedItems }
  }
}

/// A front matter's entries, in the order of the file.
struct Header: Hashable {
  var entries: [HeaderEntry] = []
  var format = FrontMatterFormat.yaml
  /// Whether the types of all values show in their texts: a YAML parser was not needed, and no
  /// item of a list stands in quotes.
  var isPlain = true
  /// Whether an entry can be rewritten in place at all.
  var isBlock = true
  /// The keys that are there more than once; their first entry is the one that is kept.
  var repeatedKeys: Set<String> = []
  /// What makes it unreadable, or doubtful.
  var problems: [Problem] = []

  func entry(_ key: String) -> HeaderEntry? { entries.first { $0.key == key } }

  static let tooManyMarks = "a letter here has more marks than anybody can read"
}

extension String {
  fileprivate var withoutLastLineEnds: String {
    guard utf8.last == .newline else { return self }
    let end = utf8.lastIndex { $0 != .newline }
    return end.map { String(self[...$0]) } ?? ""
  }
}
