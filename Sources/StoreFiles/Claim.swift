public import TaskFile

/// That somebody works on a task, and until when: its `claimed-by` and `claimed-until`.
public struct Claim: Hashable, Sendable {
  public var name: String
  /// Nil for one without an end.
  public var until: Deadline?
}

extension StoredTask {
  /// Who works on it; nil for nobody, also where the time is over.
  public func claim(at now: LocalTime) -> Claim? { claim(at: now, in: nil) }

  /// The same, with a parsed task.
  package func claim(at now: LocalTime, in lent: TaskItem?) -> Claim? {
    Claim(
      value(of: KnownField.claimedBy.rawValue, in: lent),
      value(of: KnownField.claimedUntil.rawValue, in: lent), now)
  }
}

extension Claim {
  /// Of what a task's fields say; nil where nobody claims it, or the time is over.
  package init?(_ name: FieldValue?, _ until: FieldValue?, _ now: LocalTime) {
    guard case .text(let name)? = name, !name.isEmpty else { return nil }
    self.name = name
    if case .text(let text)? = until { self.until = Deadline(text) }
    if let end = self.until, end.isOverdue(at: now) { return nil }
  }

  /// When a claim ends that somebody makes now: a whole minute, with the offset of their clock.
  ///
  /// - Returns: Nil behind the year 9999.
  package static func end(after seconds: Int64, from now: LocalTime) -> Deadline? {
    let there = now.at((now.secondsSince1970 + seconds + 59) / 60 * 60)
    let stamp = there.timestamp
    guard let date = stamp.date, let time = stamp.time else { return nil }
    return Deadline(date: date, time: time, offsetMinutes: stamp.offsetMinutes)
  }
}
