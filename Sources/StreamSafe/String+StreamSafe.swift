/// Text in the Stream-Safe Text Format of Unicode (UAX #15, section 13).
///
/// Marks above and below a letter have an order that Unicode wants them sorted by before two texts
/// are compared, and Swift compares so. A letter with a hundred thousand marks then takes seconds
/// each time. No language needs more than a handful; the format allows thirty.
extension String {
  /// The most marks behind one another in a stream-safe text.
  public static let mostMarks = 30

  /// The first byte of U+0300, the first combining mark; none starts with a lower byte.
  private static let leastOfMarks: UInt8 = 0xCC

  /// Reads UTF-8, and separates excessive combining marks with the invisible U+034F.
  ///
  /// Invalid UTF-8 becomes U+FFFD.
  public init(streamSafe bytes: ArraySlice<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    // Without an exit from the loop, the compiler can vectorize it.
    self = bytes.reduce(0, Swift.max) < Self.leastOfMarks ? text : text.streamSafe
  }

  /// The same text, in which U+034F parts marks that are too many.
  public var streamSafe: String {
    guard !isStreamSafe else { return self }
    var text = String.UnicodeScalarView()
    var run = 0
    for scalar in unicodeScalars {
      run = scalar.isMark ? run + 1 : 0
      if run > Self.mostMarks {
        text.append("\u{34F}")
        run = 1
      }
      text.append(scalar)
    }
    return String(text)
  }

  /// Whether no letter has more marks than the format allows.
  public var isStreamSafe: Bool {
    guard utf8.contains(where: { $0 >= Self.leastOfMarks }) else { return true }
    var run = 0
    for scalar in unicodeScalars {
      run = scalar.isMark ? run + 1 : 0
      if run > Self.mostMarks { return false }
    }
    return true
  }
}

extension Unicode.Scalar {
  /// Whether it is sorted among its neighbors.
  fileprivate var isMark: Bool {
    switch value {
    // Latin, Greek and most Chinese and Korean, without asking.
    case 0..<0x300, 0x370..<0x483, 0x3400..<0xA66F, 0xAC00..<0xFB1E: false
    default: properties.canonicalCombiningClass != .notReordered
    }
  }
}
