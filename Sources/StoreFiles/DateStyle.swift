public import TaskFile

/// A user's date format: the order, and the names of months and weekdays.
public struct DateStyle: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case day, month, year
    /// The value is the index of the form in ``DateStyle/months``: 0 for the long name.
    case monthName(Int)
    case weekday(Int)
    case literal(Character)
  }

  package enum Order: Hashable, Sendable { case dayFirst, monthFirst, yearFirst }

  package let parts: [Part]
  /// For each of the twelve months its names, the long one first.
  package let months: [[String]]
  /// For each weekday its names, Monday first.
  package let weekdays: [[String]]
  /// The language of the user's words for dates, such as `ko`; empty if unknown.
  package let language: String
  /// Whether days and months have two digits.
  private let isPadded: Bool

  /// ISO 8601 with English names.
  public static let iso = DateStyle(format: "%Y-%m-%d")

  public static let korean = DateStyle(
    format: "%Y년 %-m월 %-d일", months: (1...12).map { ["\($0)월"] },
    weekdays: ["월", "화", "수", "목", "금", "토", "일"].map { ["\($0)요일", $0] }, language: "ko")

  /// - Parameters:
  ///   - format: As for strftime(3). Years always get four digits, since two are ambiguous. ISO
  ///     8601 replaces a format without day, month and year.
  ///   - months: As in the property; empty for English.
  ///   - weekdays: As in the property; empty for English.
  public init(
    format: String, months: [[String]] = [], weekdays: [[String]] = [], language: String = ""
  ) {
    self.language = language
    self.months =
      months.count == 12 ? months : Self.englishMonths.map { [$0, String($0.prefix(3))] }
    self.weekdays =
      weekdays.count == 7
      ? weekdays : CalendarDate.Weekday.allCases.map { [$0.name, $0.shortName] }
    isPadded = !format.contains("%e") && !format.contains("%-d")
    parts = Self.parts(of: format) ?? [.year, .literal("-"), .month, .literal("-"), .day]
  }

  package static let englishMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static func parts(of format: String) -> [Part]? {
    var parts: [Part] = []
    var rest = format[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        // Users can't type direction marks.
        if character.unicodeScalars.first?.properties.generalCategory != .format {
          parts.append(.literal(character))
        }
        continue
      }
      // Padding and alternative digits don't change the meaning.
      while let flag = rest.first, "-_0^#EO".contains(flag) { rest.removeFirst() }
      switch rest.popFirst() {
      case "d", "e": parts.append(.day)
      case "m": parts.append(.month)
      case "Y", "y", "C", "G":
        if !parts.contains(.year) { parts.append(.year) }
      case "B": parts.append(.monthName(0))
      case "b", "h": parts.append(.monthName(1))
      case "A": parts.append(.weekday(0))
      case "a": parts.append(.weekday(1))
      case "D": parts += [.month, .literal("/"), .day, .literal("/"), .year]
      case "F": parts += [.year, .literal("-"), .month, .literal("-"), .day]
      case "n", "t": parts.append(.literal(" "))
      case "%": parts.append(.literal("%"))
      default: return nil
      }
    }
    let kinds = parts.compactMap(\.kind)
    return kinds.count == 3 && Set(kinds).count == 3 ? parts : nil
  }
}

extension DateStyle {
  /// Formats a day.
  public func text(_ date: CalendarDate) -> String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .day: text += number(date.day)
      case .month: text += number(date.month)
      case .year:
        text += String(repeating: "0", count: 4 - min(4, "\(date.year)".count)) + "\(date.year)"
      case .monthName(let form): text += name(months[date.month - 1], form)
      case .weekday(let form): text += name(weekdays[date.weekday.rawValue - 1], form)
      case .literal(let character): text.append(character)
      }
    }
  }

  /// Adds the short name of the weekday to a formatted day.
  ///
  /// If the year comes first, the name follows in parentheses: `2026년 12월 4일 (금)`. Otherwise it
  /// precedes the day. A format with a weekday needs no other.
  ///
  /// - Parameter text: The formatted day, with or without a time.
  public func text(_ text: String, with weekday: CalendarDate.Weekday) -> String {
    guard !parts.contains(where: \.isWeekday) else { return text }
    let name = name(weekdays[weekday.rawValue - 1], 1)
    return order == .yearFirst ? "\(text) (\(name))" : "\(name) \(text)"
  }

  /// Nil for ISO 8601.
  package var order: Order? {
    guard self != .iso else { return nil }
    let first = parts.lazy.compactMap(\.kind).first
    return first == 0 ? .dayFirst : first == 1 ? .monthFirst : .yearFirst
  }

  private func name(_ names: [String], _ form: Int) -> String {
    form < names.count ? names[form] : names.first ?? ""
  }

  private func number(_ number: Int) -> String {
    isPadded && number < 10 ? "0\(number)" : "\(number)"
  }
}

extension DateStyle.Part {
  fileprivate var isWeekday: Bool { if case .weekday = self { true } else { false } }

  /// 0 for the day, 1 for the month, 2 for the year.
  fileprivate var kind: Int? {
    switch self {
    case .day: 0
    case .month, .monthName: 1
    case .year: 2
    case .weekday, .literal: nil
    }
  }
}
