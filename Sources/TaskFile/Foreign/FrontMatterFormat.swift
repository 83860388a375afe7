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

extension Header {
  /// - Parameter start: The position of the front matter.
  init(_ fields: [TypedValue.Pair], _ format: FrontMatterFormat, at start: Int = 0) {
    self.format = format
    var seen: Set<String> = []
    entries = fields.filter { seen.insert($0.key).inserted }.map { field in
      let isNested = field.value.field == nil && field.value != .null
      return HeaderEntry(
        key: field.key, start: start, afterColon: start, value: start..<start, style: .complex,
        end: start, meaning: isNested ? .text(field.value.json) : field.value.field,
        isNested: isNested, typed: field.value)
    }
  }
}

extension TaskDocument {
  /// The file with its front matter converted to YAML.
  ///
  /// - Returns: Nil if it is YAML, or would lose something: tables, comments, or a status that
  ///   differs from the folder.
  package func inYAML() -> TaskDocument? {
    let fences = fences
    guard fences.foreign != nil, format != .other, isUnderstood else { return nil }
    let header = header
    let isOdd = header.entries.contains { entry in
      !Self.isKey(entry.key) || ["status", "memo-id"].contains(entry.key)
    }
    let (fields, isWhole) = foreignFields(within: fences)
    guard !isOdd, isWhole else { return nil }
    let lines = fields.map { "\($0.key): \($0.value.flow(isTop: true))" }
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
    isForeign && inYAML() == nil
      ? "in YAML something in it would be lost, or mean something else" : nil
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
    // memo and other programs write dates in YAML without quotes.
    case .text(let text):
      Scalar.encoded(text, isTyped: Deadline(text) != nil, inList: !isTop)
    case .list(let items): "[\(items.map { $0.flow() }.joined(separator: ", "))]"
    case .map(let pairs):
      "{\(pairs.map { "\(Scalar.encoded($0.key, inList: true)): \($0.value.flow())" }.joined(separator: ", "))}"
    }
  }
}
