internal import StoreFiles
internal import TaskFile

extension FilterParser {
  typealias Comparison = Filter.Comparison

  private static let signs: Set = ["<", "<=", ">", ">=", "=", "==", "!="]

  mutating func condition(_ word: String, depth: Int) throws(FilterError) -> Filter {
    if let status = Status(rawValue: word) { return .status(.equal, status) }
    if let state = Filter.State(rawValue: word) { return .state(state) }
    if word.count > 1 {
      let rest = String(word.dropFirst())
      switch word.first {
      case "+": return .tag(try tag(rest))
      case "-": return .not(.tag(try tag(rest)))
      case "@": return try named(rest, depth: depth)
      default: break
      }
    }
    if ["+", "-", "@"].contains(word) {
      throw error(
        "'\(word)' names no \(word == "@" ? "filter" : "tag")",
        "write \(word)NAME, or title:'\(word)' for titles; is a variable of a script empty?",
        .incompleteFilter)
    }
    if Self.signs.contains(word) {
      throw error(
        "'\(word)' needs a key and a value",
        "write them without spaces, as due<fri; title:'\(word)' searches titles", .incompleteFilter)
    }
    guard let pair = FilterPair(word) else {
      return .title(TextNeedle(word, isCaseSensitive: false))
    }
    guard !pair.value.isEmpty else {
      throw error(
        "'\(word)' has no value behind the \(pair.sign)", "write \(word)VALUE", .incompleteFilter)
    }
    switch pair.sign {
    case ":", "=", "==": return try equality(pair.key, pair.value)
    case "!=": return .not(try equality(pair.key, pair.value))
    default: break
    }
    guard let comparison = Comparison(rawValue: pair.sign) else {
      throw error("'\(pair.sign)' has nothing to compare with", "write <, <=, >, >=, : or !=")
    }
    return try compared(pair.key, comparison, pair.value)
  }

