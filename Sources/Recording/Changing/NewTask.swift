public import Query
public import StoreFiles
public import TaskFile

/// What a new task starts with.
public struct NewTask: Sendable {
  /// One line.
  public var title: String
  public var status: Status = .todo
  public var deadline: Deadline?
  public var priority: Priority?
  public var tags: [String] = []
  /// Markdown; empty for none.
  public var body: String = ""
  /// A folder below the status's own, as `home/kitchen`; empty for none.
  public var folder: String = ""
  /// When it was thought of; nil for now.
  public var created: Timestamp?
  /// A text to begin with, whose own fields give way to those that are given.
  public var template: TaskDocument?
  /// The rest of its fields, in their order.
  public private(set) var otherFields: [FieldEdit] = []
  /// The keys that it is to be without, whatever the text to begin with has there.
  private var cleared: Set<String> = []

  public init(title: String) { self.title = title }
}

extension NewTask {
  /// Gives it fields; of two values of one key, the later one counts.
  public mutating func apply(_ edits: [FieldEdit]) {
    for edit in edits {
      switch edit {
      case .set(let key, _): if key != "tags" { cleared.remove(key) }
      case .clear(let key): cleared.insert(key)
      case .addTag, .removeTag: break
      }
      switch (edit, edit.key) {
      // What is none of memo's words is refused when the task is made, and not dropped here.
      case (.set(let key, let value), _) where KnownField(key: key)?.accepts(value) == false:
        otherFields.removeAll { $0.key == key }
        otherFields.append(edit)
      case (.addTag(let tag), _): tags += tags.contains(tag) ? [] : [tag]
      case (.removeTag(let tag), _): tags.removeAll { $0 == tag }
      case (.set(_, .text(let text)), "title"): title = text
      case (.set(_, .text(let text)), "status"): status = Status(rawValue: text) ?? status
      case (.set(_, .text(let text)), "deadline"): deadline = Deadline(text)
      case (.set(_, .text(let text)), "priority"): priority = Priority(rawValue: text)
      case (.set(_, .list(let items)), "tags"): tags += items.filter { !tags.contains($0) }
      case (.clear, "deadline"): deadline = nil
      case (.clear, "priority"): priority = nil
      case (.clear, "tags"): tags = []
      default:
        otherFields.removeAll { $0.key == edit.key }
        if case .set = edit { otherFields.append(edit) }
      }
    }
  }

  /// All that is set, by key.
  var edits: [FieldEdit] { tags.map(FieldEdit.addTag) + otherFields }

  /// One line that says something; what a terminal or YAML can't hold is refused, not dropped.
  ///
  /// - Throws: ``MemoError`` of kind `refused`.
  public static func checkedTitle(_ title: String) throws(MemoError) -> String {
    let trimmed = title.trimmingSpaces
    guard !trimmed.isEmpty else {
      throw MemoError(
        .refused, "a task needs a title", hints: ["one line that says what is to be done"])
    }
    guard !trimmed.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw MemoError(
        .refused, "a title is one line without control characters",
        hints: ["put the rest into the task's text: memo add TITLE -m TEXT"])
    }
    if let obstacle = FieldValue.obstacle(to: trimmed) {
      throw MemoError(.refused, "no title: \(obstacle)", hints: ["leave some of the marks out"])
    }
    return trimmed
  }
}

extension NewTask {
  /// Its file's first text.
  ///
  /// - Parameter aliases: What the store has other words for.
  /// - Throws: ``Problem`` for a value that the template's front matter can't take.
  func document(
    id: TaskID, created now: Timestamp, _ aliases: FieldAliases? = nil
  ) throws(Problem) -> TaskDocument {
    let created = created ?? now
    guard var document = template else {
      var document = TaskDocument.new(
        title: title, status: status, deadline: deadline, priority: priority, tags: tags, id: id,
        created: created, body: body, aliases)
      // A key that is new comes behind the one that all have, so the last is set first.
      for edit in otherFields.reversed() { try document.apply(edit) }
      // Whatever it was made of, nothing is written that couldn't be read.
      try document.checkReadable()
      return document
    }
    if !document.hasFrontMatter { document.addFrontMatter() }
    for key in cleared.sorted() { try document.remove(key) }
    // The heading with which the template begins is a title already.
    let hasTitle =
      document.value(of: "title") == nil && TaskTemplate.title(of: document) == title
    let fields =
      [
        ("title", hasTitle ? nil : title), ("status", status.rawValue),
        ("deadline", deadline?.description),
        ("priority", priority?.rawValue), (document.idKey, id.text),
        ("created", created.description),
      ] as [(String, String?)]
    for (key, text) in fields {
      if let text { try document.set(key, to: .text(text)) }
    }
    for tag in tags { try document.addTag(tag) }
    for edit in otherFields.reversed() { try document.apply(edit) }
    if !body.isEmpty {
      let text = document.body
      document.setBody(text + (text.isEmpty || text.hasSuffix("\n\n") ? "" : "\n") + body + "\n")
    }
    return document
  }
}
