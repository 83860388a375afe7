internal import BoardModel
internal import MemoKit
internal import Words

/// A form to read, change or create a task.
///
/// Nothing is written before the user saves.
struct TaskForm: Hashable, Sendable {
  typealias Field = TaskFields.Field

  var edit: EditForm
  var isEditing: Bool
  private(set) var focus = Field.title
  /// The text of the focused field; nil for fields with choices and for the body.
  private(set) var line: TextField?
  /// The version when the form was opened, if others have changed it since.
  private var firstVersion: TaskVersion?
  /// Changes by others since the form was opened.
  var news: TaskNews?
  /// The file with the body, while an editor has it open.
  var editedFile: String?
  /// The running job that saves the form.
  var saving: Int?
  /// Whether an editor has the task as one text that starts with the title.
  var isNote = false
  /// The index of the first visible line.
  var top = 0

  init(editing edit: EditForm, _ field: Field = .title) {
    self.edit = edit
    isEditing = true
    focus(on: field)
  }

  init(reading task: StoredTask, _ key: TaskKey) {
    edit = EditForm(TaskVersion(task), key)
    isEditing = false
  }

  /// The text for an editor: the body, or title and body.
  var text: String {
    isNote ? NoteText(edit.base?.document).shown(edit.fields) : edit.fields.body
  }

  mutating func take(text: String) {
    guard isNote else {
      edit.fields.body = text
      return
    }
    let parts = NoteText(edit.base?.document).parts(of: text, fields.title)
    edit.fields.title = parts.title
    edit.fields.body = BodyText(edit.former.body).body(of: parts.body)
    focus(on: .title)
  }

  /// The form with the current task, at the same scroll position.
  func refreshed(_ task: StoredTask, _ key: TaskKey) -> TaskForm {
    var form = TaskForm(reading: task, key)
    (form.top, form.news, form.firstVersion) = (top, news, opened)
    return form
  }

  var key: TaskKey? { edit.key }
  var fields: TaskFields { edit.fields }
  var path: String { edit.base?.path ?? "" }
  /// The version when the form was opened.
  var opened: TaskVersion? { firstVersion ?? edit.base }
  var isChanged: Bool { isEditing && edit.isChanged }

  mutating func focus(on field: Field) {
    focus = field
    switch field {
    case .title, .deadline, .tags: line = TextField(edit.fields[field])
    case .status, .priority, .body: line = nil
    }
  }

  /// The place of the focused field in the form, from 0.
  var focusIndex: Int { Field.allCases.firstIndex(of: focus) ?? 0 }

  mutating func move(by steps: Int) {
    let fields = Field.allCases
    focus(on: fields[(focusIndex + steps + fields.count) % fields.count])
  }

  /// Handles a key for the focused text field.
  mutating func take(_ stroke: KeyStroke) {
    _ = line?.take(stroke)
    if let line { edit.fields[focus] = line.text }
  }

  /// - Returns: Whether the focused field can take the text.
  mutating func insert(_ text: String) -> Bool {
    guard isEditing, saving == nil else { return false }
    if focus == .body {
      edit.fields.body += text
      return true
    }
    line?.insert(text.trimmedEnd)
    if let line { edit.fields[focus] = line.text }
    return line != nil
  }

  /// Changes the focused choice.
  mutating func turn(by steps: Int) {
    func next<Value: Equatable>(_ values: [Value], _ value: Value) -> Value {
      let index = (values.firstIndex(of: value) ?? 0) + steps
      return values[(index + values.count) % values.count]
    }
    if focus == .status { edit.fields.status = next(Status.allCases, fields.status) }
    if focus == .priority {
      edit.fields.priority = next([nil] + Priority.allCases.map { $0 }, fields.priority)
    }
  }

  var draft: Draft { edit.draft(editedFile: editedFile) }
}

extension EditForm {
  /// The title, and the other changed fields.
  func title(_ words: Words) -> String {
    let others = changes.filter { $0 != .title && $0 != .body }
    let said = others.map { "\(words.name(of: $0)) \(fields[$0])" }
    return fields.title + (said.isEmpty ? "" : " (\(said.joined(separator: ", ")))")
  }
}
