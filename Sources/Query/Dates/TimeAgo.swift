/// How far back, in words: `3 days ago`, `an hour ago`, `2h`.
struct TimeAgo {
  var count: Int
  var unit: Unit

  enum Unit { case seconds, minutes, hours, days, weeks, months, years }

  init?(_ words: [String]) {
    var words = words[...]
    if words.last == "ago" { words = words.dropLast() }
    guard let first = words.first, let last = words.last, words.count <= 2 else { return nil }
    if words.count == 2 {
      guard let count = ["a", "an", "one"].contains(first) ? 1 : Self.number(first),
        let unit = Self.unit(last)
      else { return nil }
      (self.count, self.unit) = (count, unit)
    } else {
      let digits = first.prefix { $0.isASCII && $0.isNumber }
      guard let count = Self.number(digits), let unit = Self.unit(first.dropFirst(digits.count))
      else { return nil }
      (self.count, self.unit) = (count, unit)
    }
  }

  private static func number(_ word: some StringProtocol) -> Int? {
    guard (1...6).contains(word.utf8.count), word.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return Int(word)
  }

  /// `m` is a month, as it is in dates to come.
  private static func unit(_ word: some StringProtocol) -> Unit? {
    switch word {
    case "s", "sec", "second", "seconds": .seconds
    case "min", "mins", "minute", "minutes": .minutes
    case "h", "hour", "hours": .hours
    case "d", "day", "days": .days
    case "w", "week", "weeks": .weeks
    case "m", "month", "months": .months
    case "y", "year", "years": .years
    default: nil
    }
  }
}
