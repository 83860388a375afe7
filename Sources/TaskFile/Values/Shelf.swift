/// Where done tasks are put away by the month in which they were done: `done/2026/11/`.
public enum Shelf {
  /// The folder of a month, below the status's own.
  public static func folder(_ date: CalendarDate) -> String {
    "\(date.year.padded(4))/\(date.month.padded(2))"
  }

  /// A path below a status folder without the month in front, if there is one.
  ///
  /// - Parameter path: `2026/11/home/fence.md`, without the status.
  public static func removed(from path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, isNumber(parts[0], digits: 4), isNumber(parts[1], digits: 2),
      let month = Int(parts[1]), (1...12).contains(month)
    else { return path }
    return parts.dropFirst(2).joined(separator: "/")
  }

  private static func isNumber(_ text: Substring, digits: Int) -> Bool {
    text.utf8.count == digits && text.utf8.allSatisfy(\.isDigit)
  }
}
