/// Formats the progress of a transfer on one line.
public struct ProgressLine: Sendable {
  private static let barWidth = 24

  /// - Parameters:
  ///   - done: The part of `total` that is done; `total` is 0 if unknown.
  ///   - rate: The size so far and the speed; may be empty.
  ///   - width: The width of the line in cells.
  public static func text(
    label: String, done: Int, total: Int, rate: String, width: Int
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
    if !rate.isEmpty { text += "  \(rate)" }
    return text.truncated(to: max(1, width - 1))
  }
}
