internal import BoardModel
internal import MemoKit
internal import TaskFile
internal import Terminal

/// A task as a sheet: to be read, changed, or made.
///
/// Nothing is written before *Done*.
struct TaskForm: Hashable, Sendable {
  typealias Field = TaskFields.Field

  var edit: EditForm
  var isEditing: Bool
  private(set) var focus = Field.title
  /// The field that is typed in; nil for those that are chosen, and for the text.
  private(set) var line: TextField?
  /// The file as the sheet was opened, where others have changed it while it was read.
  private var firstVersion: PlacedDocument?
  /// Why it can't be saved as it is.
  var error: String?
  /// What others did to the task since it was opened.
  var news: String?
  /// The file that an editor has its text in, while it has.
  var editedFile: String?
  /// The job that saves it, while it runs.
  var saving: Int?
  /// Whether an editor has it as one text, whose first line is the title.
  var isNote = false
  /// The number that it is kept by; nil for none yet.
  var draft: Int?
  /// The first line of the text that is shown.
  var top = 0

  init(new status: Status) {
    edit = EditForm(new: status)
    isEditing = true
    focus(on: .title)
  }

  init(_ task: StoredTask, _ key: TaskKey) {
    edit = EditForm(task, key)
    isEditing = false
  }

  init(_ file: PlacedDocument, _ key: TaskKey) {
    edit = EditForm(file, key)
    isEditing = true
    focus(on: .title)
  }

  /// The sheet of a task in which one field was set.
  init(_ file: PlacedDocument, key: TaskKey, setting field: Field, to text: String) {
    self.init(file, key)
    edit.fields[field] = text
    focus(on: field)
  }

  /// What an editor is given: the task's text, or all of it as one.
  var text: String {
    isNote ? NoteText(edit.base?.document).shown(edit.fields) : edit.fields.body
  }

  /// Takes the text as an editor has left it.
  mutating func take(text: String) throws(SourceLines.Unclear) {
    guard isNote else {
      edit.fields.body = text
      return
    }
    let parts = NoteText(edit.base?.document).parts(of: text, fields.title)
    edit.fields.title = parts.title
    edit.fields.body = try BodyText(edit.former.body).body(of: parts.body)
    focus(on: .title)
  }

  /// The sheet with the task as it is now, at the same line.
  func refreshed(_ task: StoredTask, _ key: TaskKey) -> TaskForm {
    var form = TaskForm(task, key)
    (form.top, form.news, form.firstVersion) = (top, news, opened)
    return form
  }

  var key: TaskKey? { edit.key }
  var fields: TaskFields { edit.fields }
  var path: String { edit.base?.path ?? "" }
  /// The file as the sheet was opened.
  var opened: PlacedDocument? { firstVersion ?? edit.base }
  /// Whether something was changed that isn't saved.
  var isChanged: Bool { isEditing && edit.isChanged }

  mutating func focus(on field: Field) {
    focus = field
    switch field {
    case .title, .deadline, .tags: line = TextField(edit.fields[field])
    case .status, .priority, .body: line = nil
    }
  }

  mutating func move(by steps: Int) {
    let fields = Field.allCases
    let index = (fields.firstIndex(of: focus) ?? 0) + steps
    focus(on: fields[(index + fields.count) % fields.count])
  }

  /// Takes a key that is typed in a line.
  mutating func take(_ key: Key, _ modifiers: Modifiers) {
    _ = line?.take(key, modifiers)
    if let line { edit.fields[focus] = line.text }
  }

  /// - Returns: Whether there is a place for it.
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

  /// The next value of what is chosen.
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

  /// A letter chooses the value that begins with it.
  mutating func choose(_ letter: Character) {
    let start = letter.lowercased()
    if focus == .status {
      // Two begin with a d: the letter goes from one to the other.
      let found = Status.allCases.filter { $0.rawValue.hasPrefix(start) }
      if let next = found.first(where: { $0 > fields.status }) ?? found.first {
        edit.fields.status = next
      }
    } else if focus == .priority {
      edit.fields.priority = Priority.allCases.first { $0.rawValue.hasPrefix(start) }
    }
  }
}
