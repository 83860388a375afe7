/// The place of a task in a repeating series.
public struct SeriesPlace: Hashable, Sendable {
  /// The id of the first task.
  public let first: TaskID
  /// From 1.
  public let number: Int

  public init(first: TaskID, number: Int) {
    self.first = first
    self.number = max(1, number)
  }

  /// - Parameter text: The value of `series`, such as `kxtwqzbnrm/4`; the first task has none.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = TaskID(String(parts[0])), parts[1].utf8.count < 10,
      parts[1].utf8.allSatisfy(\.isDigit), let number = Int(parts[1]), number > 1
    else { return nil }
    self.init(first: first, number: number)
  }

  /// The id of this task, computed from the first one's.
  public var id: TaskID { number == 1 ? first : .derived(from: Array(description.utf8)) }

  public var next: SeriesPlace { SeriesPlace(first: first, number: number + 1) }
}

extension SeriesPlace: CustomStringConvertible {
  /// The form in files.
  public var description: String { "\(first)/\(number)" }
}

extension TaskItem {
  /// The place in a series; nil for a task without an id.
  ///
  /// A copied task has another id, so it begins a new series.
  public var series: SeriesPlace? {
    guard let id else { return nil }
    if case .text(let text)? = otherField("series"), let place = SeriesPlace(text), place.id == id {
      return place
    }
    return SeriesPlace(first: id, number: 1)
  }

  /// The rule; nil if it is missing or invalid.
  public var repetition: RepeatRule? { otherField("every").flatMap { RepeatRule($0) } }

  public var wait: Deadline? { date("wait") }

  /// The last day on which the task may repeat.
  public var until: Deadline? { date("until") }

  private func date(_ key: String) -> Deadline? {
    guard case .text(let text)? = otherField(key) else { return nil }
    return Deadline(text)
  }

  package func otherField(_ key: String) -> FieldValue? {
    otherFields.first { $0.key == key }?.value
  }
}

extension TaskDocument {
  /// The text of the next task in the series.
  ///
  /// The checklist is unticked. Conflict notes, spent time and the source of an import are removed.
  /// - Parameter rule: A new form of the rule; nil to keep it.
  /// - Throws: ``Problem`` if memo can't change the front matter.
  package func next(
    at place: SeriesPlace, _ rule: RepeatRule? = nil, deadline: Deadline?, wait: Deadline?,
    created: Timestamp
  ) throws(Problem) -> TaskDocument {
    var document = try anew()
    if document.value(of: "status") != nil {
      try document.set("status", to: .text(Status.todo.rawValue))
    }
    // Another tool's id belongs to this task only.
    if document.idKey == "memo-id" { try document.remove("id") }
    try document.setID(place.id)
    try document.set("created", to: .text(created.description))
    try document.set("series", to: .text(place.description))
    // An invalid value stays.
    if let deadline { try document.set("deadline", to: .text(deadline.description)) }
    if let wait { try document.set("wait", to: .text(wait.description)) }
    if let rule { try document.set("every", to: .text(rule.description)) }
    return document
  }

  /// This task's text at another place of its series, with that task's values of ``keysOfPlace``.
  ///
  /// - Throws: ``Problem`` like ``next(at:_:deadline:wait:created:)``.
  package func placed(like other: TaskDocument) throws(Problem) -> TaskDocument {
    var document = try anew()
    for key in Self.keysOfPlace where document.value(of: key) != other.value(of: key) {
      if let value = other.value(of: key) {
        try document.set(key, to: value)
      } else {
        try document.remove(key)
      }
    }
    // memo computes the day of the month in the next rule. It is not a user's change.
    if let rule = keptRule, rule == other.item(fileName: "").repetition,
      let value = other.value(of: "every"), value != document.value(of: "every")
    {
      try document.set("every", to: value)
    }
    return document
  }

  /// The rule of the next task; nil if it is written the same way.
  package var keptRule: RepeatRule? {
    let item = item(fileName: "")
    guard let rule = item.repetition, let anchor = (item.deadline ?? item.wait)?.date else {
      return nil
    }
    let kept = rule.keepingDay(of: anchor)
    return kept == rule ? nil : kept
  }

  /// The keys that differ between the tasks of a series.
  package static let keysOfPlace = KnownField.allCases.filter { $0.row.inSeries == .ofEach }
    .map(\.rawValue)

  private func anew() throws(Problem) -> TaskDocument {
    var document = try resolving(.keepCurrent)
    document.tick(false)
    for field in KnownField.allCases where field.row.inSeries == .ofOne {
      try document.remove(field.rawValue)
    }
    // An instance of Taskwarrior has these; memo's next task is none.
    if document.value(of: "imask") != nil {
      for key in ["parent", "imask"] { try document.remove(key) }
    }
    return document
  }
}

extension SeriesPlace {
  /// The file name of this task, without ending.
  ///
  /// - Parameter title: The first task's file name.
  public func fileName(_ title: String) -> String {
    FileName.slug(of: title) + (number == 1 ? "" : "-\(number)")
  }
}
