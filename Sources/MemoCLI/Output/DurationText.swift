enum DurationText {
  /// `40 s`, `5 min`, `2.5 h`, `3.5 days`, `12 days`; one decimal below ten.
  static func text(_ seconds: Int64) -> String {
    // Rounds first, so that no text is `60 min`.
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3570 { return "\((seconds + 30) / 60) min" }
    let hours = tenths(seconds, of: 3600)
    if hours < 240 { return "\(number(hours)) h" }
    let days = tenths(seconds, of: 86_400)
    return "\(number(days)) \(days == 10 ? "day" : "days")"
  }

  /// `45min`, `12h`, `12h 30min`: exact, and in a form that can be typed.
  static func sum(_ seconds: Int64) -> String {
    let (minutes, rest) = seconds.magnitude.quotientAndRemainder(dividingBy: 60)
    let parts = [
      (minutes / 60, "h"), (minutes % 60, "min"), (rest, "s"),
    ].filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }
    return (seconds < 0 ? "-" : "") + (parts.isEmpty ? "0min" : parts.joined(separator: " "))
  }

  private static func tenths(_ seconds: Int64, of unit: Int64) -> Int64 {
    (seconds * 10 + unit / 2) / unit
  }

  private static func number(_ tenths: Int64) -> String {
    if tenths >= 100 { return "\((tenths + 5) / 10)" }
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
