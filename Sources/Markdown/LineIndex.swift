/// Finds the line that contains a byte of a text.
public struct LineIndex: Hashable, Sendable {
  /// The offset of each line feed.
  private let ends: [Int]

  public init(of text: String) {
    ends = text.utf8.enumerated().compactMap { $1 == UInt8(ascii: "\n") ? $0 : nil }
  }

  /// The line of a byte offset, from 0.
  public func line(at offset: Int) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
