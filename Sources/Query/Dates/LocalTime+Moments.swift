public import StoreFiles
public import TaskFile

extension LocalTime {
  /// The first second of a day, since 1970.
  public func beginning(of day: CalendarDate) -> Int64 { moment(day, .midnight) }

  /// When it was that late on that day, in seconds since 1970; where clocks were set back, the
  /// first time.
  func moment(_ date: CalendarDate, _ time: TimeOfDay) -> Int64 {
    let local = Int64(date.daysSince1970) * 86_400 + Int64(time.secondsSinceMidnight)
    let offsets = [utcOffsetAt(local - 86_400), utcOffsetAt(local + 86_400)]
    let candidates = offsets.map { local - Int64($0) }
    // In the hour that was skipped no clock showed this time; then it is as before the change.
    return candidates.filter { $0 + Int64(utcOffsetAt($0)) == local }.min() ?? candidates[0]
  }
}

extension Deadline {
  /// The same on a clock with so many seconds before UTC, as a moment; nil where its zone is
  /// the reader's.
  var moment: Int64? {
    guard let time, let offsetMinutes else { return nil }
    return Int64(date.daysSince1970) * 86_400 + Int64(time.secondsSinceMidnight)
      - Int64(offsetMinutes) * 60
  }
}
