internal import StreamSafe

/// The text of a task file, byte for byte.
///
/// A change replaces the bytes of one field. Unknown keys, comments, quotes, order, line endings
/// and a byte order mark stay.
///
/// Only the bytes are stored. Parsing the fields takes a microsecond, or tens with the YAML parser,
/// and a store has thousands of documents.
public struct TaskDocument: Hashable, Sendable {
  public let bytes: [UInt8]
  package let aliases: FieldAliases?

  /// Accepts any bytes.
  ///
  /// ``item(fileName:)`` reports problems.
  ///
  /// - Parameter aliases: The store's aliases.
  public init(_ bytes: [UInt8], _ aliases: FieldAliases? = nil) {
    self.bytes = bytes
    self.aliases = aliases
  }

  /// Another text in the same store.
  func with(_ bytes: [UInt8]) -> TaskDocument { TaskDocument(bytes, aliases) }

  public static func == (a: TaskDocument, b: TaskDocument) -> Bool { a.bytes == b.bytes }

  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  var fences: Fences { Fences(bytes) }

  /// The fields of the front matter, parsed at each access.
  var header: Header { header(within: fences) }

  func header(within fences: Fences) -> Header {
    guard let format = fences.format, let range = fences.header ?? fences.foreign else {
      return Header(format: fences.format == .other ? .other : .yaml)
    }
    // Comparing other text takes too long.
    let isSafe = format == .other || String(decoding: bytes[range], as: UTF8.self).isStreamSafe
    var header =
      switch format {
      case _ where !isSafe:
        Header(
          format: format,
          problems: [Problem(at: range.lowerBound, in: bytes, Header.tooManyMarks)])
      case .yaml: PlainHeader.parse(bytes, range) ?? YAMLHeader.parse(bytes, range)
      case .braces: YAMLHeader.parse(bytes, range, .braces)
      case .toml, .json:
        Header(foreignFields(within: fences).fields, format, at: range.lowerBound)
      case .other: Header(format: .other)
      }
    if let aliases { header.read(through: aliases) }
    return header
  }

  /// The fields of TOML and JSON, perhaps between YAML's fences.
  ///
  /// - Returns: Also whether they are all that the front matter says.
  func foreignFields(within fences: Fences) -> (fields: [TypedValue.Pair], isWhole: Bool) {
    guard let range = fences.foreign else { return ([], true) }
    switch fences.format {
    case .json, .braces:
      guard case .map(let pairs)? = TypedValue(json: Array(bytes[range])) else {
        return ([], false)
      }
      return (pairs, true)
    case .toml: return TOMLReader.fields(of: bytes, in: range)
    case .yaml, .other, nil: return ([], true)
    }
  }

  /// Whether the file is text with valid front matter.
  public var isUnderstood: Bool { readableHeader != nil }

  /// The fields of the front matter; nil if that is broken.
  private var readableHeader: Header? {
    let fences = fences
    guard fileProblems(fences).isEmpty else { return nil }
    let header = header(within: fences)
    return header.problems.isEmpty ? header : nil
  }

  /// The same, but nil for other formats than YAML, which memo can't change.
  var understoodHeader: Header? { readableHeader.flatMap { $0.format == .yaml ? $0 : nil } }

  /// Whether the file is text without unclosed front matter.
  package var isText: Bool { fileProblems(fences).isEmpty }

  public var hasFrontMatter: Bool {
    let fences = fences
    return fences.header != nil || fences.foreign != nil
  }

  /// The text after the front matter, to show, search and compare.
  ///
  /// Invalid UTF-8 becomes `U+FFFD`. `U+034F` separates too many combining marks on a letter.
  public var body: String { String(streamSafe: bytes[fences.body...]) }

  /// The whole file as text, like ``body``.
  public var text: String { String(streamSafe: bytes[...]) }

  /// The position of ``body`` in the bytes.
  package var bodyStart: Int { fences.body }

  /// Some bytes as text, like ``body``.
  package func text(in range: Range<Int>) -> String { String(streamSafe: bytes[range]) }

  var bodyBytes: ArraySlice<UInt8> { bytes[fences.body...] }

  /// Whether the texts after the front matter are equal, by bytes.
  package func hasBody(of other: TaskDocument) -> Bool { bodyBytes == other.bodyBytes }

  /// The file up to its text.
  var front: TaskDocument { with(Array(bytes[..<fences.body])) }

  /// In the order of the file.
  public var keys: [String] { header.entries.map(\.key) }

  /// The values by key; keys without a value are missing.
  public var values: [String: FieldValue] {
    var values: [String: FieldValue] = [:]
    for entry in header.entries { values[entry.key] = values[entry.key] ?? entry.meaning }
    return values
  }

  /// The id in ``item(fileName:)``, found without the text.
  public var id: TaskID? { itemOfFields.id }

  /// A key's value; nil if it is missing or null.
  ///
  /// `deadline` also finds `due`.
  public func value(of key: String) -> FieldValue? {
    let header = header
    return header.entry(header.writtenKey(key))?.meaning
  }
}

