internal import BoardModel
internal import MemoKit
internal import TaskFile
internal import Words

/// A prompt for one line of text, at the bottom.
struct Prompt: Hashable, Sendable {
  enum Purpose: Hashable, Sendable {
    case filter
    /// New tasks, one for each line.
    case add(Status)
    case title([TaskKey])
    case deadline([TaskKey])
    case tags([TaskKey], before: [String])
    case command
    case moment
  }

  var purpose: Purpose
  var label: String
  var field: TextField
  /// A short example, shown in an empty field.
  var hint = ""
  /// The file of the only task when the prompt opened, to detect changes by others.
  var seen: PlacedDocument?
  /// Why the typed text was rejected.
  var error: String?

  /// The action that opens the prompt; all prompts of one action share their history.
  var action: Action {
    switch purpose {
    case .filter: .filter
    case .add: .add
    case .title: .title
    case .deadline: .deadline
    case .tags: .tags
    case .command: .command
    case .moment: .past
    }
  }
}

extension Prompt {
  static func add(_ status: Status, _ words: Words, text: String = "") -> Prompt {
    Prompt(
      purpose: .add(status), label: "\(status == .doing ? words.newInDoing : words.new): ",
      field: TextField(text), hint: words.newExample)
  }

  /// A form of the one task with the typed text; nil if the prompt changes no field of one task.
  var form: TaskForm? {
    switch purpose {
    case .title(let keys): form(.title, keys)
    case .deadline(let keys): form(.deadline, keys)
    case .filter, .add, .tags, .command, .moment: nil
    }
  }

  private func form(_ field: TaskForm.Field, _ keys: [TaskKey]) -> TaskForm? {
    let text = self.field.text.trimmedEnd
    guard !text.isEmpty, keys.count == 1, let version = seen else { return nil }
    return TaskForm(version, key: keys[0], setting: field, to: text)
  }
}
