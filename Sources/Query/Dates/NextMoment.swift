public import StoreFiles
internal import TaskFile

extension Snapshot {
  /// When a task becomes overdue or has waited long enough, or a new day begins, whichever is
  /// first: what is shown of the tasks stays true until then.
  ///
  /// - Returns: In seconds since 1970, later than now.
  public func nextMoment(after now: LocalTime) -> Int64 {
    var next = now.endOfDay
    for task in tasks where task.status != .done {
      for (date, delay) in [(task.deadline, Int64(1)), (task.wait, 0)] {
        // A date alone begins or is over at midnight. A deadline is missed a second later.
        guard let moment = date?.moment(for: now).map({ $0 + delay }), moment < next,
          moment > now.secondsSince1970
        else { continue }
        next = moment
      }
    }
    return next
  }
}

extension Deadline {
  /// In seconds since 1970; nil for a date alone.
  fileprivate func moment(for now: LocalTime) -> Int64? {
    guard let time else { return nil }
    let seconds = Int64(date.daysSince1970) * 86_400 + Int64(time.secondsSinceMidnight)
    if let offsetMinutes { return seconds - Int64(offsetMinutes) * 60 }
    let guess = seconds - Int64(now.utcOffset)
    return seconds - Int64(now.utcOffsetAt(guess))
  }
}

extension LocalTime {
  /// When the next day begins, in seconds since 1970.
  fileprivate var endOfDay: Int64 {
    // Days have 23 to 25 hours, and where a country changes sides, others.
    var (low, high) = (secondsSince1970, secondsSince1970 + 49 * 3600)
    while high - low > 1 {
      let middle = (low + high) / 2
      if at(middle).date > date { high = middle } else { low = middle }
    }
    return high
  }
}
