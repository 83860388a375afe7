internal import BoardModel
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// A task as a sheet: to be read, changed, or made.
///
/// Nothing is written before *Done*.
struct TaskForm: Hashable, Sendable {
  enum Field: String, CaseIterable, Hashable, Sendable {
    case title, deadline, status, priority, tags, body
  }

  /// Nil for a new task.
  var key: TaskKey?
  /// The file as it was opened.
  var path = ""
  var document = TaskDocument([])
  var isEditing: Bool
  var focus = Field.title
  /// Of all fields but the status and the priority, which are chosen, and the text.
  var texts: [Field: TextField]
  var status: Status
  var priority: Priority?
  var body: String
  /// What the fields said when it was opened.
  private var initial: [Field: String] = [:]
  /// Why it can't be saved as it is.
  var error: String?
  /// What others did to the task since it was opened.
  var news: String?
  /// The job that saves it, while it runs.
  var saving: Int?
  /// The first line of the text that is shown.
  var top = 0

  init(new status: Status) {
    isEditing = true
    texts = [.title: TextField(), .deadline: TextField(), .tags: TextField()]
    self.status = status
    body = ""
    initial = values
  }

  init(_ task: StoredTask, _ key: TaskKey) {
    self.init(task.document, path: task.path, task.item, task.status, key)
  }

  init(
    _ document: TaskDocument, path: String, _ item: TaskItem, _ status: Status, _ key: TaskKey?
  ) {
    self.key = key
    self.path = path
    self.document = document
    isEditing = false
    texts = [
      .title: TextField(item.title), .deadline: TextField(item.deadline?.description ?? ""),
      .tags: TextField(item.tags.map { "+\($0)" }.joined(separator: " ")),
    ]
    self.status = status
    priority = item.priority
    body = document.body
    initial = values
  }

  func value(_ field: Field) -> String {
    switch field {
    case .title, .deadline, .tags: texts[field]?.text ?? ""
    case .status: status.rawValue
    case .priority: priority?.rawValue ?? ""
    case .body: body
    }
  }

  private var values: [Field: String] {
    Dictionary(uniqueKeysWithValues: Field.allCases.map { ($0, value($0)) })
  }

  /// What was changed since it was opened.
  var changes: [Field] { Field.allCases.filter { value($0) != initial[$0] } }

  /// What was changed here, and in another way by others.
  func clashes(with theirs: TaskForm) -> [Field] {
    changes.filter { ![value($0), initial[$0]].contains(theirs.value($0)) }
  }

  /// Gives up what was changed here of the fields that others have changed as well.
  mutating func giveUp(whatIsOtherIn theirs: TaskDocument) {
    let (before, after) = (document.item(fileName: ""), theirs.item(fileName: ""))
    let others: [(Field, Bool)] = [
      (.title, before.title != after.title), (.deadline, before.deadline != after.deadline),
      (.status, before.status != after.status), (.priority, before.priority != after.priority),
      (.tags, before.tags != after.tags), (.body, document.body != theirs.body),
    ]
    for (field, isOther) in others where isOther { reset(field) }
  }

  private mutating func reset(_ field: Field) {
    let value = initial[field] ?? ""
    switch field {
    case .title, .deadline, .tags: texts[field] = TextField(value)
    case .status: status = Status(rawValue: value) ?? status
    case .priority: priority = Priority(rawValue: value)
    case .body: body = value
    }
  }

  /// Without the marks, and each once.
  private func tags(_ text: String) -> [String] {
    var tags: [String] = []
    for word in text.split(separator: " ") {
      let tag = String(word.hasPrefix("+") ? word.dropFirst() : word)
      if !tag.isEmpty, !tags.contains(tag) { tags.append(tag) }
    }
    return tags
  }

  mutating func insert(_ text: String) {
    guard isEditing else { return }
    if focus == .body { body += text } else { texts[focus]?.insert(text.trimmedEnd) }
  }

  mutating func move(by steps: Int) {
    let fields = Field.allCases
    let index = (fields.firstIndex(of: focus) ?? 0) + steps
    focus = fields[(index + fields.count) % fields.count]
  }

  /// The next value of what is chosen.
  mutating func turn(by steps: Int) {
    func next<Value: Equatable>(_ values: [Value], _ value: Value) -> Value {
      let index = (values.firstIndex(of: value) ?? 0) + steps
      return values[(index + values.count) % values.count]
    }
    if focus == .status { status = next(Status.allCases, status) }
    if focus == .priority { priority = next([nil] + Priority.allCases.map { $0 }, priority) }
  }
}

extension TaskForm {
  /// Why it can't be saved.
  struct Refusal: Error, Hashable {
    var field: Field
    var message: String
  }

  /// What saves it; nil where nothing was changed.
  func job(now: LocalTime, _ words: any Catalog) throws(Refusal) -> Job? {
    guard value(.title).contains(where: { !$0.isWhitespace }) else {
      throw Refusal(field: .title, message: words.needsTitle)
    }
    let deadline = try deadline(now)
    guard let key else {
      var line = ["add"] + (status == .doing ? ["--doing"] : [])
      if let deadline { line += ["--deadline", deadline.description] }
      if let priority { line += ["--priority", priority.rawValue] }
      line += tags(value(.tags)).flatMap { ["--tag", $0] }
      if !body.isEmpty { line += ["--message", body] }
      return .command(line + ["--", value(.title)])
    }
    guard !changes.isEmpty else { return nil }
    var text = document
    for field in changes {
      do throws(Problem) {
        try write(field, to: &text, deadline)
      } catch {
        throw Refusal(field: field, message: error.message)
      }
    }
    var job = Job(
      .text(Job.TextChange(path: path, opened: document.bytes, text: text.bytes)), [key])
    job.status = changes.contains(.status) ? status : nil
    return job
  }

  private func deadline(_ now: LocalTime) throws(Refusal) -> Deadline? {
    let text = value(.deadline).trimmedEnd
    guard !text.isEmpty else { return nil }
    if text == initial[.deadline] { return Deadline(text) }
    do throws(DateWordsError) {
      return try DateWords.parse(text, now: now)
    } catch {
      throw Refusal(field: .deadline, message: error.message)
    }
  }

  private func write(
    _ field: Field, to text: inout TaskDocument, _ deadline: Deadline?
  ) throws(Problem) {
    func set(_ key: String, _ value: String?) throws(Problem) {
      if let value { try text.set(key, to: .text(value)) } else { try text.remove(key) }
    }
    switch field {
    case .title: try set("title", value(.title).trimmedEnd)
    case .deadline: try set("deadline", deadline?.description)
    case .status: try set("status", status.rawValue)
    case .priority: try set("priority", priority?.rawValue)
    case .tags:
      let (old, new) = (tags(initial[.tags] ?? ""), tags(value(.tags)))
      for tag in old where !new.contains(tag) { try text.removeTag(tag) }
      for tag in new where !old.contains(tag) { try text.addTag(tag) }
    case .body: text.setBody(body)
    }
  }
}
