internal import StreamSafe

/// The parsed contents of a task file.
public struct TaskItem: Hashable, Sendable {
  /// Never empty.
  public var title: String
  /// The status in the text; nil if it is missing or invalid.
  public var status: Status?
  public var deadline: Deadline?
  public var priority: Priority?
  /// Without duplicates, in the order of the file.
  public var tags: [String]
  public var id: TaskID?
  /// Another tool's id, in the key `id`; memo's id is then in `memo-id`.
  public var foreignID: String?
  public var created: Timestamp?
  /// Other keys, in the order of the file.
  public var otherFields: [Field]
  public var checklist = Checklist()
  public var conflictNotes = 0
  public var hasConflictMarkers = false
  public var problems: [Problem]
  /// Values that memo ignores without a problem, for example another tool's `created`.
  public var remarks: [Problem] = []
  /// The keys with invalid values; all others can be changed.
  public var unusableKeys: Set<String> = []
  /// Whether no problem affects the whole file.
  public var isUsable = true
}

extension TaskDocument {
  /// Whether a key is one of ``KnownField/core``.
  package static func isKnown(_ key: String) -> Bool { KnownField.coreKeys.contains(key) }

  /// Parses as much of the file as possible.
  ///
  /// - Parameter fileName: Without folder and ending; the title if the file has none.
  public func item(fileName: String) -> TaskItem {
    let fences = fences
    var item = fields(within: fences)
    readMarks(in: fences.body, into: &item)
    // A title with invalid UTF-8 is not what the user wrote.
    if !item.isUsable, item.title.unicodeScalars.contains("\u{FFFD}") { item.title = "" }
    if item.title.isEmpty {
      item.title = item.isUsable ? BodyTitle.title(of: bytes[fences.body...]) ?? fileName : fileName
    }
    if item.title.isEmpty { item.title = "(no title)" }
    return item
  }

  /// The front matter without the text; the title may be empty.
  package var itemOfFields: TaskItem { fields(within: fences) }

  private func fields(within fences: Fences) -> TaskItem {
    let header = header(within: fences)
    let markers = conflictMarkers(fences)
    var item = TaskItem(
      title: "", status: nil, tags: [], otherFields: [], hasConflictMarkers: markers != nil,
      // These problems may cause others.
      problems: markers.map { [$0] } ?? fileProblems(fences) + header.problems)
    item.isUsable = item.problems.isEmpty
    for entry in header.entries {
      if header.repeatedKeys.contains(entry.key), entry.key != "title", Self.isKnown(entry.key) {
        // The intended value is unclear.
        item.unusableKeys.insert(entry.key)
        continue
      }
      guard let problem = read(entry, of: header, into: &item) else { continue }
      if problem.field == .created {
        item.remarks.append(problem)
      } else {
        item.problems.append(problem)
      }
      item.unusableKeys.insert(entry.key)
    }
    if item.id == nil, !item.problems.isEmpty { item.id = legibleID(within: fences) }
    // Like a new file, this one is not adopted yet; then its status will count.
    if item.id == nil, !item.isUsable { item.status = nil }
    if header.entry("deadline") != nil, let due = header.entry("due") {
      item.problems.append(
        Problem(
          at: due.start, in: bytes, "'due' and 'deadline' are the same field, and both are here",
          hint: "remove one of them"))
    }
    return item
  }

  private func read(
    _ entry: HeaderEntry, of header: Header, into item: inout TaskItem
  ) -> Problem? {
    guard let meaning = entry.meaning else { return nil }
    let text: String? = if case .text(let text) = meaning { text.oneLine } else { nil }
    let field = header.field(entry.key, text)
    func wrong(_ message: String, _ hint: String) -> Problem {
      Problem(at: entry.value.lowerBound, in: bytes, message, hint: hint, field: field)
    }
    if field == .tags {
      item.tags = entry.tags.unique
      return entry.isNested
        ? wrong("'tags' must be a list of words", "write [home, shopping]") : nil
    }
    if entry.isNested || text == nil, let field, field.isCore, field != .id {
      return wrong(
        "'\(entry.key)' holds one value, \(entry.isNested ? "and nothing nested" : "not a list")",
        "write one value behind the colon")
    }
    var isUsable = true
    switch (field, text) {
    case (.title, let text?): item.title = text
    case (.status, let text?):
      item.status = Status(rawValue: text)
      isUsable = item.status != nil
    case (.deadline, let text?):
      item.deadline = Deadline(text)
      isUsable = item.deadline != nil
    case (.priority, let text?):
      item.priority = Priority(rawValue: text)
      // Some tools write `none` for no priority.
      isUsable = item.priority != nil || text.lowercased() == "none"
    case (.id, let text?):
      if header.idKey == "id" {
        item.id = TaskID(text)
      } else if !text.isEmpty {
        // A template's empty placeholder is no id.
        item.foreignID = text
      }
    case (.memoID, let text?):
      item.id = TaskID(text)
      isUsable = item.id != nil
    case (.created, let text?):
      item.created = Timestamp(atMost: text)
      isUsable = item.created != nil
    default:
      item.otherFields.append(Field(key: entry.key, value: meaning))
      isUsable = text == "" || field?.accepts(meaning) ?? true
    }
    guard !isUsable, let complaint = field?.complaint(about: text ?? "") else { return nil }
    return wrong(complaint.message, complaint.hint + orTeach(field, text ?? ""))
  }

