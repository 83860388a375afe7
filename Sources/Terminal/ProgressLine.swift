/// A transfer's progress on one line that is drawn again and again.
public struct ProgressLine: Sendable {
  private static let barWidth = 24

  /// - Parameters:
  ///   - label: What is going on.
  ///   - done: Of `total`, which is 0 when nobody knows it.
  ///   - bytes: Moved so far.
  ///   - seconds: Since the beginning, for the rate.
  ///   - width: Cells of the line.
  public static func text(
    label: String, done: Int, total: Int, bytes: Int, seconds: Double, width: Int
  ) -> String {
    var text = label
    if total > 0 {
      let share = min(1, Double(done) / Double(total))
      let filled = Int(share * Double(barWidth))
      let bar =
        String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled)
      text += "  \(bar)  \(Int(share * 100))%  \(done)/\(total)"
    } else if done > 0 {
      text += "  \(done)"
    }
    if bytes > 0 {
      text += "  \(size(bytes))"
      if seconds >= 0.5 { text += "  \(size(Int(Double(bytes) / seconds)))/s" }
    }
    return text.truncated(to: max(1, width - 1))
  }

  /// In binary units, as git writes them.
  static func size(_ bytes: Int) -> String {
    guard bytes >= 1024 else { return "\(bytes) B" }
    var value = Double(bytes)
    for unit in ["KiB", "MiB", "GiB"] {
      value /= 1024
      guard value >= 1024, unit != "GiB" else {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(unit)"
      }
    }
    return "\(bytes) B"
  }
}
