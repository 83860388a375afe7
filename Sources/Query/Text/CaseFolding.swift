/// Text in which letters of either case are alike (Unicode's full case folding, nearly).
///
/// The standard library has the case mappings and no folding; to go down, up and down again
/// gives the same for every letter that has a case: `ẞ`, `ß` and `SS` become `ss`, `Σ`, `σ` and
/// `ς` become `σ`. The dotless `ı` and the dotted `İ` become `i`, as people type them.
enum CaseFolding {
  /// One character's folded characters: mostly one, two for `ß`.
  static func folded(_ character: Character) -> String {
    if let ascii = character.asciiValue { return String(UnicodeScalar(lowercased(ascii))) }
    var text = character.unicodeScalars.reduce(into: "") {
      $0 += $1.properties.lowercaseMapping
    }
    text = text.unicodeScalars.reduce(into: "") { $0 += $1.properties.uppercaseMapping }
    text = text.unicodeScalars.reduce(into: "") { $0 += $1.properties.lowercaseMapping }
    return text == "i\u{307}" ? "i" : text
  }

  static func folded(_ text: String) -> String {
    // Letter by letter takes ten times as long. CR and LF are one character, and it is LF.
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
      return String(decoding: text.utf8.map(lowercased), as: UTF8.self)
    }
    return text.reduce(into: "") { $0 += folded($1) }
  }

  static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }
}
