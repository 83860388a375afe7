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
      guard FieldNames.lists.contains(edit.key), let earlier,
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

/// The names of fields that memo gives a meaning.
public enum FieldNames {
  /// A key's own name for a short one: `p`, `due`, `tag`, `to`.
  public static func full(_ key: String) -> String { short[key] ?? key }

  private static let short = [
    "p": "priority", "pri": "priority", "due": "deadline", "tag": "tags", "to": "assignee",
  ]

  /// The key by which memo calls what other tools have under another name; nil for any other.
  package static func meant(by key: String) -> String? { elsewhere[key.lowercased()] }

  private static let elsewhere: [String: String] = {
    let names = [
      "every": "recur recurrence rec repeat repeats", "project": "pro proj",
      "after": "depends depend dep deps depends-on blockedby blocked-by",
      "wait": "t threshold hide scheduled", "assignee": "assigned", "until": "ends",
      "due": "duedate due-date due_date",
    ]
    return Dictionary(
      names.flatMap { key, words in words.split(separator: " ").map { (String($0), key) } }
    ) { first, _ in first }
  }()

  /// Every name that is understood, short ones too.
  public static let known: Set<String> = Set(short.keys).union(meant)

  /// Those with a meaning, by their own names.
  static let meant: Set<String> = [
    "title", "status", "deadline", "priority", "tags", "id", "created", "wait", "until", "every",
    "series", "after", "assignee", "project",
  ]

  /// Those that may hold several values, tags apart.
  package static let lists: Set<String> = ["after", "assignee"]

  /// Those that hold a date of the time to come.
  static let dates: Set<String> = ["deadline", "wait", "until"]
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
