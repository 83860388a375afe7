package import MemoKit
package import Words

/// Near dates in a language; the command line uses English.
extension Words {
  /// A deadline: near ones in words, others in the user's format.
  package func due(_ deadline: Deadline, on page: Page) -> String {
    near(deadline, at: page.now) ?? page.written(deadline)
  }

  /// The words for a near deadline; nil if it is not near.
  package func near(_ deadline: Deadline, at now: LocalTime) -> String? {
    guard let near = deadline.nearness(to: now) else { return nil }
    switch near.days {
    case 0: return near.isOverdue ? todayOverdue(near.clock) : today(near.clock)
    case 1: return tomorrow(near.clock)
    case 2...: return inDays(near.days, near.clock)
    default: return daysOverdue(-near.days)
    }
  }

  /// Whether the text of ``due(_:on:)`` says that the deadline has passed.
  package func saysOverdue(_ deadline: Deadline, at now: LocalTime) -> Bool {
    deadline.nearness(to: now)?.isOverdue ?? false
  }

  /// A time: near ones in words.
  package func moment(_ stamp: Timestamp, on page: Page) -> String {
    switch page.age(of: stamp) {
    case .seconds(..<60): justNow
    case .seconds(let seconds) where seconds < 3600: minutesAgo(seconds / 60)
    case .seconds(let seconds): hoursAgo(seconds / 3600)
    case .today(let clock): today(clock)
    case .yesterday(let clock): yesterday(clock)
    case .date(let text): text
    }
  }
}