  /// `KEY:A`, `KEY:A,B`, `KEY:A..B`, `KEY:none`.
  private func equality(_ key: String, _ value: String) throws(FilterError) -> Filter {
    let key = vocabulary.key(key)
    switch key {
    case "title": return .title(TextNeedle(value, isCaseSensitive: false))
    case "id": return .id(value.lowercased())
    case "path": return .path(value)
    default: break
    }
    if let range = try range(key, value) { return range }
    let whole = try single(key, value)
    guard value.contains(","), !value.hasPrefix(","), !value.hasSuffix(",") else {
      guard let whole else { throw mismatch(key, .equal, value) }
      return whole
    }
    // A value of another key may contain commas, so the whole value is one alternative.
    var parts = whole.map { [$0] } ?? []
    for part in value.split(separator: ",").map({ String($0).trimmingSpaces }) {
      guard let filter = try single(key, part) else { throw mismatch(key, .equal, part) }
      parts.append(filter)
    }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  /// - Returns: Nil if the value is invalid for the key.
  private func single(_ key: String, _ value: String) throws(FilterError) -> Filter? {
    let name = KnownField.fullName(key)
    let text: Filter? =
      vocabulary.contains(value, of: name)
      ? .field(key: name, .equal, Filter.Operand(value, now: now)) : nil
    if value.lowercased() == "none" {
      if !["status", "created", "done", "changed"].contains(name) { return .missing(key: name) }
    } else if let known = try own(key, .equal, value) {
      // `1` means `high`, but a file may have `1` as text.
      return text.map { .or([known, $0]) } ?? known
    }
    return text
  }

  func compared(
    _ name: String, _ comparison: Comparison, _ value: String
  ) throws(FilterError) -> Filter {
    let key = vocabulary.key(name)
    guard let filter = try own(key, comparison, value) else {
      throw mismatch(key, comparison, value)
    }
    return filter
  }

  /// - Returns: Nil if the value is invalid for the key.
  private func own(
    _ key: String, _ comparison: Comparison, _ value: String
  ) throws(FilterError) -> Filter? {
    let field = KnownField(typed: key)
    if let moment = Filter.Moment(rawValue: field == .deadline ? "due" : key) {
      return FilterDate(value, now: now, isPast: moment != .due).map {
        .date(moment, comparison, $0)
      }
    }
    switch field {
    case .priority:
      return vocabulary.word(value, of: .priority).flatMap(Priority.init(rawValue:))
        .map { .priority(comparison, $0) }
    case .status:
      return vocabulary.word(value, of: .status).flatMap(Status.init(rawValue:))
        .map { .status(comparison, $0) }
    case .tags where comparison == .equal: return .tag(try tag(value))
    case .every where comparison == .equal:
      return ValuePhrase(now: now).rule(value).map {
        .field(key: key, .equal, Filter.Operand($0.description, now: now))
      }
    case _ where comparison == .equal:
      return .field(key: key, .equal, Filter.Operand(value, now: now))
    case _ where key == "path" || [.tags, .title, .id].contains(field):
      throw error("'\(key)' can't be compared", "write \(key):\(value)")
    default:
      let operand = Filter.Operand(value, now: now)
      return operand.isText ? nil : .field(key: key, comparison, operand)
    }
  }

  private func tag(_ text: String) throws(FilterError) -> String {
    guard !text.contains(where: \.isWhitespace) else {
      throw error("'\(text)' can't be a tag", "a tag is one word: +home")
    }
    return text
  }

  private func mismatch(
    _ key: String, _ comparison: Comparison, _ value: String
  ) -> FilterError {
    if ["any", "some", "*"].contains(value.lowercased()), key != "status" {
      return error("invalid value '\(value)'", "write 'not \(key):none' for any that has one")
    }
    if ["done", "changed"].contains(key) {
      guard value.lowercased() == "none", key == "done" else {
        return invalidDate(value, isPast: true)
      }
      return error("invalid date '\(value)'", "write 'not done'")
    }
    let field = KnownField(typed: key)
    switch field {
    case .deadline, .created:
      if value.lowercased() == "none" {
        return field == .created
          ? error("every task has a creation date", "write a date: created>2026-01-01")
          : error("'none' can't be compared by size", "write due:none")
      }
      return invalidDate(value, isPast: field == .created)
    case .every:
      return error("invalid rule '\(value)'", RepeatRule.advice(against: value))
    case .priority, .status:
      let words = (field?.words ?? []) + (field == .priority ? ["none"] : [])
      return error(
        "invalid \(KnownField.fullName(key)) '\(value)'",
        "write \(words.orList)", .word(value, allowed: words))
    default:
      return error(
        "invalid number or date '\(value)'", "write \(key):\(value)")
    }
  }

  private func invalidDate(_ value: String, isPast: Bool) -> FilterError {
    let advice = DateAdvice(value, now, isPast ? .back : .forward)
    let word = advice.leftover?.split(separator: " ").last.map { "; title:\($0) searches titles" }
    return error(
      advice.error.message, advice.error.hints[0] + (word ?? ""),
      .date(value, isPast: isPast))
  }
}

extension Filter {
  public enum Comparison: String, Hashable, Sendable {
    case less = "<", lessOrEqual = "<=", equal = ":", greater = ">", greaterOrEqual = ">="
  }

  /// The right side of a comparison with another key.
  public struct Operand: Hashable, Sendable {
    let typed: String
    /// Case folded, without accents.
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
    typed = text
    self.text = CaseFolding.plain(text)
    measure = Measure(text)
    date = FilterDate(text, now: now)
  }

  /// The same words, meaning another date.
  init(_ other: Self, on date: FilterDate) {
    (typed, text, measure, self.date) = (other.typed, other.text, nil, date)
  }

  /// Whether it is no number, duration or date.
  var isText: Bool { measure == nil && date == nil }

  /// Whether the value is below the operand, like `home.shop` below `home`.
  func hasPart(_ value: String) -> Bool {
    let value = CaseFolding.plain(value)
    return [".", "/"].contains { value.hasPrefix(text + $0) }
  }

  /// Compares numbers with the same unit, durations, or dates; text is only equal or not.
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

/// A number with an optional unit: `3`, `-1.5`, `3h`, `20 %`.
package struct Measure: Hashable, Sendable {
  var number: Double
  /// In lower case; empty without a unit.
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
  /// The seconds of a duration like `3h` or `1h 30min`; nil for another text.
  package static func duration(_ text: String) -> Double? { Measure(text)?.seconds }

  /// The seconds of several durations in a row: `1h30m`, `2 d 4 h`.
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

  /// In seconds, with days of 24 hours; nil if the unit is not one of time.
  var seconds: Double? { Self.units[unit].map { $0 * number } }

  /// The seconds of each unit, by its names in lower case.
  static let units: [String: Double] = {
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
