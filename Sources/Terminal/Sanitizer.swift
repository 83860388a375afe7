extension String {
  /// The text with everything visible that could drive a terminal or deceive a reader.
  ///
  /// Control characters, line ends, direction marks, and other characters that show nothing
  /// become `\u{…}` in Swift's notation. What joins emoji and scripts stays where it does.
  public var sanitized: String {
    if isVisibleASCII { return self }
    // As bytes: to append to a view of scalars may copy all that is there.
    var safe: [UInt8] = []
    for character in self {
      let isJoined = character.unicodeScalars.count > 1
      for scalar in character.unicodeScalars {
        if scalar.isDangerous(inCluster: isJoined) {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          safe += "\\u{\(digits)}".utf8
        } else {
          safe += String(scalar).utf8
        }
      }
    }
    return String(decoding: safe, as: UTF8.self)
  }

  /// Several lines of text, each made safe; tabs become spaces.
  public var sanitizedLines: String {
    // Most lines need nothing.
    if isVisibleASCII { return self }
    return utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in
        (line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
          .split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
          .map { String(Substring($0)).sanitized }.joined(separator: "    ")
      }
      .joined(separator: "\n")
  }
}

extension Unicode.Scalar {
  fileprivate func isDangerous(inCluster isJoined: Bool) -> Bool {
    switch value {
    case 0x20...0x7E: return false
    // Joiners and emoji tags mean something only inside a cluster.
    case 0x200C, 0x200D, 0xE0020...0xE007F: return !isJoined
    // The soft hyphen is shown at line ends only, by those that know it.
    case 0xAD: return true
    default: break
    }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
    case .unassigned: return properties.isDefaultIgnorableCodePoint
    // Fillers and selectors, which mean something only inside a cluster, too.
    default: return !isJoined && properties.isDefaultIgnorableCodePoint
    }
  }
}
