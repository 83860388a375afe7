/// A piece of text to look for, whatever its case unless told otherwise.
///
/// Characters are compared as people see them: a letter with its accent is one, however it is
/// encoded, and `e` does not find `é`.
public struct TextNeedle: Hashable, Sendable {
  public let text: String
  public let isCaseSensitive: Bool
  private let characters: [Character]
  /// The same where it is ASCII, which nearly every text to be searched is as well.
  private let bytes: [UInt8]?

  /// - Parameter isCaseSensitive: Nil for smart case: only where the text has an upper-case
  ///   letter.
  public init(_ text: String, isCaseSensitive: Bool? = nil) {
    self.text = text
    let isSensitive = isCaseSensitive ?? text.contains(where: \.isUppercase)
    self.isCaseSensitive = isSensitive
    let wanted = isSensitive ? text : CaseFolding.folded(text)
    characters = Array(wanted)
    bytes = wanted.utf8.allSatisfy { $0 < 0x80 } ? Array(wanted.utf8) : nil
  }

  /// Whether the text is in another.
  public func isIn(_ text: String) -> Bool { firstRange(in: text[...]) != nil }

  /// Every place in a text, from left to right, none overlapping another.
  public func ranges(in text: String) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    var rest = text[...]
    while let range = firstRange(in: rest), !range.isEmpty {
      ranges.append(range)
      rest = text[range.upperBound...]
    }
    return ranges
  }

  private func firstRange(in text: Substring) -> Range<String.Index>? {
    guard !characters.isEmpty else { return text.startIndex..<text.startIndex }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return firstRange(inCharactersOf: text) }
    guard let bytes else { return nil }
    return firstRange(of: bytes, in: text)
  }

  private func firstRange(of bytes: [UInt8], in text: Substring) -> Range<String.Index>? {
    let utf8 = text.utf8
    guard utf8.count >= bytes.count else { return nil }
    var start = utf8.startIndex
    let last = utf8.index(utf8.endIndex, offsetBy: -bytes.count)
    while start <= last {
      var index = start
      var count = 0
      while count < bytes.count {
        let byte = isCaseSensitive ? utf8[index] : CaseFolding.lowercased(utf8[index])
        guard byte == bytes[count] else { break }
        index = utf8.index(after: index)
        count += 1
      }
      if count == bytes.count { return start..<index }
      start = utf8.index(after: start)
    }
    return nil
  }

  /// Folded characters, each with the one that it came from.
  private func firstRange(inCharactersOf text: Substring) -> Range<String.Index>? {
    var hay: [Character] = []
    var origins: [String.Index] = []
    for index in text.indices {
      let folded = isCaseSensitive ? String(text[index]) : CaseFolding.folded(text[index])
      for character in folded {
        hay.append(character)
        origins.append(index)
      }
    }
    guard hay.count >= characters.count else { return nil }
    for start in 0...(hay.count - characters.count)
    where hay[start..<(start + characters.count)].elementsEqual(characters) {
      // Whole characters of the text: half an ß is highlighted as an ß.
      return origins[start]..<text.index(after: origins[start + characters.count - 1])
    }
    return nil
  }
}
