extension String {
  /// The text with characters escaped that could control a terminal or deceive a reader.
  ///
  /// Control characters, line ends, direction marks and other invisible characters become `\u{…}`
  /// in Swift's notation. Joiners stay within emoji and scripts that need them.
  public var sanitized: String {
    if isVisibleASCII { return self }
    // Bytes are faster: appending to a scalar view may copy the whole string.
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

  /// Sanitizes each line; tabs become spaces.
  public var sanitizedLines: String {
    // The common case.
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
    // Joiners and emoji tags have a meaning only within a cluster.
    case 0x200C, 0x200D, 0xE0020...0xE007F: return !isJoined
    // Some terminals show the soft hyphen, and only at line ends.
    case 0xAD: return true
    default: break
    }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
    case .unassigned: return properties.isDefaultIgnorableCodePoint
    // Fillers and selectors, too, have a meaning only within a cluster.
    default: return !isJoined && properties.isDefaultIgnorableCodePoint
    }
  }
}