extension TaskDocument {
  public struct Entry: Hashable, Sendable {
    public var key: String
    /// Nil if YAML reads it as null.
    public var value: FieldValue?
    /// The line of the key, from 1.
    public var line: Int
  }

  /// The entries of the mapping below a key; empty for other values.
  public func entries(below key: String) -> [Entry] {
    guard let outer = header.entry(key), outer.style == .complex || outer.style == .empty else {
      return []
    }
    let rest = bytes[outer.afterColon..<outer.end]
    let isFlow = rest.first { !$0.isBlank } == UInt8(ascii: "{")
    let newline = rest.firstIndex(of: .newline).map { $0 + 1 } ?? outer.end
    let inner = YAMLHeader.parse(bytes, (isFlow ? outer.afterColon : newline)..<outer.end)
    return zip(inner.entries, bytes.lines(at: inner.entries.map(\.start))).map { entry, line in
      Entry(key: entry.key, value: entry.meaning, line: line)
    }
  }

  /// The keys with their lines, from 1.
  public var lines: [(key: String, line: Int)] {
    Array(zip(header.entries.map(\.key), bytes.lines(at: header.entries.map(\.start))))
  }

  /// The line in which the text begins, from 1.
  public var firstBodyLine: Int { bytes.line(at: fences.body) }

  /// A problem at a key's value; nil without a value.
  public func problem(at key: String, _ message: String, hint: String? = nil) -> Problem? {
    let header = header
    guard let entry = header.entry(header.writtenKey(key)), entry.meaning != nil else { return nil }
    return Problem(
      at: entry.value.lowerBound, in: bytes, message, hint: hint, field: KnownField(key: key))
  }
}

extension Header {
  /// The key of memo's id; `id` may belong to another tool.
  var idKey: String {
    guard entry("memo-id") == nil else { return "memo-id" }
    switch entry("id")?.meaning {
    case nil: return "id"
    case .text(let text)?: return TaskID(text.oneLine) == nil ? "memo-id" : "id"
    case .list?: return "memo-id"
    }
  }

  /// The key of a field in this file.
  func writtenKey(_ key: String) -> String {
    if let aliased = entries.first(where: { $0.name == key }) { return aliased.key }
    return KnownField(rawValue: key)?.keys.first { entry($0) != nil } ?? key
  }
}

extension TaskDocument {
  /// Sets a list in the mapping below a key; all other bytes stay.
  ///
  /// - Returns: Nil without a mapping, or if the change would affect something else.
  package func setting(_ key: String, to items: [String], below outer: String) -> TaskDocument? {
    guard let range = mapping(below: outer) else { return nil }
    var changed = self
    if let pairs = FlowList(bytes, in: range, between: .openBrace, .closeBrace) {
      guard let last = pairs.items.last else { return nil }
      let pair = Array("\(key): ".utf8) + Self.flowList(items, [:])
      let old = pairs.items.first { bytes[$0].starts(with: "\(key):".utf8) }
      changed = with(
        old.map { bytes.replacing($0, with: pair) }
          ?? bytes.replacing(last.upperBound..<last.upperBound, with: [.comma, .space] + pair))
    } else {
      let fence = Array("---\n".utf8)
      var inner = TaskDocument(fence + bytes[range] + fence)
      do throws(Problem) { try inner.set(key, to: .list(items)) } catch { return nil }
      let text = inner.bytes.dropFirst(fence.count).dropLast(fence.count)
      changed = with(bytes.replacing(range, with: Array(text)))
    }
    let others = entries(below: outer).filter { $0.key != key }.map { [$0.key: $0.value] }
    let now = changed.entries(below: outer)
    guard now.last(where: { $0.key == key })?.value == .list(items),
      now.filter({ $0.key != key }).map({ [$0.key: $0.value] }) == others,
      changed.keys == keys
    else { return nil }
    return changed
  }

  /// The position of a mapping: from brace to brace, or all of its lines.
  private func mapping(below key: String) -> Range<Int>? {
    guard let outer = header.entry(key), outer.style == .complex,
      !entries(below: key).isEmpty
    else { return nil }
    let value = outer.value
    if bytes[value].first == UInt8(ascii: "{") {
      return bytes[value].last == UInt8(ascii: "}") ? value : nil
    }
    let rest = bytes[outer.afterColon..<outer.end]
    guard let newline = rest.firstIndex(of: .newline), rest.last == .newline,
      rest[..<newline].allSatisfy({ $0.isBlank || $0.isLineEnd })
    else { return nil }
    return (newline + 1)..<outer.end
  }
}

extension TaskDocument {
  /// Removes the claim of a worker, as when the task is done.
  package mutating func endClaim() {
    for field in [KnownField.claimedBy, .claimedUntil] where keys.contains(field.rawValue) {
      // In front matter that can't be changed, the claim stays until its time is over.
      try? remove(field.rawValue)
    }
  }

  /// Removes the time when the task was done, as when it is reopened.
  package mutating func endCompletion() {
    guard case .text(let text)? = value(of: "completed"), Timestamp(atMost: text) != nil else {
      return
    }
    // In front matter that can't be changed, the field stays.
    try? remove("completed")
  }
}
