internal import StoreFiles
internal import TaskFile

/// Counts the words of one value: dates, repeat rules and durations may have several.
///
/// A value is the longest valid prefix of the words. If the next word could belong to it, the whole
/// value is invalid. These words could: a number, time, duration, unit, day, month, time zone, and
/// a word like `and` or `before`. Words like `at` or `next` count if one of these follows.
struct ValuePhrase {
  let now: LocalTime

  enum Kind: Equatable { case date(DateExpression.Direction), rule, duration }

  /// - Returns: Nil for a key with values of one word.
  static func kind(of key: String) -> Kind? {
    if ["done", "changed"].contains(key) { return .date(.back) }
    return switch KnownField(rawValue: key)?.kind {
    case .date: .date(.forward)
    case .moment: .date(.back)
    case .rule: .rule
    case .duration: .duration
    default: nil
    }
  }

  /// Whether a word may continue a value, so is not a tag or field.
  static func mayContinue(_ word: String) -> Bool {
    guard FilterPair(word) == nil else { return false }
    guard let sign = word.first, "+-@".contains(sign), word.count > 1 else { return true }
    if "@-".contains(sign), word.dropFirst().first?.isASCIIDigit == true { return true }
    if sign == "@" { return false }
    return isOffset(word) || DateDistance([CaseFolding.folded(word)], .forward) != nil
      || Measure.duration(word) != nil
  }

  /// A UTC offset: `+0100`.
  ///
  /// No time zone is more than 14 hours ahead of UTC, so `+2027` is a tag.
  private static func isOffset(_ word: String) -> Bool {
    let digits = word.dropFirst().filter { $0 != ":" }
    guard "+-".contains(word.prefix(1)), digits.count == 4, let number = Int(digits) else {
      return false
    }
    return number <= 1400 && number % 100 % 15 == 0 && number % 100 < 60
  }

  struct Length {
    /// The number of words of the value; 1 if no prefix is valid.
    var value: Int
    /// Whether a prefix of the words is a valid value.
    var isUnderstood = true
    /// The number of words after the value that could belong to it.
    var leftover = 0

    var total: Int { value + leftover }
  }

  /// - Parameters:
  ///   - key: The field's full name.
  ///   - words: The first word of the value and all words after it.
  ///   - isOverdue: Whether `2 days overdue` is one value. Else it is a date and a condition.
  func length(of key: String, _ words: [String], isOverdue: Bool = false) -> Length {
    // A quoted value is complete.
    guard let kind = Self.kind(of: key), let first = words.first, !first.isEmpty,
      !first.contains(where: \.isWhitespace)
    else { return Length(value: min(1, words.count)) }
    if isOverdue, let place = words.firstIndex(of: "overdue"), place > 0,
      isValue(words[...place], kind)
    {
      return Length(value: place + 1)
    }
    let counts = (1...min(words.count, Self.most)).reversed()
    let found = counts.first { words[$0 - 1] != "overdue" && isValue(words.prefix($0), kind) }
    let value = found ?? 1
    let rest = words[value...]
    if kind == .duration, found == nil {
      return Length(
        value: 1, isUnderstood: false, leftover: rest.prefix(while: Self.isLength).count)
    }
    // A lone number is a day only if no word follows, unlike in `3 working days`.
    let isNumber = value == 1 && DateStyle.digits(first, 1...2) != nil
    let isMore = kind != .duration && (isNumber || isOverdue && rest.first == "overdue")
    return Length(
      value: value, isUnderstood: found != nil,
      leftover: isMore ? min(1, rest.count) : leftover(rest, kind))
  }

  static let most = 9

  private func isValue(_ words: ArraySlice<String>, _ kind: Kind) -> Bool {
    let text = words.joined(separator: " ")
    return switch kind {
    case .date(let direction):
      DateExpression(now: now, direction: direction).meaning(of: text) != nil
    case .rule: rule(text) != nil
    case .duration: Measure.duration(text) != nil
    }
  }

  /// Weekdays may be in the user's language, and in brackets.
  func rule(_ text: String) -> RepeatRule? {
    RepeatRule(FieldGrammar.items(text).joined(separator: ", ")) {
      now.dates.weekday(CaseFolding.folded($0))
    }
  }

