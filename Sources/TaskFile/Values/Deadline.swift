/// When a task is due.
public struct Deadline: Hashable, Sendable {
  /// A date alone is that day wherever the reader is.
  public let date: CalendarDate
  /// Local time, unless there is an offset.
  public let time: TimeOfDay?
  /// Minutes ahead of UTC; nil for local time.
  public let offsetMinutes: Int?

  public init(date: CalendarDate, time: TimeOfDay? = nil, offsetMinutes: Int? = nil) {
    self.date = date
    self.time = time
    self.offsetMinutes = time == nil ? nil : offsetMinutes
  }

  /// - Parameter text: `2026-12-01`, `2026-12-01 17:00` or `2026-12-01T17:00+09:00`.
  public init?(_ text: String) {
    var scanner = DateScanner(text)
    guard let date = scanner.date() else { return nil }
    guard !scanner.isAtEnd else {
      self.init(date: date)
      return
    }
    guard scanner.skip(.space, UInt8(ascii: "T"), UInt8(ascii: "t")) else { return nil }
    scanner.skipSpaces()
    guard let time = scanner.time() else { return nil }
    scanner.skipSpaces()
    guard !scanner.isAtEnd else {
      self.init(date: date, time: time)
      return
    }
    guard let offset = scanner.zone(), scanner.isAtEnd else { return nil }
    self.init(date: date, time: time, offsetMinutes: offset)
  }
}

extension Deadline: CustomStringConvertible {
  /// As it is written into a file.
  public var description: String {
    guard let time else { return "\(date)" }
    guard let offsetMinutes else { return "\(date) \(time)" }
    return "\(date)T\(time)\(ZoneOffset.text(offsetMinutes))"
  }
}