  private func orTeach(_ field: KnownField?, _ text: String) -> String {
    // A longer text is a mistake, not an alias.
    guard let field, field.isCore, let word = field == .status ? "done" : field.words.first,
      (1...30).contains(text.count), text.first.map({ $0.isLetter || $0.isNumber }) ?? false,
      text.allSatisfy({ $0.isLetter || $0.isNumber || " -_".contains($0) })
    else { return "" }
    return "; or say in .memo/config.yml what it means, as "
      + "'\(field.rawValue): {\(word): [\(text)]}'"
  }

  /// The id in broken front matter, so that the file stays the same task.
  private func legibleID(within fences: Fences) -> TaskID? {
    guard fences.header != nil || fences.isUnclosed else { return nil }
    let range = fences.header ?? fences.start..<bytes.count
    let lines = bytes[range].split(separator: .newline)
    for key in ["memo-id:", "id:"] {
      for line in lines where line.starts(with: key.utf8) {
        let text = String(decoding: line.dropFirst(key.utf8.count), as: UTF8.self)
        if let id = TaskID(text.filter { !$0.isWhitespace }) { return id }
      }
    }
    return nil
  }

  func fileProblems(_ fences: Fences) -> [Problem] {
    if bytes.count < 1024, bytes.starts(with: "version https://git-lfs.github.com/spec/".utf8) {
      return [
        Problem(
          line: 1, column: 1, message: "Git LFS's pointer to the file, and not its text",
          hint: "'git lfs pull' brings the text")
      ]
    }
    var problems: [Problem] = []
    if fences.isUnclosed {
      problems.append(
        Problem(
          line: 1, column: 1, message: "the front matter is not closed",
          hint: "end it with a line of its own that is \(fences.format == .toml ? "+++" : "---")"))
    }
    // Without an exit, the compiler can vectorize this loop.
    var (least, bits) = (UInt8.max, UInt8(0))
    for byte in bytes {
      least = min(least, byte)
      bits |= byte
    }
    if least == 0, Self.isUTF16(bytes) {
      return problems + [
        Problem(
          line: 1, column: 1, message: "the file is UTF-16, and not UTF-8",
          hint: "save it as UTF-8, or 'iconv -f UTF-16 -t UTF-8' turns it into that")
      ]
    }
    if least == 0 {
      let offset = bytes.firstIndex(of: 0) ?? 0
      problems.append(
        Problem(at: offset, in: bytes, "a NUL byte: not a text file", hint: "remove it"))
    }
    if bits >= 0x80, String(validating: bytes, as: UTF8.self) == nil {
      // Before the first invalid byte, the repaired text has the same bytes.
      let offset = zip(bytes, String(decoding: bytes, as: UTF8.self).utf8).prefix { $0 == $1 }.count
      problems.append(
        Problem(at: offset, in: bytes, "not UTF-8", hint: "save the file as UTF-8, or use iconv"))
    }
    return problems
  }

  /// Whether the file looks like UTF-16: a byte order mark, or a zero in every second byte.
  package static func isUTF16(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(4)
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return true }
    let isZero = start.map { $0 == 0 }
    return isZero == [false, true, false, true] || isZero == [true, false, true, false]
  }
}

extension Header {
  /// The field of a key with this value.
  fileprivate func field(_ key: String, _ text: String?) -> KnownField? {
    switch (format, key) {
    case (.yaml, _): KnownField(key: key)
    // The folder decides, since memo can't change the text.
    case (_, "status"): nil
    case (.toml, "date") where text.flatMap(Timestamp.init(atMost:)) != nil,
      (.json, "date") where text.flatMap(Timestamp.init(atMost:)) != nil:
      .created
    default: KnownField(key: key)
    }
  }
}

extension [String] {
  /// Without duplicates, in order of first occurrence.
  var unique: [String] {
    guard count > 1 else { return self }
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}

extension String {
  /// Without line endings, and without white space at both ends.
  var oneLine: String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }), utf8.first != .space, utf8.last != .space {
      return self
    }
    let lines = split(whereSeparator: \.isNewline)
    let joined = lines.count > 1 ? lines.joined(separator: " ") : lines.first.map(String.init) ?? ""
    guard let start = joined.firstIndex(where: { !$0.isWhitespace }),
      let end = joined.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(joined[start...end])
  }
}
