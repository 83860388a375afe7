internal import StoreFiles
internal import TaskFile

/// Counts the words of one value: dates, repeat rules and durations may have several.
///
/// A value is the longest valid prefix of the words. If the next word could belong to it, the whole
/// value is invalid. These words could: a number, time, duration, day, month, and a word like `and`
/// or `before`. Words like `at` or `next` count if one of these follows.
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
    let counts = (1...min(words.count, Self.most)).reversed()
    let found = counts.first {
      (isOverdue || words[$0 - 1] != "overdue") && isValue(words.prefix($0), kind)
    }
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
    let first = words.first.map(Self.folded) ?? ""
    // `3h before lunch` is a duration and part of a title, and `every:week when done` a mistake.
    if kind != .duration && Self.continuations.contains(first) || kind == .rule && first == "when" {
      return min(2, words.count)
    }
    let joins = kind == .duration ? Self.joins.union(Self.continuations) : Self.joins
    let end = words.drop { joins.contains(Self.folded($0)) && !isPart($0, kind) }
    guard let next = end.first, isPart(next, kind) else { return 0 }
    return end.startIndex - words.startIndex + 1
  }

  private static func folded(_ word: String) -> String {
    CaseFolding.folded(word.last == "," ? String(word.dropLast()) : word)
  }

  /// Whether a word looks like part of a value: a number, a day, a month or a length of time.
  func isPart(_ word: String, _ kind: Kind) -> Bool {
    // `@17:00`, `(17:00)`
    let folded = Self.folded(String(word.drop { "@(~'’".contains($0) }.prefix { $0 != ")" }))
    if kind == .duration {
      return Self.isLength(folded)
        || folded.first?.isASCIIDigit == true
          && folded.allSatisfy { $0.isASCIIDigit || ".:".contains($0) }
    }
    if folded.drop(while: { "+-".contains($0) }).first?.isASCIIDigit == true { return true }
    // `do` and `so` are German weekdays, but common English words.
    return (folded.count > 2 || folded.contains { !$0.isASCII })
      && DateExpression(now: now, direction: .forward).meaning(of: folded) != nil
  }

  /// Words that are never the first word of the rest of a title.
  private static let continuations: Set = [
    "and", "or", "&", "/", "before", "after", "until", "till", "ago", "plus", "minus", "except",
  ]
  /// Words that join a value to another part of it.
  private static let joins: Set = [
    "at", "on", "in", "of", "the", "from", "to", "through", "next", "last", "this", "every", "each",
    "start", "end", "beginning", "+", "-", "–", "other", "by", "@", "for", "starting", "ends",
    "ending", "but",
  ]
}
