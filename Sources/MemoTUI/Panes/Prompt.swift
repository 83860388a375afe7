internal import BoardModel
internal import MemoKit
internal import TaskFile
internal import Words

/// A question for one line of text, asked in the line of messages.
struct Prompt: Hashable, Sendable {
  enum Purpose: Hashable, Sendable {
    case filter
    /// New tasks, a line for each.
    case add(Status)
    case title([TaskKey])
    case deadline([TaskKey])
    case tags([TaskKey], before: [String])
    case command
    case moment
  }

  /// What lines are kept by, to be brought back.
  enum Kind: Hashable, Sendable { case filter, add, title, deadline, tags, command, moment }

  var purpose: Purpose
  var label: String
  var field: TextField
  /// What can be typed, in a few words; shown behind an empty field.
  var hint = ""
  /// The tasks' files as they were seen when it was asked: what others make of them meanwhile is not
  /// written over unseen.
  var seen: [TaskKey: PlacedDocument] = [:]
  /// Why what was typed could not be done.
  var error: String?
  /// The number that it is kept by; nil for none yet.
  var draft: Int?

  var kind: Kind {
    switch purpose {
    case .filter: .filter
    case .add: .add
    case .title: .title
    case .deadline: .deadline
    case .tags: .tags
    case .command: .command
    case .moment: .moment
    }
  }
}

extension Prompt {
  static func add(
    _ status: Status, _ words: Words, text: String = "", draft: Int? = nil
  ) -> Prompt {
    Prompt(
      purpose: .add(status), label: "\(status == .doing ? words.newInDoing : words.new): ",
      field: TextField(text), hint: words.newExample, draft: draft)
  }

  /// The sheet of the one task that it is about, with what was typed; nil where that is none of its
  /// fields.
  var form: TaskForm? {
    switch purpose {
    case .title(let keys): form(.title, keys)
    case .deadline(let keys): form(.deadline, keys)
    case .filter, .add, .tags, .command, .moment: nil
    }
  }

  private func form(_ field: TaskForm.Field, _ keys: [TaskKey]) -> TaskForm? {
    guard keys.count == 1, let version = seen[keys[0]] else { return nil }
    var form = TaskForm(version, key: keys[0], setting: field, to: self.field.text.trimmedEnd)
    form.draft = draft
    return form
  }
}
