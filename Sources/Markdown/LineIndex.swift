/// Finds the line that a byte of a text stands in.
public struct LineIndex: Hashable, Sendable {
  /// Where the lines end.
  private let ends: [Int]

  public init(of text: String) {
    ends = text.utf8.enumerated().compactMap { $1 == UInt8(ascii: "\n") ? $0 : nil }
  }

  /// Counted from 0.
  public func line(at offset: Int) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
