public import StoreFiles
public import TaskFile

/// A new deadline: a distance from the old one (`3d`, `2 weeks`, `2h`) or a day (`fri`).
public struct Postponement: Sendable {
  public let text: String
  private let meaning: Meaning
  private let now: LocalTime

  private enum Meaning {
    case distance(DateDistance)
    case day(Deadline)
  }

  /// - Returns: Nil if the text is neither.
  public init?(_ text: String, now: LocalTime) {
    self.text = text
    self.now = now
    let words = DateExpression(now: now, direction: .forward).words(of: text)
    // A number alone is ambiguous: a day of the month, or a number of days.
    guard DateStyle.digits(text, 1...2) == nil else { return nil }
    if let distance = DateDistance(words, .forward) {
      meaning = .distance(distance)
      // The caller reports invalid dates.
    } else if let date = (try? DateWords.parse(text, now: now)) ?? nil {
      meaning = .day(date)
    } else {
      return nil
    }
  }

  /// The postponed dates of a task; nil without dates, or if a new date would be out of range.
  public func dates(deadline: Deadline?, wait: Deadline?) -> (deadline: Deadline?, wait: Deadline?)?
  {
    guard let anchor = deadline ?? wait else { return nil }
    guard let moved = moved(anchor) else { return nil }
    guard deadline != nil else { return (nil, moved) }
    let days = anchor.date.days(until: moved.date)
    guard let wait else { return (moved, nil) }
    guard let later = wait.moved(by: days, now) else { return nil }
    return (moved, later)
  }

  private func moved(_ deadline: Deadline) -> Deadline? {
    switch meaning {
    case .distance(.days(let days)): return deadline.moved(by: days, now)
    case .distance(.months(let months)):
      return deadline.date.adding(months: months).flatMap {
        deadline.moved(by: deadline.date.days(until: $0), now)
      }
    case .day(let day):
      if day.time != nil { return day }
      return deadline.moved(by: deadline.date.days(until: day.date), now)
    case .distance(.seconds(let seconds)):
      guard let start = deadline.moment(for: now) else { return nil }
      let end = start + Int64(seconds)
      guard let offset = deadline.offsetMinutes else {
        let local = now.at(end)
        return Deadline(date: local.date, time: local.time)
      }
      let stamp = Timestamp(secondsSince1970: end, offsetMinutes: offset)
      guard let date = stamp.date, let time = stamp.time else { return nil }
      return Deadline(date: date, time: time, offsetMinutes: offset)
    }
  }
}