  /// Whether a word is a duration or a unit of one.
  private static func isLength(_ word: String) -> Bool {
    let word = folded(word)
    return Measure.duration(word) != nil || Measure.duration("1\(word)") != nil
  }

  private func leftover(_ words: ArraySlice<String>, _ kind: Kind) -> Int {
    var rest = words
    while let word = rest.first {
      let folded = Self.folded(word)
      if isPart(word, kind) {
        rest.removeFirst()
      } else if Self.alwaysJoins.contains(folded), kind != .duration {
        // Also skips the word after it.
        rest = rest.dropFirst(2)
      } else if kind == .rule, Self.conditions.contains(folded) {
        rest = rest.dropFirst(2)
      } else {
        // `3h before lunch` is a duration and part of a title.
        let joins = kind == .duration ? Self.joins.union(Self.alwaysJoins) : Self.joins
        let end = rest.drop { joins.contains(Self.folded($0)) && !isPart($0, kind) }
        guard end.startIndex > rest.startIndex, let next = end.first, isPart(next, kind) else {
          break
        }
        rest = end.dropFirst()
      }
    }
    return words.count - rest.count
  }

  private static func folded(_ word: String) -> String {
    CaseFolding.folded(word.last == "," ? String(word.dropLast()) : word)
  }

  /// Whether a word looks like part of a date or a rule.
  ///
  /// - Parameter word: As typed, since time zones are upper case.
  func isPart(_ word: String, _ kind: Kind) -> Bool {
    // `@17:00`, `(17:00)`
    let word = String(word.drop { "@(~'’".contains($0) }.prefix { $0 != ")" })
    let folded = Self.folded(word)
    if kind == .duration {
      return Self.isLength(word)
        || folded.first?.isASCIIDigit == true
          && folded.allSatisfy { $0.isASCIIDigit || ".:".contains($0) }
    }
    let zone = String(word.prefix(while: \.isLetter))
    // `CET`, `UTC+1`.
    if Self.units.contains(folded) || Self.zones.contains(zone) { return true }
    if word.contains("/"), Self.areas.contains(String(word.prefix { $0 != "/" })) { return true }
    if Self.isOffset(word) { return true }
    if case .rule = kind {
      // `x3`
      let count = folded.first == "x" ? DateStyle.digits(String(folded.dropFirst()), 1...3) : nil
      if count != nil || Self.places.contains(folded) { return true }
    }
    if folded.drop(while: { "+-".contains($0) }).first?.isASCIIDigit == true { return true }
    // `do` and `so` are German weekdays, but common English words.
    return (folded.count > 2 || folded.contains { !$0.isASCII })
      && DateExpression(now: now, direction: .forward).meaning(of: folded) != nil
  }

  private static let alwaysJoins: Set = [
    "and", "or", "&", "/", "before", "after", "until", "till", "ago", "plus", "minus", "except",
  ]
  private static let joins: Set = [
    "at", "on", "in", "of", "the", "from", "to", "through", "next", "last", "this", "every", "each",
    "start", "end", "beginning", "+", "-", "–", "other", "first", "second", "third",
    "fourth", "fifth", "by", "@", "for", "starting", "ends", "ending", "but",
  ]
  private static let places: Set = [
    "first", "second", "third", "fourth", "fifth", "last", "once", "twice", "thrice", "times",
    "two", "three", "four", "five", "six", "done", "finished", "completed", "completion",
  ]
  private static let conditions: Set = [
    "between", "if", "only", "since", "unless", "when", "whenever", "while",
  ]
  private static let units: Set = [
    "minute", "minutes", "min", "mins", "hour", "hours", "day", "days", "week", "weeks", "month",
    "months", "quarter", "quarters", "year", "years", "weekday", "weekdays", "weekend", "weekends",
    "workday", "workdays", "night", "am", "pm", "o'clock", "q1", "q2", "q3", "q4",
    "말", "초", "전", "후",
  ]
  private static let zones: Set = [
    "UTC", "GMT", "Z", "CET", "CEST", "EET", "EEST", "WET", "WEST", "BST", "MSK", "IST", "JST",
    "KST", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT", "AEST", "AEDT",
  ]
  private static let areas: Set = [
    "Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian",
    "Pacific", "Etc",
  ]
}
