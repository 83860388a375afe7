/// Reads what calendars and clocks write: digits, and signs between them.
struct DateScanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: some StringProtocol) { rest = Array(text.utf8)[...] }

  var isAtEnd: Bool { rest.isEmpty }
  var next: UInt8? { rest.first }

  /// A number of so many digits, as many as there are.
  mutating func number(_ digits: ClosedRange<Int>) -> Int? {
    var value = 0
    var count = 0
    while count < digits.upperBound, let byte = rest.first, byte.isDigit {
      value = value * 10 + Int(byte - 0x30)
      rest.removeFirst()
      count += 1
    }
    return digits.contains(count) ? value : nil
  }

  /// Steps over one of these bytes, where one is next.
  mutating func skip(_ bytes: UInt8...) -> Bool {
    guard let byte = rest.first, bytes.contains(byte) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func skipSpaces() {
    while rest.first == .space { rest.removeFirst() }
  }
}

extension DateScanner {
  /// Reads a day, such as `2026-12-01`.
  mutating func date() -> CalendarDate? {
    guard let year = number(4...4), skip(.dash), let month = number(2...2), skip(.dash),
      let day = number(2...2)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  /// Reads `17:00` or `17:00:30`.
  ///
  /// The hour may have one digit; fractions of a second are passed over.
  mutating func time() -> TimeOfDay? {
    guard let hour = number(1...2), skip(.colon), let minute = number(2...2) else { return nil }
    guard skip(.colon) else { return TimeOfDay(hour: hour, minute: minute) }
    guard let second = number(2...2) else { return nil }
    if skip(UInt8(ascii: ".")) {
      guard next?.isDigit == true else { return nil }
      while let byte = next, byte.isDigit { rest.removeFirst() }
    }
    return TimeOfDay(hour: hour, minute: minute, second: second)
  }

  /// Reads `Z`, `+09:00` or `-0330`, in minutes ahead of UTC.
  mutating func zone() -> Int? {
    if skip(UInt8(ascii: "Z"), UInt8(ascii: "z")) { return 0 }
    let isWest = next == .dash
    guard skip(.plus, .dash), let hours = number(2...2), hours <= 18 else { return nil }
    _ = skip(.colon)
    guard let minutes = number(2...2), minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }
}
