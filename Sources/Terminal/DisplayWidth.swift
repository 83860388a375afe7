extension String {
  /// The width of a line in terminal cells.
  ///
  /// Counts grapheme clusters: wide East Asian characters and emoji have two cells, combining marks
  /// and invisible characters none. The text must not contain escape sequences.
  public var terminalWidth: Int {
    if isVisibleASCII { return utf8.count }
    return reduce(0) { $0 + $1.terminalWidth }
  }

  /// Whether each byte is a visible character.
  var isVisibleASCII: Bool {
    utf8.withContiguousStorageIfAvailable { $0.isVisibleASCII } ?? utf8.isVisibleASCII
  }

  /// The text cut to a number of cells, with `…` at a cut.
  public func truncated(to cells: Int) -> String {
    guard terminalWidth > cells else { return self }
    guard cells > 0 else { return "" }
    var text = ""
    var used = 0
    for character in self {
      used += character.terminalWidth
      guard used < cells else { break }
      text.append(character)
    }
    return text + "…"
  }

  public func padded(to cells: Int) -> String {
    self + String(repeating: " ", count: max(0, cells - terminalWidth))
  }

  /// The text broken into lines of at most `cells`, at spaces where possible.
  public func wrapped(to cells: Int) -> [String] {
    guard cells > 0, terminalWidth > cells else { return [self] }
    var lines: [String] = []
    var line = ""
    var used = 0
    func finish() {
      lines.append(line)
      (line, used) = ("", 0)
    }
    for word in split(separator: " ", omittingEmptySubsequences: true) {
      let word = String(word)
      let width = word.terminalWidth
      if used > 0, used + 1 + width > cells { finish() }
      if used > 0 {
        line += " "
        used += 1
      }
      if used + width <= cells {
        line += word
        used += width
        continue
      }
      for character in word {
        let width = character.terminalWidth
        if used > 0, used + width > cells { finish() }
        line.append(character)
        used += width
      }
    }
    if !line.isEmpty { finish() }
    return lines
  }

  /// The first lines of the wrapped text; `…` at the end if there are more.
  public func wrapped(to cells: Int, atMost most: Int) -> [String] {
    let lines = wrapped(to: cells)
    guard lines.count > most else { return lines }
    let rest = lines.dropFirst(most - 1).joined(separator: " ")
    return lines.prefix(most - 1) + [rest.truncated(to: cells)]
  }
}

extension Collection<UInt8> {
  var isVisibleASCII: Bool {
    // Without an early exit, the compiler can vectorize the loop.
    reduce(0) { Swift.max($0, $1 &- 0x20) } < 0x5F
  }
}

extension Character {
  /// The width of a grapheme cluster in cells.
  ///
  /// An emoji has two, whatever its scalars. In other clusters, as in Thai and Devanagari, the
  /// widths of the scalars add up. So do `wcwidth` and most terminals.
  public var terminalWidth: Int {
    if isASCII { return isASCIIControl ? 0 : 1 }
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.dropFirst().isEmpty { return first.terminalWidth }
    // A variation selector or joiner turns a symbol into an emoji, such as ❤️.
    let isEmoji =
      first.properties.isEmojiPresentation
      || first.properties.isEmoji && scalars.contains { $0.value == 0xFE0F || $0.value == 0x200D }
    return isEmoji ? 2 : scalars.reduce(0) { $0 + $1.terminalWidth }
  }

  /// Whether all terminals agree on the width.
  ///
  /// They agree on letters of alphabets and syllabaries, and on box drawing. They differ in emoji,
  /// combining marks and joining letters.
  var hasCertainWidth: Bool {
    guard let scalar = unicodeScalars.first, unicodeScalars.count == 1 else { return false }
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x587: return true
    case 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20BF, 0x2500...0x25A9: return true
    case 0x3001...0x3029, 0x3041...0x3096, 0x30A1...0x30FE, 0x3400...0x4DBF: return true
    case 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF60: return true
    default: return false
    }
  }

  private var isASCIIControl: Bool { asciiValue.map { $0 < 0x20 || $0 == 0x7F } ?? false }
}

extension Unicode.Scalar {
  fileprivate var terminalWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator:
      return 0
    default: break
    }
    // Hangul vowels and final consonants join the preceding syllable.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    return properties.isEmojiPresentation || isWide ? 2 : 1
  }

  private var isWide: Bool {
    value >= 0x1100 && Self.wide.first { value <= $0.upperBound }?.contains(value) == true
  }

  /// East_Asian_Width W and F of Unicode 15.1 (EastAsianWidth.txt) without emoji.
  ///
  /// In order; ranges include unassigned gaps between them.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F202,
    0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265,
    0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
