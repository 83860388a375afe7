internal import TaskFile

/// The message of a commit, with a subject that is readable in `git log`.
package struct JournalEntry {
  package let subject: String
  private let lines: [String]
  package var trailers: [String]

  /// - Parameter lines: The body.
  package init(_ subject: String, _ lines: [String] = [], trailers: [String] = []) {
    self.subject = subject
    self.lines = lines
    self.trailers = trailers
  }

  /// - Parameters:
  ///   - following: Consequences of the other changes: added or removed next tasks of series.
  ///   - ownSubject: Replaces the subject that is made from the changes.
  ///   - moreTrailers: Trailers after the tasks' trailers.
  package init(
    changes: [TaskChange], following: [TaskChange] = [], ownSubject: String? = nil,
    moreTrailers: [String] = []
  ) {
    let made = Self.subject(of: changes, following)
    subject = ownSubject ?? made
    lines =
      Self.lines(of: changes, besides: made) + following.map { "- \(Self.words(following: $0))" }
    trailers =
      (changes + following).compactMap(\.id).map { "\(Self.trailer): \($0)" } + moreTrailers
  }

  package var message: String {
    let paragraphs = [[subject], lines, trailers].filter { !$0.isEmpty }
    return paragraphs.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  /// The preferred maximum number of characters of a subject.
  static let subjectWidth = 72
  /// The maximum number of characters of a title in a subject.
  static let titleWidth = 120

  /// The trailer with which `git log --grep` finds a task, even after a move.
  package static let trailer = "Memo-Task"
}

extension JournalEntry {
  /// A subject with a shortened text: `note: Buy milk (Two litres, the…)`.
  static func subject(_ word: String, _ title: String, _ text: String) -> String {
    let start = "\(word): \(title.journalTitle)"
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let room = subjectWidth - start.count - 3
    let detail = line.journalText
    if detail.isEmpty || room < 10 { return start }
    return "\(start) (\(detail.count <= room ? detail : detail.prefix(room - 1) + "…"))"
  }

  private static func subject(of changes: [TaskChange], _ following: [TaskChange]) -> String {
    guard let first = changes.first else { return "nothing" }
    guard changes.count > 1 else { return subject(of: first, following) }
    let kind = changes.allSatisfy { $0.kind == first.kind } ? first.kind : .edit
    let start = "\(kind.rawValue): \(changes.count) tasks"
    let details = Set(changes.map { Self.details($0, short: false) })
    guard details.count == 1, let detail = details.first, !detail.isEmpty else { return start }
    let whole = "\(start) (\(detail))"
    return whole.count <= subjectWidth ? whole : start
  }

  /// The details that the subject leaves out.
  private static func lines(of changes: [TaskChange], besides subject: String) -> [String] {
    if changes.count == 1 {
      let change = changes[0]
      let full = change.fields.filter { $0.part != .body }.map(\.words.journalText)
      let isWhole = subject.contains("(\(details(change, short: false))")
      return isWhole || full.isEmpty || change.fields.map(\.part) == [.body] ? [] : full
    }
    let isMixed = Set(changes.map(\.kind)).count > 1
    return changes.map { change in
      let fields = Self.details(change, short: false)
      // Among changes of other kinds, each line shows its kind.
      let details = isMixed && fields.isEmpty ? change.kind.rawValue : fields
      return "- \(change.title.journalTitle)" + (details.isEmpty ? "" : " (\(details))")
    }
  }

  private static func subject(of change: TaskChange, _ following: [TaskChange]) -> String {
    if let step = change.textStep {
      return subject(step.kind.rawValue, change.title, step.line)
    }
    let start = "\(change.kind.rawValue): \(change.title.journalTitle)"
    let next = following.first.map { ", \(Self.shortWords(following: $0))" } ?? ""
    for short in [false, true] {
      let details = Self.details(change, short: short) + next
      if details.isEmpty { return start }
      let whole = "\(start) (\(details))"
      if whole.count <= Self.subjectWidth || (short && change.kind == .move) { return whole }
    }
    return start
  }

  /// `next 2026-12-04`.
  private static func shortWords(following change: TaskChange) -> String {
    guard change.kind != .delete else { return "next undone" }
    return (["next"] + change.fields.compactMap(\.to)).joined(separator: " ")
  }

  private static func words(following change: TaskChange) -> String {
    guard change.kind != .delete else { return "undone: \(change.title.journalTitle)" }
    let date = change.fields.map { " (\($0.words.journalText))" }.first ?? ""
    return "next: \(change.title.journalTitle)\(date)"
  }

  /// - Parameter short: Whether to list only the names of fields, except for the status.
  private static func details(_ change: TaskChange, short: Bool) -> String {
    let words =
      short && change.kind == .edit
      ? change.fields.map(\.part.label)
      : zip(change.fields, change.words()).map { field, words in
        short && field.part != .status ? field.part.label : words
      }
    return words.joined(separator: ", ").journalText
  }
}

extension TaskChange {
  /// The changed fields in words; empty for an added or deleted task.
  ///
  /// - Parameter value: Formats a value of the file.
  public func words(value: (String) -> String = { $0 }) -> [String] {
    guard kind == .move || kind == .edit else { return [] }
    return fields.map {
      $0.part == .status && kind == .move ? $0.arrow { $0 } : $0.words(value: value)
    }
  }
}

extension TaskChange.Field {
  /// The change in words: `deadline 2026-12-01 → 2026-12-05, +tag home`.
  ///
  /// For a text, it is the text's name, or the kind of a common change. For conflict notes, it is
  /// how many more or fewer there are.
  public var words: String { words { $0 } }

  fileprivate func arrow(_ spelled: (String) -> String) -> String {
    "\(from.map(spelled) ?? "none") → \(to.map(spelled) ?? "none")"
  }

  /// The change in words.
  ///
  /// - Parameter value: Formats a value of the file.
  public func words(value: (String) -> String) -> String {
    switch part {
    case .body: return textStep?.words ?? part.label
    case .layout, .text: return part.label
    case .conflicts: return conflicts
    case .field("tags"):
      let (new, old) = changedItems
      let words = new.map { "+tag \($0)" } + old.map { "-tag \($0)" }
      return words.isEmpty ? "tags reordered" : words.joined(separator: ", ")
    default: break
    }
    // Don't format these values, even if they look like dates.
    let isOwn = ![.field("title"), .field("id"), .field("memo-id"), .field("created")].contains(
      part)
    let value = isOwn ? value : { $0 }
    return switch (from, to) {
    case (nil, let new?): "\(part.label) \(value(new))"
    case (_?, nil): "no \(part.label)"
    default: "\(part.label) \(arrow(value))"
    }
  }

  private var conflicts: String {
    func number(_ notes: String?) -> Int { ConflictNote.firstLines(of: notes ?? "").count }
    let difference = number(to) - number(from)
    guard difference != 0 else { return "conflict notes" }
    let count = difference.magnitude == 1 ? "conflict" : "\(difference.magnitude) conflicts"
    return difference > 0 ? "\(count) noted" : "\(count) resolved"
  }

  /// The items that a list, such as the tags, has gained and lost.
  package var changedItems: (new: [String], old: [String]) {
    func items(_ text: String?) -> [String] { text?.split(separator: ", ").map(String.init) ?? [] }
    let (old, new) = (items(from), items(to))
    let (before, after) = (Set(old), Set(new))
    return (new.filter { !before.contains($0) }, old.filter { !after.contains($0) })
  }
}

extension [TaskChange.Field] {
  /// The fields that say something besides the kind and the title of a change.
  package func told(_ kind: LogEntry.Kind, isCopy: Bool = false) -> Self {
    switch kind {
    case .delete: return []
    case .move, .edit, .merge: return self
    case .add, .restore:
      let plain: [TaskPart] =
        [.field("title"), .field("id"), .field("memo-id"), .field("created"), .body, .text, .path]
        + (isCopy ? [.status] : [])
      return filter {
        !plain.contains($0.part) && !($0.part == .status && $0.to == Status.todo.rawValue)
      }
    }
  }
}

extension String {
  /// On one line without control characters, for a commit message.
  var journalText: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.isControl ? " " : $0 }))
  }

  package var journalTitle: String {
    let line = journalText
    return line.count <= JournalEntry.titleWidth
      ? line : line.prefix(JournalEntry.titleWidth - 1) + "…"
  }
}

extension Unicode.Scalar {
  /// Whether it is C0, DEL, C1 or one of the two Unicode line separators.
  fileprivate var isControl: Bool {
    properties.generalCategory == .control || value == 0x2028 || value == 0x2029
  }
}
