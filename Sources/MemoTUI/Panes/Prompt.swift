internal import BoardModel
internal import MemoCLI
internal import MemoKit
internal import Words

/// A prompt for one line of text, at the bottom.
struct Prompt: Hashable, Sendable {
  /// The action that opens the prompt; all prompts of one action share their earlier lines.
  var action: Action
  var label: String
  var field: TextField
  /// A short example, shown in an empty field.
  var hint = ""
  /// The status of new tasks.
  var status = Status.todo
  /// The marked or selected tasks when the prompt opened.
  var keys: [TaskKey] = []
  /// The file of the only one of them, to detect changes by others.
  var seen: TaskVersion?
  /// The tags that all of them have.
  var tags: [String] = []
  /// The lines typed earlier, then the own one; ↑ and ↓ show them, as in a shell.
  private(set) var lines: [String] = []
  /// The index of the shown line.
  private(set) var place = 0
}

extension Prompt {
  mutating func begin(after earlier: [String]) {
    lines = earlier + [field.text]
    place = earlier.count
  }

  /// - Parameter steps: -1 for the previous line, 1 for the next one.
  mutating func look(by steps: Int) {
    guard lines.indices.contains(place + steps) else { return }
    lines[place] = field.text
    place += steps
    field = TextField(lines[place])
  }

  static func add(_ status: Status, _ words: Words, text: String = "") -> Prompt {
    Prompt(
      action: .add, label: "\(status == .doing ? words.newInDoing : words.new): ",
      field: TextField(text), hint: words.newExample, status: status)
  }

  /// The job that sets the typed field; nil if nothing changes.
  ///
  /// For one task, a form's job merges it with changes by others, or asks. Several tasks get the
  /// typed value, whatever they had.
  func job(now: LocalTime, _ words: Words) throws(TaskFields.Refusal) -> Job? {
    if let form { return try form.edit.job(now: now, words) }
    let text = field.text.trimmedEnd
    let edits: [FieldEdit] =
      if let edited {
        [try .typed(edited, text, now: now, words)]
      } else {
        try .tags(text, before: tags)
      }
    return edits.isEmpty ? nil : Job(.change(.set(edits)), keys)
  }

  /// The field that a title or a deadline sets; nil for other prompts.
  var edited: TaskForm.Field? {
    action == .title ? .title : action == .deadline ? .deadline : nil
  }

  /// A form of the one task with the typed text; nil if the prompt changes no field of one task.
  var form: TaskForm? {
    let text = field.text.trimmedEnd
    guard let edited, !text.isEmpty, keys.count == 1, let version = seen else { return nil }
    var edit = EditForm(version, keys[0])
    edit.fields[edited] = text
    return TaskForm(editing: edit, edited)
  }
}

/// Lines for new tasks, in the syntax of `memo add`.
struct NewTasks: Hashable, Sendable {
  var lines: [String]
  var status: Status
  var job: Job { Job(.change(.add(lines: lines, status))) }

  var text: String { lines.joined(separator: "\n") }

  /// The first line, and the number of further ones.
  func title(_ words: Words) -> String {
    let more = lines.count - 1
    return (lines.first ?? "") + (more > 0 ? " (\(words.moreLines(more)))" : "")
  }
}

/// The draft format: that of a form with the lines as its body.
extension NewTasks {
  /// Nil if the lines are blank.
  var draft: Draft? {
    guard lines.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else { return nil }
    return Draft(
      of: .newLines, text: Array("status: \(status.rawValue)\n\n\(text)".utf8), at: .unset)
  }

  init(_ draft: Draft) {
    let fields = EditForm(draft, nil).fields
    self.init(pasted: fields.body, fields.status)
  }

  /// - Parameter text: Blank lines are ignored.
  init(pasted text: String, _ status: Status) {
    // Tabs become spaces, as in typed titles.
    lines = text.replacing("\t", with: " ").split(whereSeparator: \.isNewline)
      .map { String($0).trimmedEnd }
      .filter { !$0.allSatisfy(\.isWhitespace) }
    self.status = status
  }
}
