public enum FrontMatterFormat: String, Hashable, Sendable {
  /// Between lines of `---`; the only format that memo writes.
  case yaml = "YAML"
  /// A mapping `{title: Buy milk}` between lines of `---`, perhaps JSON.
  case braces = "YAML in braces"
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
  var value: TypedValue
  /// From the key to the end of the value.
  var range: Range<Int>
  /// The value.
  var source: Range<Int>
  /// Whether YAML can say the same on one line: without comments, and with no words of TOML's own.
  var isPlain = true
}

extension Header {
  init(_ fields: [ForeignField], _ format: FrontMatterFormat, of bytes: [UInt8] = []) {
    self.format = format
    isPlain = false
    isBlock = false
    var seen: Set<String> = []
    entries = fields.filter { seen.insert($0.key).inserted }.map { field in
      let isNested = field.value.field == nil && field.value != .null
      let source = isNested ? String(decoding: bytes[field.source], as: UTF8.self) : nil
      return HeaderEntry(
        key: field.key, start: field.range.lowerBound, afterColon: field.range.upperBound,
        value: field.range, style: .complex, end: field.range.upperBound,
        meaning: source.map(FieldValue.text) ?? field.value.field, isNested: isNested)
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
  /// - Returns: Nil if it is YAML, or would lose something: tables, comments inside TOML values, or
  ///   a status that differs from the folder.
  package func inYAML() -> TaskDocument? {
    let fences = fences
    guard isText, let range = fences.foreign, let format = fences.format, format.isRead,
      isUnderstood
    else { return nil }
    let header = header
    let isOdd = header.entries.contains { entry in
      !Self.isKey(entry.key) || ["status", "memo-id"].contains(entry.key)
    }
    let fields = foreignFields(within: fences)
    guard !isOdd,
      let lines = format == .toml ? tomlLines(range, fields) : fields.map(\.inYAML)
    else { return nil }
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
    if format == .braces, foreignFields(within: fences).isEmpty {
      return "memo can convert only JSON in braces"
    }
    return "in YAML something in it would be lost, or mean something else"
  }

  /// It goes line by line, so that comments keep their places.
  private func tomlLines(_ range: Range<Int>, _ fields: [ForeignField]) -> [String]? {
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
    for field in fields {
      guard field.isPlain,
        let between = gap(to: field.range.lowerBound, behindField: !lines.isEmpty)
      else { return nil }
      lines += between + [field.inYAML]
      place = field.range.upperBound
    }
    guard let rest = gap(to: range.upperBound, behindField: !lines.isEmpty) else { return nil }
    return lines + rest
  }
}

extension ForeignField {
  fileprivate var inYAML: String { "\(key): \(value.flow(isTop: true))" }
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
    // memo and other programs write dates in YAML without quotes.
    case .text(let text):
      Scalar.encoded(text, isTyped: Deadline(text) != nil, inList: !isTop)
    case .list(let items): "[\(items.map { $0.flow() }.joined(separator: ", "))]"
    case .map(let pairs):
      "{\(pairs.map { "\(Scalar.encoded($0.key, inList: true)): \($0.value.flow())" }.joined(separator: ", "))}"
    }
  }
}
