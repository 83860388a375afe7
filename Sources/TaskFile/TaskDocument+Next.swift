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
