internal import Platform

/// A moment as `GIT_AUTHOR_DATE` and `GIT_COMMITTER_DATE` may hold it.
///
/// The three formats that `git help commit` lists: git's own (`1700000000 +0900`), RFC 2822
/// (`Thu, 07 Apr 2005 22:13:13 +0200`) and ISO 8601 (`2005-04-07T22:13:13`, also with a space,
/// with `.` or `/` in the date, and with a zone). Without a zone it is local time.
struct GitDate: Hashable {
  var seconds: Int64
  var offsetMinutes: Int

  /// - Parameter local: Minutes that local time is ahead of UTC.
  init?(_ text: String, local: Int) {
    guard let date = Self.raw(text, local) ?? Self.written(text, local) else { return nil }
    self = date
  }

  private init(seconds: Int64, offsetMinutes: Int) {
    self.seconds = seconds
    self.offsetMinutes = offsetMinutes
  }

  private static func raw(_ text: String, _ local: Int) -> GitDate? {
    let parts = text.split(separator: " ")
    guard (1...2).contains(parts.count), let first = parts.first else { return nil }
    let digits = first.hasPrefix("@") ? first.dropFirst() : first
    // Fewer digits are a year, or a day written without marks.
    guard digits.count >= 9 || first.hasPrefix("@"), let seconds = Int64(digits) else { return nil }
    guard parts.count == 2 else { return GitDate(seconds: seconds, offsetMinutes: local) }
    return zone(parts[1]).map { GitDate(seconds: seconds, offsetMinutes: $0) }
  }

  private static func written(_ text: String, _ local: Int) -> GitDate? {
    var words = text.replacing("T", with: " ").split(whereSeparator: { $0 == " " || $0 == "," })
    // RFC 2822 has a T only in Tue and Thu, and the names of days say nothing new.
    if words.first?.allSatisfy(\.isLetter) == true { words.removeFirst() }
    guard let date = day(&words) else { return nil }
    guard let clock = words.first else { return at(date, 0, local) }
    words.removeFirst()
    var time = clock
    var offset: Int?
    if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" || $0 == "Z" }) {
      offset = zone(clock[sign...])
      time = clock[..<sign]
      guard offset != nil else { return nil }
    } else if let word = words.first {
      offset = zone(word)
      guard offset != nil else { return nil }
    }
    let parts = time.split(separator: ":").map { Int($0.prefix { $0 != "." }) }
    guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
      let second = parts.count == 3 ? parts[2] : 0, (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    return at(date, hour * 3600 + minute * 60 + second, offset ?? local)
  }

  /// `2005-04-07`, `2005.04.07`, `04/07/2005`, `07.04.2005` or `07 Apr 2005`.
  private static func day(_ words: inout [Substring]) -> (Int, Int, Int)? {
    guard let first = words.first else { return nil }
    let marks = first.split(whereSeparator: { "-./".contains($0) }).map { Int($0) }
    if marks.count == 3, let a = marks[0], let b = marks[1], let c = marks[2] {
      words.removeFirst()
      if a > 31 { return (a, b, c) }
      return first.contains("/") ? (c, a, b) : (c, b, a)
    }
    let months = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    guard words.count >= 3, let day = Int(first), let year = Int(words[2]),
      let month = months.firstIndex(of: words[1].prefix(3).lowercased())
    else { return nil }
    words.removeFirst(3)
    return (year, month + 1, day)
  }

  private static func at(_ date: (Int, Int, Int), _ second: Int, _ offset: Int) -> GitDate? {
    guard (1970...9999).contains(date.0), (1...12).contains(date.1), (1...31).contains(date.2)
    else { return nil }
    var parts = tm()
    parts.tm_year = Int32(date.0 - 1900)
    parts.tm_mon = Int32(date.1 - 1)
    parts.tm_mday = Int32(date.2)
    return GitDate(
      seconds: Int64(timegm(&parts)) + Int64(second) - Int64(offset) * 60, offsetMinutes: offset)
  }

  /// `+0900`, `+09:00` or `Z`, in minutes.
  private static func zone(_ text: Substring) -> Int? {
    if ["Z", "UTC", "GMT"].contains(text) { return 0 }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.count == 4, let zone = Int(digits), zone / 100 < 24, zone % 100 < 60 else {
      return nil
    }
    return (zone / 100 * 60 + zone % 100) * (sign == "-" ? -1 : 1)
  }
}
