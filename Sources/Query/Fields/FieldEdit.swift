internal import StoreFiles
public import TaskFile

/// A change to one field of a task.
public enum FieldEdit: Hashable, Sendable {
  /// Sets a key of the front matter; `status` moves the task.
  case set(key: String, FieldValue)
  /// Takes a key out of the front matter.
  case clear(key: String)
  case addTag(String)
  case removeTag(String)
}

extension FieldEdit {
  /// The key that is set or taken out; `tags` for a tag.
  public var key: String {
    switch self {
    case .set(let key, _), .clear(let key): key
    case .addTag, .removeTag: "tags"
    }
  }
}

extension [FieldEdit] {
  /// With one list of what was given piece by piece: `after:kx after:qv`, `to:ann to:ben`.
  public var joiningLists: [FieldEdit] {
    var joined: [FieldEdit] = []
    for edit in self {
      let earlier = joined.lastIndex { $0.key == edit.key }
      guard KnownField(key: edit.key)?.kind.isList == true, let earlier,
        case .set(let key, let old) = joined[earlier], case .set(_, let new) = edit
      else {
        joined.append(edit)
        continue
      }
      joined[earlier] = .set(
        key: key, .list(old.items + new.items.filter { !old.items.contains($0) }))
    }
    return joined
  }

  /// The first key that would get two values, of which one can stay; nil where there is none.
  ///
  /// What is given piece by piece has to be joined before.
  public var twice: String? {
    var keys: Set<String> = []
    for edit in self {
      switch edit {
      case .set(let key, _), .clear(let key): if !keys.insert(key).inserted { return key }
      case .addTag, .removeTag: break
      }
    }
    return nil
  }
}

extension FieldValue {
  fileprivate var items: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let items): items
    }
  }
}

/// Why words can't be a field.
public struct FieldError: Error, Hashable, Sendable {
  public var message: String
  /// More about it, line by line.
  public var details: [String] = []
  public var hints: [String]
  /// Whether it was understood, and must not be.
  public var isRefusal = false

  init(_ message: String, _ hint: String) {
    self.message = message
    hints = [hint]
  }

  static func twice(_ key: String) -> FieldError {
    FieldError("'\(key)' is given twice, and there can be one", "leave one of them out")
  }

  static func refused(_ message: String, _ hint: String) -> FieldError {
    var error = FieldError(message, hint)
    error.isRefusal = true
    return error
  }

  public init(_ message: String, hints: [String]) {
    self.message = message
    self.hints = hints
  }

  init(_ error: MemoError) {
    self.init(error.message, hints: error.hints)
    details = error.details
  }
}

extension KnownField {
  /// The field's own word for one that was typed, in either case.
  func word(typed text: String) -> String? {
    if self == .priority { return Priority(typed: text)?.rawValue }
    return words.first { $0 == text.lowercased() }
  }
}

extension Priority {
  /// - Parameter word: `high`, `H` or `1`, and so on, in either case; `A`, `B` and `C`, as other
  ///   programs have them.
  public init?(typed word: String) {
    switch ["A": "1", "B": "2", "C": "3"][word] ?? word.lowercased() {
    case "high", "h", "1": self = .high
    case "medium", "m", "2": self = .medium
    case "low", "l", "3": self = .low
    default: return nil
    }
  }
}
