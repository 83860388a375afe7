internal import StoreFiles
internal import TaskFile

extension DateStyle {
  /// The weekday with a name in English or in the user's language.
  ///
  /// - Parameter name: Case folded, full or with at least three letters.
  func weekday(_ name: String) -> CalendarDate.Weekday? {
    let english = CalendarDate.Weekday.allCases.map { [$0.name] }
    return (Self.index(of: name, in: english) ?? Self.index(of: name, in: weekdays))
      .flatMap { CalendarDate.Weekday(rawValue: $0 + 1) }
  }

  /// The month, from 1 to 12, with a name in English or in the user's language.
  func month(_ name: String) -> Int? {
    let english = Self.englishMonths.map { [$0] }
    return (Self.index(of: name, in: english) ?? Self.index(of: name, in: months)).map { $0 + 1 }
  }

  private static func index(of name: String, in names: [[String]]) -> Int? {
    let name = name.last == "." ? String(name.dropLast()) : name
    guard !name.isEmpty else { return nil }
    let folded = names.map { $0.map { CaseFolding.folded($0.trimmingSpaces) } }
    if let index = folded.firstIndex(where: { $0.contains(name) || $0.contains(name + ".") }) {
      return index
    }
    return name.count < 3 ? nil : folded.firstIndex { $0.contains { $0.hasPrefix(name) } }
  }

  /// A number with or without an ordinal mark: `31`, `31.`, `31st`.
  static func ordinal(_ word: String) -> Int? {
    let digits = word.prefix(while: \.isASCIIDigit)
    let mark = word.dropFirst(digits.count)
    guard (1...2).contains(digits.count) || digits.count == 4 && mark.isEmpty,
      ["", ".", "st", "nd", "rd", "th"].contains(mark)
    else { return nil }
    let number = Int(digits) ?? 0
    return digits.count == 4 || number <= 31 ? number : nil
  }

  static func digits(_ word: some StringProtocol, _ count: ClosedRange<Int>) -> Int? {
    count.contains(word.count) && word.allSatisfy(\.isASCIIDigit) ? Int(String(word)) : nil
  }
}

/// A date of numbers with one kind of separator.
struct WrittenNumbers {
  var year: Int?
  var month: Int
  var day: Int

  /// - Parameter order: The order of the user's locale, for `/` and for three numbers with `-`.
  ///   Else `.` means day first, and `-` month first.
  init?(_ text: String, _ order: DateStyle.Order?) {
    let compact = text.filter { !$0.isWhitespace }
    var fields = compact.split(omittingEmptySubsequences: false) { Self.sign($0) != nil }
    let signs = Set(compact.compactMap(Self.sign))
    if fields.last?.isEmpty == true, !["-", "/"].contains(compact.last) { fields.removeLast() }
    let numbers = fields.compactMap { DateStyle.digits($0, 1...4) }
    // `9 - 10` may be a range of hours.
    let parts = text.split(whereSeparator: \.isWhitespace)
    guard parts.dropLast().allSatisfy({ $0.last == "." || $0.last.flatMap(Self.sign) == "年" })
    else { return nil }
    guard signs.count == 1, let sign = signs.first, (2...3).contains(fields.count),
      numbers.count == fields.count, !fields.contains(where: { $0.count == 3 }),
      fields[1].count <= 2
    else { return nil }
    var isMonthFirst = sign == "-" || sign == "年" || order == .yearFirst
    if fields[0].count < 4, sign == "/" || sign == "-" && fields.count == 3 {
      guard let order else { return nil }
      isMonthFirst = order != .dayFirst
    }
    switch (fields.count, fields[0].count) {
    case (3, 4):
      guard fields[2].count <= 2 else { return nil }
      (year, month, day) = (numbers[0], numbers[1], numbers[2])
    // The year may have two digits: `26/11/25`.
    case (3, 2) where order == .yearFirst && sign == "/":
      guard fields[2].count <= 2 else { return nil }
      (year, month, day) = (2000 + numbers[0], numbers[1], numbers[2])
    case (3, _):
      // In `15.12. 17`, the last number may be an hour.
      let isYear = fields[2].count == 2 && sign != "-" && parts.count != 2
      guard fields[2].count == 4 || isYear, order != .yearFirst else { return nil }
      year = numbers[2] < 100 ? 2000 + numbers[2] : numbers[2]
      (month, day) = isMonthFirst ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
    case (2, 1...2):
      (month, day) = isMonthFirst ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
    default: return nil
    }
  }

  private static func sign(_ character: Character) -> Character? {
    switch character {
    case ".", "/", "-": character
    case "年", "月", "日", "년", "월", "일": "年"
    default: nil
    }
  }
}
