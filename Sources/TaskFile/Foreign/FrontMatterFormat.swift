public enum FrontMatterFormat: String, Hashable, Sendable {
  /// Between lines of `---`; the only format that memo writes.
  case yaml = "YAML"
  /// Between lines of `+++`, as in Hugo and Zola.
  case toml = "TOML"
  /// An object at the beginning, as in Hugo.
  case json = "JSON"
  /// A format that memo can't read: invalid JSON, JSON without braces, or a program behind `---js`.
  case other

  public var isRead: Bool { self != .other }

  /// The format's name for messages, and memo's handling of it.
  public var remark: String {
    isRead
      ? "\(rawValue), which memo reads and doesn't change"
      : "in a format that memo doesn't read or change"
  }
}

extension TaskDocument {
  /// Nil without front matter.
  public var format: FrontMatterFormat? { fences.format }

  /// Whether memo reads the fields, but can't change them.
  public var isForeign: Bool { format.map { $0 != .yaml } ?? false }

  /// The reason why no field can be changed, if it is the format.
  package var foreignProblem: Problem? { isForeign ? format.map(Self.foreign) : nil }

  static func foreign(_ format: FrontMatterFormat) -> Problem {
    Problem(
      line: 1, column: 1,
      message: "the front matter is \(format.remark)",
      hint: "change it by hand")
  }
}

/// A field of a front matter that is not YAML.
struct ForeignField: Hashable {
  var key: String
  /// Nil for null.
  var value: FieldValue?
  /// Whether the value is nested; then it is its text.
  var isNested = false
  /// From the key to the end of the value.
  var range: Range<Int>
}

extension Header {
  init(_ fields: [ForeignField], _ format: FrontMatterFormat) {
    self.format = format
    isPlain = false
    isBlock = false
    var seen: Set<String> = []
    entries = fields.filter { seen.insert($0.key).inserted }.map { field in
      HeaderEntry(
        key: field.key, start: field.range.lowerBound, afterColon: field.range.upperBound,
        value: field.range, style: .complex, end: field.range.upperBound, meaning: field.value,
        isNested: field.isNested)
    }
  }
}

extension TaskItem {
  /// Reads the fields of another format into the item.
  ///
  /// The folder decides about the status, since memo can't change the text.
  mutating func read(foreign entries: [HeaderEntry]) {
    for entry in entries {
      guard let meaning = entry.meaning else { continue }
      let text: String? = if case .text(let text) = meaning, !entry.isNested { text } else { nil }
      switch entry.key {
      case "title" where text != nil: title = text?.oneLine ?? ""
      case "tags" where !entry.isNested: tags = entry.tags.unique
      case "date" where text.flatMap(Timestamp.init(atMost:)) != nil:
        created = text.flatMap(Timestamp.init(atMost:))
      case "deadline" where text.flatMap(Deadline.init) != nil,
        "due" where text.flatMap(Deadline.init) != nil:
        deadline = deadline ?? text.flatMap(Deadline.init)
      case "priority" where text.flatMap(Priority.init) != nil:
        priority = text.flatMap(Priority.init)
      default: otherFields.append(Field(key: entry.key, value: meaning))
      }
    }
  }
}

extension TaskDocument {
  /// The file with its front matter converted to YAML.
  ///
  /// - Returns: Nil if it is YAML, or would lose something: tables, nested values, comments inside
  ///   TOML values, or a status that differs from the folder.
  package func inYAML() -> TaskDocument? {
    let fences = fences
    guard isText, let range = fences.foreign, let format = fences.format, format.isRead,
      isUnderstood
    else { return nil }
    let header = header
    let isOdd = header.entries.contains { entry in
      !Self.isKey(entry.key) || ["status", "memo-id"].contains(entry.key)
    }
    guard !isOdd, let lines = format == .json ? jsonLines() : tomlLines(range, header) else {
      return nil
    }
    let newline = fences.newline
    let start = Array(bytes[..<fences.start])
    let front = (["---"] + lines + ["---"]).flatMap { Array($0.utf8) + newline }
    let document = with(start + front + bytes[fences.body...])
    let (old, new) = (item(fileName: "a"), document.item(fileName: "a"))
    let isSame =
      old.title == new.title && old.tags == new.tags && old.deadline == new.deadline
      && old.priority == new.priority && document.header.entries.count == header.entries.count
    return isSame && document.isUnderstood && document.bodyBytes == bodyBytes ? document : nil
  }

