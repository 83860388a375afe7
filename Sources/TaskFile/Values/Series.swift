/// A task's place among those that repeat one another.
public struct SeriesPlace: Hashable, Sendable {
  /// The id of the first one.
  public let first: TaskID
  /// From 1 on.
  public let number: Int

  public init(first: TaskID, number: Int) {
    self.first = first
    self.number = max(1, number)
  }

  /// - Parameter text: `kxtwqzbnrm/4`, as `series:` has it; the first one has none.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = TaskID(String(parts[0])), parts[1].utf8.count < 10,
      parts[1].utf8.allSatisfy(\.isDigit), let number = Int(parts[1]), number > 1
    else { return nil }
    self.init(first: first, number: number)
  }

  /// The id of the task at this place, which everybody finds alike.
  public var id: TaskID { number == 1 ? first : .derived(from: Array(description.utf8)) }

  public var next: SeriesPlace { SeriesPlace(first: first, number: number + 1) }
}

extension SeriesPlace: CustomStringConvertible {
  /// As it is written into a file.
  public var description: String { "\(first)/\(number)" }
}

extension TaskItem {
  /// Its place in its series; nil for a task without an id.
  ///
  /// A copy keeps the words of the task that it was copied from, but not its id: it is the first
  /// of a series of its own.
  public var series: SeriesPlace? {
    guard let id else { return nil }
    if case .text(let text)? = otherField("series"), let place = SeriesPlace(text), place.id == id {
      return place
    }
    return SeriesPlace(first: id, number: 1)
  }

  /// When it comes again; nil where it doesn't, or nobody can tell.
  public var repetition: RepeatRule? { otherField("every").flatMap { RepeatRule($0) } }

  /// Until when it is out of sight.
  public var wait: Deadline? { date("wait") }

  /// The last day on which it may come again.
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
  /// The text of the task that comes after this one in its series: nothing of it is done yet.
  ///
  /// The checklist is unticked, and what is said of this one alone doesn't go over: conflict notes,
  /// the time that was spent, and where it was imported from.
  /// - Parameter rule: When it comes again, where that is to be said in other words; nil for the
  ///   same.
  /// - Throws: ``Problem`` where the front matter is written in a way in which memo can't change it.
  package func next(
    at place: SeriesPlace, _ rule: RepeatRule? = nil, deadline: Deadline?, wait: Deadline?,
    created: Timestamp
  ) throws(Problem) -> TaskDocument {
    var document = try anew()
    if document.value(of: "status") != nil {
      try document.set("status", to: .text(Status.todo.rawValue))
    }
    // Another tool's id is that of one task, and not of the next.
    if document.idKey == "memo-id" { try document.remove("id") }
    try document.setID(place.id)
    try document.set("created", to: .text(created.description))
    try document.set("series", to: .text(place.description))
    // A value that memo can't use stays, as everywhere.
    if let deadline { try document.set("deadline", to: .text(deadline.description)) }
    if let wait { try document.set("wait", to: .text(wait.description)) }
    if let rule { try document.set("every", to: .text(rule.description)) }
    return document
  }

  /// The text of this task as one of another place in its series: of what belongs to a place, it
  /// has what the other one has.
  ///
  /// - Throws: ``Problem`` as ``next(at:_:deadline:wait:created:)`` does.
  package func placed(like other: TaskDocument) throws(Problem) -> TaskDocument {
    var document = try anew()
    for key in Self.keysOfPlace where document.value(of: key) != other.value(of: key) {
      if let value = other.value(of: key) {
        try document.set(key, to: value)
      } else {
        try document.remove(key)
      }
    }
    // The day of the month that the next one has to say is none that somebody has set.
    if let rule = keptRule, rule == other.item(fileName: "").repetition,
      let value = other.value(of: "every"), value != document.value(of: "every")
    {
      try document.set("every", to: value)
    }
    return document
  }

  /// The rule that the next one has; nil where it is in the same words.
  package var keptRule: RepeatRule? {
    let item = item(fileName: "")
    guard let rule = item.repetition, let anchor = (item.deadline ?? item.wait)?.date else {
      return nil
    }
    let kept = rule.keepingDay(of: anchor)
    return kept == rule ? nil : kept
  }

  /// What tells one place of a series from another.
  package static let keysOfPlace = KnownField.allCases.filter { $0.row.inSeries == .ofEach }
    .map(\.rawValue)

  private func anew() throws(Problem) -> TaskDocument {
    var document = try resolving(.keepWinner)
    document.tick(false)
    for field in KnownField.allCases where field.row.inSeries == .ofOne {
      try document.remove(field.rawValue)
    }
    return document
  }
}

extension SeriesPlace {
  /// The name of a task's file at this place, without ending.
  ///
  /// - Parameter title: The first one has its title for a name.
  public func fileName(_ title: String) -> String {
    FileName.slug(of: title) + (number == 1 ? "" : "-\(number)")
  }
}
