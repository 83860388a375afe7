internal import MemoKit

/// How long something takes (RFC 5545, 3.3.6): `PT2H30M`, `P1W`, `P1DT12H`.
struct CalendarDuration {
  private var days = 0
  private var seconds = 0

  /// - Returns: Nil for an invalid or negative duration.
  init?(_ text: String) {
    guard
      let match = text.wholeMatch(
        of: #/\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?/#)
    else { return nil }
    let output = match.output
    let digits: [Substring?] = [output.1, output.2, output.3, output.4, output.5]
    let numbers = digits.map { text in text.map { Int($0) ?? Int.max } ?? 0 }
    guard digits.contains(where: { $0 != nil }), numbers.allSatisfy({ $0 < 1_000_000 }) else {
      return nil
    }
    days = 7 * numbers[0] + numbers[1]
    seconds = 3600 * numbers[2] + 60 * numbers[3] + numbers[4]
  }

  /// The end of what starts at `start`; nil for a day and a duration that isn't whole days.
  func end(from start: Deadline) -> Deadline? {
    guard let time = start.time else {
      return seconds == 0 ? start.date.adding(days: days).map { Deadline(date: $0) } : nil
    }
    let (rest, second) = (time.secondsSinceMidnight + seconds).quotientAndRemainder(
      dividingBy: 86_400)
    guard let date = start.date.adding(days: days + rest),
      let clock = TimeOfDay(hour: second / 3600, minute: second / 60 % 60, second: second % 60)
    else { return nil }
    return Deadline(date: date, time: clock, offsetMinutes: start.offsetMinutes)
  }
}
