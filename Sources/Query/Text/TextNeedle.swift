internal import Git
internal import StoreFiles

/// A piece of text to look for, whatever its case and its accents unless told otherwise.
///
/// Characters are compared as people see them, however they are encoded. `cafe` and `café` find
/// "Café" as well as "cafe"; where a search is case-sensitive by request, accents count, too.
public struct TextNeedle: Hashable, Sendable {
  public let text: String
  public let isCaseSensitive: Bool
  private let isExact: Bool
  private let characters: [Character]
  /// The same where it is ASCII, which nearly every text to be searched is as well.
  private let bytes: [UInt8]?
  /// Finds it in bytes that are ASCII; nil where it can't be in such ones, or is empty.
  let search: ByteSearch?

  /// - Parameter isCaseSensitive: Nil for smart case: only where the text has an upper-case
  ///   letter.
  public init(_ text: String, isCaseSensitive: Bool? = nil) {
    self.text = text
    let isSensitive = isCaseSensitive ?? text.contains(where: \.isUppercase)
    self.isCaseSensitive = isSensitive
    isExact = isCaseSensitive ?? false
    let wanted = Self.folded(text, isSensitive, isExact: isExact)
    characters = Array(wanted)
    let bytes = wanted.utf8.allSatisfy { $0 < 0x80 } ? Array(wanted.utf8) : nil
    self.bytes = bytes
    search = bytes.flatMap {
      $0.isEmpty ? nil : ByteSearch($0, isCaseSensitive: isSensitive)
    }
  }

  private static func folded(_ text: String, _ isSensitive: Bool, isExact: Bool) -> String {
    isExact ? text : isSensitive ? CaseFolding.withoutAccents(text) : CaseFolding.plain(text)
  }

  var isEmpty: Bool { characters.isEmpty }

  /// Whether the text is in another.
  public func isIn(_ text: String) -> Bool {
    guard !characters.isEmpty else { return true }
    let bytes = Array(text.utf8)
    guard ByteSearch.firstBeyondASCII(in: bytes, bytes.indices) == nil else {
      return !ranges(inCharactersOf: text, atMost: 1).isEmpty
    }
    return search?.first(in: bytes, bytes.indices) != nil
  }

  /// Every place in a text, from left to right, none overlapping another.
  public func ranges(in text: String) -> [Range<String.Index>] { ranges(in: text, atMost: .max) }

  /// The text is gone through once, however often this one is in it: a line may be a megabyte.
  private func ranges(in text: String, atMost limit: Int) -> [Range<String.Index>] {
    guard !characters.isEmpty else { return [] }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return ranges(inCharactersOf: text, atMost: limit)
    }
    return bytes.map { ranges(of: $0, in: text.utf8, atMost: limit) } ?? []
  }

  private func ranges(
    of bytes: [UInt8], in text: String.UTF8View, atMost limit: Int
  ) -> [Range<String.Index>] {
    var ranges: [Range<String.Index>] = []
    var (start, rest) = (text.startIndex, text.count)
    while rest >= bytes.count, ranges.count < limit {
      var index = start
      var count = 0
      while count < bytes.count {
        let byte = isCaseSensitive ? text[index] : CaseFolding.lowercased(text[index])
        guard byte == bytes[count] else { break }
        index = text.index(after: index)
        count += 1
      }
      let isFound = count == bytes.count
      if isFound { ranges.append(start..<index) }
      start = isFound ? index : text.index(after: start)
      rest -= isFound ? count : 1
    }
    return ranges
  }

  /// Folded characters, each with the one that it came from.
  private func ranges(inCharactersOf text: String, atMost limit: Int) -> [Range<String.Index>] {
    var hay: [Character] = []
    var origins: [String.Index] = []
    for index in text.indices {
      let folded = Self.folded(String(text[index]), isCaseSensitive, isExact: isExact)
      for character in folded {
        hay.append(character)
        origins.append(index)
      }
    }
    var ranges: [Range<String.Index>] = []
    var start = 0
    while start + characters.count <= hay.count, ranges.count < limit {
      let end = start + characters.count
      guard hay[start..<end].elementsEqual(characters) else {
        start += 1
        continue
      }
      // Whole characters of the text: half an ß is highlighted as an ß.
      let range = origins[start]..<text.index(after: origins[end - 1])
      ranges.append(range)
      start = end
      while start < hay.count, origins[start] < range.upperBound { start += 1 }
    }
    return ranges
  }
}
