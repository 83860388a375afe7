/// A transfer's progress on one line that is drawn again and again.
public struct ProgressLine: Sendable {
  private static let barWidth = 24

  /// - Parameters:
  ///   - label: What is going on.
  ///   - done: Of `total`, which is 0 when nobody knows it.
  ///   - rate: How much so far, and how quickly; may be empty.
  ///   - width: Cells of the line.
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