  /// The reason why a front matter can't be converted to YAML; nil if it can.
  package var obstacleToYAML: String? {
    guard isForeign, inYAML() == nil else { return nil }
    if let key = header.entries.map(\.key).first(where: ["status", "memo-id"].contains) {
      return "memo would then read its '\(key)', which it ignores now"
    }
    return "in YAML something in it would be lost, or mean something else"
  }

  private func jsonLines() -> [String]? {
    let values = typedValues()
    var lines: [String] = []
    for entry in header.entries {
      guard let value = values[entry.key] else { return nil }
      lines.append("\(entry.key): \(value.flow(isTop: true))")
    }
    return lines
  }

  /// It goes line by line, so that comments keep their places.
  private func tomlLines(_ range: Range<Int>, _ header: Header) -> [String]? {
    var lines: [String] = []
    var place = range.lowerBound
    /// The lines between two fields; nil if they are not just blank lines and comments.
    func gap(to end: Int, behindField: Bool) -> [String]? {
      let rest = String(decoding: bytes[place..<end], as: UTF8.self)
      var texts = rest.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .map { String($0).oneLine }
      guard texts.allSatisfy({ $0.isEmpty || $0.hasPrefix("#") }) else { return nil }
      if behindField, let comment = texts.first {
        texts.removeFirst()
        if !comment.isEmpty { lines[lines.count - 1] += " \(comment)" }
      }
      // After the last line break, the next field follows.
      return texts.last == "" ? texts.dropLast() : texts
    }
    for entry in header.entries.sorted(by: { $0.start < $1.start }) {
      guard !entry.isNested, !TOMLReader.hasComment(bytes, in: entry.value),
        let between = gap(to: entry.start, behindField: !lines.isEmpty),
        let text = tomlText(entry)
      else { return nil }
      lines += between + ["\(entry.key): \(text)"]
      place = entry.end
    }
    guard let rest = gap(to: range.upperBound, behindField: !lines.isEmpty) else { return nil }
    return lines + rest
  }

  private func tomlText(_ entry: HeaderEntry) -> String? {
    let raw = bytes[entry.value]
    switch entry.meaning {
    case .text(let text)?:
      let isText = raw.last == .quote || raw.last == .apostrophe
      return isText ? Scalar.encoded(text, isTyped: false) : Self.yaml(ofWord: text)
    case .list(let items)?:
      let texts = TOMLReader.areTexts(bytes, in: entry.value)
      guard texts.count == items.count else { return nil }
      let written = zip(items, texts).compactMap { item, isText in
        isText
          ? Scalar.encoded(item, isTyped: false, inList: true)
          : Self.yaml(ofWord: item, inList: true)
      }
      return written.count == items.count ? "[\(written.joined(separator: ", "))]" : nil
    case nil: return nil
    }
  }

  /// An unquoted TOML value as YAML; nil for an invalid one.
  private static func yaml(ofWord word: String, inList: Bool = false) -> String? {
    switch word {
    case "inf", "+inf": return ".inf"
    case "-inf": return "-.inf"
    case "nan", "+nan", "-nan": return ".nan"
    default:
      let values =
        #/true|false|[-+]?[0-9][0-9_]*(\.[0-9_]+)?([eE][-+]?[0-9_]+)?|0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|[0-9]{2}[-0-9:.+TtZz ]+/#
      guard word.wholeMatch(of: values) != nil else { return nil }
      // TOML allows `_` between digits.
      return Scalar.encoded(word.replacing("_", with: ""), isTyped: true, inList: inList)
    }
  }
}

extension TypedValue {
  /// The value on one line of YAML.
  ///
  /// - Parameter isTop: Whether it follows a key, not a bracket.
  fileprivate func flow(isTop: Bool = false) -> String {
    switch self {
    case .null: "null"
    case .bool(let isTrue): isTrue ? "true" : "false"
    case .number(let text): text
    case .text(let text): Scalar.encoded(text, inList: !isTop)
    case .list(let items): "[\(items.map { $0.flow() }.joined(separator: ", "))]"
    case .map(let pairs):
      "{\(pairs.map { "\(Scalar.encoded($0.key, inList: true)): \($0.value.flow())" }.joined(separator: ", "))}"
    }
  }
}
