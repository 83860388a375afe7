internal import Query
public import StoreFiles
public import TaskFile

/// A task from or for a file of another program.
public struct TaskRecord: Hashable, Sendable {
  /// The title, one line.
  public var title: String
  public var status: Status = .todo
  public var created: Timestamp?
  /// The other fields, each once, by memo's key or the other program's.
  ///
  /// `after` has ids of tasks, or the ``source`` of other records.
  public var fields: [Field] = []
  /// The text in Markdown, without blank lines around it.
  public var body = ""
  /// memo's id, if the file has it.
  public var id: TaskID?
  /// The program and its id of the task, as `taskwarrior:3f2a…`.
  public var source: String?
  /// A name that `after` of other records has for the task, besides ``source``.
  public var alias: String?
  /// The fields for which the file has a place, with `status` and `body`; nil for all.
  ///
  /// An update leaves the others as they are.
  public var told: Set<String>?
  /// The file, if there are several.
  public var file = ""
  /// From 1.
  public var line = 1
  /// The time of the last change; only for an export.
  public var modified: Timestamp?
  /// The number of changes since the task was added; only for an export.
  public var revision = 0

  public init(title: String) { self.title = title }

  public subscript(key: String) -> FieldValue? {
    get { fields.first { $0.key == key }?.value }
    set {
      let index = fields.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): fields[index].value = value
      case (let index?, nil): fields.remove(at: index)
      case (nil, let value?): fields.append(Field(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// The value of a field as one text.
  public func text(_ key: String) -> String? { self[key]?.joined }

  /// The value of a field as a list; empty for none.
  public func list(_ key: String) -> [String] { self[key]?.items ?? [] }

  /// Sets a field, unless the text is empty.
  public mutating func set(_ key: String, _ text: String?) {
    if let text, !text.isEmpty { self[key] = .text(text) }
  }

  /// Sets a field to a list without empty and duplicate items, unless none are left.
  public mutating func set(_ key: String, _ items: [String]) {
    var seen: Set<String> = []
    let items = items.filter { !$0.isEmpty && seen.insert($0).inserted }
    if !items.isEmpty { self[key] = .list(items) }
  }

  func tells(_ key: String) -> Bool { told?.contains(key) ?? true }

  public var deadline: Deadline? { text("deadline").flatMap { Deadline($0) } }
  public var priority: Priority? { text("priority").flatMap { Priority(rawValue: $0) } }
  public var tags: [String] { list("tags") }
}

extension TaskRecord {
  public init(_ task: StoredTask) {
    self.init(title: task.title)
    status = task.status
    created = task.created
    id = task.id
    body = Self.trimmed(task.document.body)
    let document = task.document
    for key in document.keys {
      guard let value = document.value(of: key) else { continue }
      switch KnownField(key: key) {
      case .title, .status, .created, .id, .memoID: continue
      case .source: if case .text(let text) = value { source = text }
      case .tags: set("tags", task.item.tags)
      case let field?:
        if case .text(let text) = value {
          // A block scalar ends with a line end.
          self[field.rawValue] = .text(Self.trimmed(text))
        } else {
          self[field.rawValue] = value
        }
      case nil: self[key] = value
      }
    }
    if let foreign = task.foreignID, source == nil { self["id"] = .text(foreign) }
  }

  public static func trimmed(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }
    guard let first = lines.firstIndex(where: { !isBlank($0) }),
      let last = lines.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return lines[first...last].joined(separator: "\n")
  }
}

public struct RecordProblem: Error, Hashable, Sendable {
  /// The file, if there are several.
  public var file: String
  /// From 1.
  public var line: Int
  public var message: String

  public init(file: String = "", line: Int = 1, _ message: String) {
    (self.file, self.line, self.message) = (file, line, message)
  }
}

extension TaskRecord {
  /// Sets the status that another program's word means, such as `In Progress` or `closed`.
  ///
  /// - Parameters:
  ///   - key: A field that keeps a word which an export would not restore.
  ///   - written: The words that an export writes for memo's.
  public mutating func setStatus(
    called word: String, keepingAs key: String, writing written: [Status: String] = [:]
  ) {
    status = AliasProposal.own(word, of: "status").flatMap { Status(rawValue: $0) } ?? .todo
    if written[status] != word, status.rawValue != word { set(key, word) }
  }

  /// Sets the priority that another program's word means, such as `critical` or `P1`.
  public mutating func setPriority(
    called word: String, keepingAs key: String, writing written: [Priority: String] = [:]
  ) {
    let priority = Priority(typed: word)?.rawValue ?? AliasProposal.own(word, of: "priority")
    guard let priority, let found = Priority(rawValue: priority) else { return set(key, word) }
    set("priority", priority)
    if written[found] != word, priority != word { set(key, word) }
  }

  /// Sets one of memo's fields if memo can use the value, else a field of the program.
  ///
  /// - Parameter program: The prefix for a key that is one of memo's.
  public mutating func set(known key: String, _ text: String, orIn program: String) {
    let field = KnownField(typed: key)
    let value = field?.kind == .date ? Deadline(text)?.description : text
    let isUsable =
      field.map { [.date, .text, .people, .rule, .duration].contains($0.kind) } ?? false
    guard let field, isUsable, field != .source, let value,
      field == .series ? SeriesPlace(value) != nil : field.accepts(.text(value))
    else {
      return set(Self.ownKey(key, of: program), text)
    }
    set(field.rawValue, field.kind == .rule ? RepeatRule(value)?.description : value)
  }

  /// A valid key that is none of memo's.
  public static func ownKey(_ name: String, of program: String) -> String {
    let letters = name.map { TaskDocument.isKey(String($0)) ? $0 : "-" }
    let key = String(letters)
    return key.isEmpty || KnownField(key: key) != nil ? "\(program)-\(key)" : key
  }

  /// A tag from any text; characters that tags can't have become dashes.
  public static func tag(_ text: String) -> String {
    String(text.map { $0 == "," || $0.isWhitespace ? "-" : $0 })
  }
}
