internal import StoreFiles
internal import TaskFile

extension Filter {
  /// How two values are to stand to each other.
  public enum Comparison: String, Hashable, Sendable {
    case less = "<", lessOrEqual = "<=", equal = ":", greater = ">", greaterOrEqual = ">="
  }

  /// What a key of the user's own is compared with.
  public struct Operand: Hashable, Sendable {
    /// Folded, without accents.
    let text: String
    let measure: Measure?
    let date: FilterDate?
  }
}

extension Filter.Comparison {
  func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
    switch self {
    case .less: a < b
    case .lessOrEqual: a <= b
    case .equal: a == b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    }
  }
}

extension Filter.Operand {
  init(_ text: String, now: LocalTime) {
    self.text = CaseFolding.plain(text)
    measure = Measure(text)
    date = FilterDate(text, now: now)
  }

  /// Whether the value is a part of the one that is asked for: `home.shop` of `home`.
  func hasPart(_ value: String) -> Bool {
    let value = CaseFolding.plain(value)
    return [".", "/"].contains { value.hasPrefix(text + $0) }
  }

  /// Numbers are compared with numbers, of the same unit if one is asked for, durations with
  /// durations, and dates with dates; text is only equal.
  func holds(_ comparison: Filter.Comparison, for value: String, now: LocalTime) -> Bool {
    if comparison == .equal, CaseFolding.plain(value) == text { return true }
    if let measure, let other = Measure(value), measure.unit.isEmpty || other.unit == measure.unit {
      return comparison.holds(other.number, measure.number)
    }
    if let seconds = measure?.seconds, let other = Measure(value)?.seconds {
      return comparison.holds(other, seconds)
    }
    if let date, let other = Deadline(value) {
      let (day, time) = other.local(now)
      return date.holds(comparison, for: day, time)
    }
    return false
  }
}

/// A number, perhaps with a unit behind it: `3`, `-1.5`, `3h`, `20 %`.
package struct Measure: Hashable, Sendable {
  var number: Double
  /// In lower case; empty for none.
  var unit: String

  init?(_ text: String) {
    var rest = text.trimmingSpaces[...]
    let sign = rest.prefix { "+-".contains($0) }
    rest = rest.dropFirst(sign.count)
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard sign.count <= 1, digits.first != ".", digits.last != ".",
      let number = Double(String(digits))
    else { return nil }
    let unit = String(rest.dropFirst(digits.count)).trimmingSpaces
    if let seconds = Self.sum(rest) {
      self.number = sign == "-" ? -seconds : seconds
      self.unit = "s"
      return
    }
    guard unit.allSatisfy({ $0.isLetter || "%€$£".contains($0) }) else { return nil }
    self.number = sign == "-" ? -number : number
    self.unit = unit.lowercased()
  }
}

extension Measure {
  /// Seconds of a text that says how long something takes, as `3h` or `1h 30min`; nil for any
  /// other.
  package static func duration(_ text: String) -> Double? { Measure(text)?.seconds }

  /// Seconds of several lengths behind one another: `1h30m`, `2 d 4 h`.
  private static func sum(_ text: Substring) -> Double? {
    var rest = text[...]
    var sum = 0.0
    var parts = 0
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count).drop { $0 == " " }
      let unit = rest.prefix(while: \.isLetter)
      rest = rest.dropFirst(unit.count).drop { $0 == " " }
      guard let number = Double(String(digits)), let length = units[unit.lowercased()] else {
        return nil
      }
      sum += number * length
      parts += 1
    }
    return parts > 1 ? sum : nil
  }

  /// How long it is, where the unit is one of time; a day has 24 hours.
  var seconds: Double? { Self.units[unit].map { $0 * number } }

  private static let units: [String: Double] = {
    let names: [(Double, String)] = [
      (1, "s sec second seconds"), (60, "m min mins minute minutes"),
      (3600, "h hr hrs hour hours"), (86_400, "d day days"), (604_800, "w week weeks"),
    ]
    var units: [String: Double] = [:]
    for (seconds, words) in names {
      for word in words.split(separator: " ") { units[String(word)] = seconds }
    }
    return units
  }()
}
