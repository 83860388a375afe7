internal import StoreFiles
internal import TaskFile

/// Turns what a wall's calendar and clock show into moments.
struct WallClock {
  var now: LocalTime
  var utcOffset: (Int64) -> Int

  /// When it was that late on that day; where clocks were set back, the first time.
  func moment(_ date: CalendarDate, _ time: TimeOfDay) -> Int64 {
    let local = Int64(date.daysSince1970) * 86_400 + Int64(time.secondsSinceMidnight)
    let offsets = [utcOffset(local - 86_400), utcOffset(local + 86_400)]
    let candidates = offsets.map { local - Int64($0) }
    // In the hour that was skipped no clock showed this time; then it is as before the change.
    return candidates.filter { $0 + Int64(utcOffset($0)) == local }.min() ?? candidates[0]
  }

  func minute(_ date: CalendarDate, _ time: TimeOfDay) -> PastMoment {
    let start = moment(date, time)
    // A journal shows minutes; what is shown with this one is meant.
    return PastMoment(start, start + (time.second == 0 ? 59 : 0))
  }

  func days(_ days: (first: CalendarDate, last: CalendarDate)) -> PastMoment {
    let next = days.last.adding(days: 1) ?? days.last
    return PastMoment(
      moment(days.first, TimeOfDay.midnight), moment(next, TimeOfDay.midnight) - 1)
  }

  /// The last day on which it was that late already.
  func day(of time: TimeOfDay) -> CalendarDate? {
    time <= now.time ? now.date : now.date.adding(days: -1)
  }

  func going(back distance: TimeAgo) -> Int64? {
    let count = distance.count
    let date: CalendarDate?
    switch distance.unit {
    case .seconds: return now.secondsSince1970 - Int64(count)
    case .minutes: return now.secondsSince1970 - Int64(count) * 60
    case .hours: return now.secondsSince1970 - Int64(count) * 3600
    case .days: date = now.date.adding(days: -count)
    case .weeks: date = now.date.adding(days: -7 * count)
    case .months: date = now.date.adding(months: -count)
    case .years: date = now.date.adding(months: -12 * count)
    }
    return date.map { moment($0, now.time) }
  }
}
