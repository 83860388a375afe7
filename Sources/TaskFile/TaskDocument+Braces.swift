extension TaskDocument {
  /// The text with one more pair at the end of a front matter like `{title: Buy milk}`.
  ///
  /// - Parameter range: The lines between the fences.
  /// - Returns: Nil where no braces are; what comes out has to be read again to be sure of it.
  func inserted(_ key: String, _ value: FieldValue, inBraces range: Range<Int>) -> [UInt8]? {
    guard bytes[range].first(where: { !$0.isWhiteSpace }) == .openBrace,
      let close = bytes[range].lastIndex(where: { !$0.isWhiteSpace }),
      bytes[close] == .closeBrace,
      let last = bytes[range.lowerBound..<close].lastIndex(where: { !$0.isWhiteSpace })
    else { return nil }
    let text =
      switch value {
      case .text(let text): Scalar.encoded(text, isTyped: key != "title", inList: true)
      case .list: Self.encoded(value, key, like: .plain)
      }
    let separator =
      switch bytes[last] {
      case .openBrace: ""
      case .comma: " "
      default: ", "
      }
    var longer = bytes
    longer.insert(contentsOf: "\(separator)\(key): \(text)".utf8, at: last + 1)
    return longer
  }
}

extension UInt8 {
  fileprivate var isWhiteSpace: Bool { isBlank || self == .newline || self == .carriageReturn }
}
