import Foundation

/// How much is tried of what there is too much of.
///
/// Where each of many things meets each of many others, a run tries some pairs, in which each of
/// them occurs; `MEMO_ALL=1 swift test` tries them all.
public enum Effort {
  public static let isWhole = ProcessInfo.processInfo.environment["MEMO_ALL"] != nil

  /// Whether a pair is tried, by its numbers: one in so many.
  public static func tries(_ first: Int, _ second: Int, oneIn parts: Int) -> Bool {
    isWhole || (first + second).isMultiple(of: parts)
  }
}
