import Foundation

/// How many cases tests try where they can't try all.
///
/// By default, a sample of seeds, pairs and faults. `MEMO_ALL=1 swift test` tries all faults and
/// pairs, and 50 times as many seeds; a greater number is that of the seeds.
public enum Effort {
  private static let wanted = variable("MEMO_ALL")
  public static let isWhole = wanted != nil
  /// The first seed of random tests: `MEMO_SEED`.
  public static let firstSeed = variable("MEMO_SEED") ?? 0

  private static func variable(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].map { Int($0) ?? 1 }
  }

  /// The number of seeds, or steps.
  ///
  /// - Parameter sample: The number by default.
  public static func count(_ sample: Int) -> Int {
    guard let wanted else { return sample }
    return wanted > 1 ? wanted : 50 * sample
  }

  /// Whether to try a pair with these numbers: by default one in `parts`.
  public static func tries(_ first: Int, _ second: Int, oneIn parts: Int) -> Bool {
    isWhole || (first + second).isMultiple(of: parts)
  }
}
