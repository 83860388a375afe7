public import TaskFile

/// A user's claim on a task, from the fields `claimed-by` and `claimed-until`.
public struct Claim: Hashable, Sendable {
  public var name: String
  /// Nil if the claim has no end.
  public var until: Deadline?
}

extension StoredTask {
  /// The current claim; nil if nobody claims the task or the claim has ended.
  public func claim(at now: LocalTime) -> Claim? { claim(at: now, in: nil) }

  /// - Parameter lent: The parsed task, if the caller has it.
  package func claim(at now: LocalTime, in lent: TaskItem?) -> Claim? {
    Claim(
      value(of: KnownField.claimedBy.rawValue, in: lent),
      value(of: KnownField.claimedUntil.rawValue, in: lent), now)
  }
}

extension Claim {
  /// Nil if nobody claims the task or the claim has ended.
  package init?(_ name: FieldValue?, _ until: FieldValue?, _ now: LocalTime) {
    guard case .text(let name)? = name, !name.isEmpty else { return nil }
    self.name = name
    if case .text(let text)? = until { self.until = Deadline(text) }
    if let end = self.until, end.isOverdue(at: now) { return nil }
  }

  /// The end of a claim made now, rounded up to a whole minute, with the user's UTC offset.
  ///
  /// - Returns: Nil after the year 9999.
  package static func end(after seconds: Int64, from now: LocalTime) -> Deadline? {
    let there = now.at((now.secondsSince1970 + seconds + 59) / 60 * 60)
    let stamp = there.timestamp
    guard let date = stamp.date, let time = stamp.time else { return nil }
    return Deadline(date: date, time: time, offsetMinutes: stamp.offsetMinutes)
  }
}
