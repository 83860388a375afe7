internal import TaskFile

/// A distance from now in words: `in 3 days`, `an hour ago`, `+2w`, `-7d`; negative for the past.
enum DateDistance {
  case seconds(Int), days(Int), months(Int)

  /// - Parameter direction: The direction of a distance without `in`, `ago` or a sign.
  init?(_ words: [String], _ direction: DateExpression.Direction) {
    var words = words[...]
    var signs: [Int] = []
    if words.first == "in" { (signs, words) = ([1], words.dropFirst()) }
    if words.last == "ago" { (signs, words) = (signs + [-1], words.dropLast()) }
    guard var first = words.first?[...], words.count <= 2 else { return nil }
    if let sign = first.first, "+-".contains(sign) {
      signs.append(sign == "+" ? 1 : -1)
      first.removeFirst()
    }
    let digits = first.prefix(while: \.isASCIIDigit)
    let count = words.count == 2 ? Self.numbers[String(first)] ?? Int(digits) : Int(digits)
    let name = words.count == 2 ? words.last?[...] ?? "" : first.dropFirst(digits.count)
    guard signs.count <= 1, let count, digits.count <= 6,
      words.count == 1 || digits.isEmpty || digits == first, let unit = Self.unit(name),
      // A count above 12 probably means minutes, so it is not read as months.
      name != "m" || count <= 12
    else { return nil }
    let total = count * (signs.first ?? (direction == .forward ? 1 : -1))
    switch unit {
    case .seconds(let seconds): self = .seconds(total * seconds)
    case .days(let days): self = .days(total * days)
    case .months(let months): self = .months(total * months)
    }
  }

  private static let numbers = [
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10,
  ]

  /// A lone `m` is a month.
  private static func unit(_ name: Substring) -> DateDistance? {
    switch name {
    case "m", "mo", "month", "months": .months(1)
    case "y", "year", "years": .months(12)
    default:
      Measure.units[String(name)].map {
        $0 < 86_400 ? .seconds(Int($0)) : .days(Int($0) / 86_400)
      }
    }
  }
}

extension TimeOfDay {
  /// - Parameter word: `17:00`, `17h30`, `5pm`, `5:30pm`; `17h` is a distance.
  init?(typed word: String) {
    if let time = TimeOfDay(word) { self = time; return }
    if word.hasSuffix("am") || word.hasSuffix("pm") {
      let rest = word.dropLast(2)
      guard let time = TimeOfDay(rest.contains(":") ? String(rest) : "\(rest):00"),
        (1...12).contains(time.hour)
      else { return nil }
      let hour = time.hour % 12 + (word.hasSuffix("pm") ? 12 : 0)
      self.init(hour: hour, minute: time.minute, second: time.second)
    } else {
      let parts = word.split(separator: "h", omittingEmptySubsequences: false)
      guard parts.count == 2, let time = TimeOfDay("\(parts[0]):\(parts[1])") else { return nil }
      self = time
    }
  }

  /// The time at the end of the words, and its number of words: two for `5 pm`.
  static func last(of words: [String]) -> (TimeOfDay, Int)? {
    guard let last = words.last else { return nil }
    let count = ["am", "pm"].contains(last) && words.count > 1 ? 2 : 1
    return TimeOfDay(typed: words.suffix(count).joined()).map { ($0, count) }
  }
}

extension Character {
  var isASCIIDigit: Bool { isASCII && isNumber }
}
