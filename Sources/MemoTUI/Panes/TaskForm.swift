internal import BoardModel
internal import MemoKit
internal import TaskFile
internal import Terminal
internal import Words

/// A task as a sheet: to be read, changed, or made.
///
/// Nothing is written before *Done*.
struct TaskForm: Hashable, Sendable {
  typealias Field = TaskFields.Field

  /// A task's file at some moment.
  struct Version: Hashable, Sendable {
    /// Relative to the store.
    var path: String
    var document: TaskDocument
  }

  /// Nil for a new task.
  var key: TaskKey?
  /// The file as it is shown, or was when it began to be edited.
  var path = ""
  var document = TaskDocument([])
  var isEditing: Bool
  var focus = Field.title
  /// Of all fields but the status and the priority, which are chosen, and the text.
  var texts: [Field: TextField]
  var status: Status
  var priority: Priority?
  var body: String
  /// The file as the sheet was opened, where others have changed it while it was read.
  private var firstVersion: Version?
  /// What the fields said when it was opened.
  private var initial: [Field: String] = [:]
  /// Why it can't be saved as it is.
  var error: String?
  /// What others did to the task since it was opened.
  var news: String?
  /// The file that an editor has its text in, while it has.
  var editedFile: String?
  /// The job that saves it, while it runs.
  var saving: Int?
  /// The number that it is kept by; nil for none yet.
  var draft: Int?
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

  /// The sheet of a task in which one field was set.
  init(_ version: Version, key: TaskKey, setting field: Field, to text: String) {
    self.init(version.document, path: version.path, key: key)
    isEditing = true
    focus = field
    switch field {
    case .title, .deadline, .tags: texts[field] = TextField(text)
    case .status: status = Status(rawValue: text) ?? status
    case .priority: priority = Priority(rawValue: text)
    case .body: body = text
    }
  }

  /// The sheet with the task as it is now, at the same line.
  func refreshed(_ task: StoredTask, _ key: TaskKey) -> TaskForm {
    var form = TaskForm(task, key)
    (form.top, form.news, form.firstVersion) = (top, news, opened)
    return form
  }

  /// The file as the sheet was opened.
  var opened: Version { firstVersion ?? Version(path: path, document: document) }

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
  func conflicts(with theirs: TaskForm) -> [Field] {
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

  /// - Returns: Whether there is a place for it.
  mutating func insert(_ text: String) -> Bool {
    guard isEditing, saving == nil else { return false }
    if focus == .body {
      body += text
      return true
    }
    return texts[focus]?.insert(text.trimmedEnd) != nil
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
  /// What saves it; nil where nothing was changed.
  func job(now: LocalTime, _ words: any Catalog) throws(TaskFields.Refusal) -> Job? {
    guard let key else { return try fields.additionJob(now: now, words) }
    return try fields.changeJob(key, path, document, since: Self.fields(initial), now: now, words)
  }

  var fields: TaskFields { Self.fields(values) }

  private static func fields(_ values: [Field: String]) -> TaskFields {
    var fields = TaskFields(new: values[.status].flatMap { Status(rawValue: $0) } ?? .todo)
    fields.title = values[.title] ?? ""
    fields.deadline = values[.deadline] ?? ""
    fields.priority = values[.priority].flatMap { Priority(rawValue: $0) }
    fields.tags = values[.tags] ?? ""
    fields.body = values[.body] ?? ""
    return fields
  }
}
