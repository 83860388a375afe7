/// Writes values on one line of YAML.
enum Scalar {
  /// Whether YAML 1.1 reads a plain value as null.
  static func isNull(_ bytes: ArraySlice<UInt8>) -> Bool {
    switch bytes.count {
    case 0: true
    case 1: bytes.first == UInt8(ascii: "~")
    case 4: ["null", "Null", "NULL"].contains { bytes.elementsEqual($0.utf8) }
    default: false
    }
  }

  /// Writes a value in the given style if possible, with quotes if YAML needs them.
  ///
  /// - Parameters:
  ///   - style: The previous style of the value.
  ///   - isTyped: Whether YAML may read it as a date, number or truth value; otherwise as text.
  ///   - inList: Whether it is an item in brackets.
  static func encoded(
    _ text: String, like style: HeaderEntry.Style = .plain, isTyped: Bool = false,
    inList: Bool = false
  ) -> String {
    let isSimple = text.unicodeScalars.allSatisfy(isPrintable)
    if style == .singleQuoted, isSimple { return singleQuoted(text) }
    if style == .doubleQuoted { return doubleQuoted(text) }
    let isPlain =
      isSimple && canBePlain(text, inList: inList)
      && !(isTyped ? isNull(Array(text.utf8)[...]) : meansMore(text))
    return isPlain ? text : doubleQuoted(text)
  }

  private static func singleQuoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { quoted.unicodeScalars.append("'") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "'"
  }

  private static func doubleQuoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      case _ where isPrintable(scalar): quoted.unicodeScalars.append(scalar)
      case _ where scalar.value <= 0xFF: quoted += "\\x" + scalar.hex(2)
      case _ where scalar.value <= 0xFFFF: quoted += "\\u" + scalar.hex(4)
      default: quoted += "\\U" + scalar.hex(8)
      }
    }
    return quoted + "\""
  }

  /// `c-printable` of YAML 1.2 (production 1), without line endings, tabs and the byte order mark.
  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x10000...0x10FFFF:
      true
    default: false
    }
  }

  private static func canBePlain(_ text: String, inList: Bool) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last, first != .space, last != .space,
      last != .colon, !ValueScanner.isIndicator(first)
    else { return false }
    if [.dash, .colon, UInt8(ascii: "?")].contains(first) {
      guard bytes.count > 1, bytes[1] != .space, !inList else { return false }
    }
    for (byte, next) in zip(bytes, bytes.dropFirst()) {
      if byte == .colon, next == .space { return false }
      if byte == .space, next == .hash { return false }
    }
    return !inList || !bytes.contains { ValueScanner.isIndicator($0) || $0 == .colon }
  }

  /// Whether a YAML reader takes a plain value for null, a truth value, a number or a date.
  ///
  /// YAML 1.1 has more of these types than 1.2.
  private static func meansMore(_ text: String) -> Bool {
    let word = text.lowercased()
    let words = [
      "~", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "=", "<<", ".nan", ".inf",
      "-.inf", "+.inf",
    ]
    guard !words.contains(word) else { return true }
    var rest = Array(word.utf8)[...]
    if rest.first == .dash || rest.first == .plus { rest.removeFirst() }
    guard let first = rest.first, first.isDigit || first == UInt8(ascii: ".") else { return false }
    if rest.starts(with: "0x".utf8) || rest.starts(with: "0o".utf8) || rest.starts(with: "0b".utf8)
    {
      return true
    }
    return rest.allSatisfy { $0.isDigit || "_.:+-tze ,".utf8.contains($0) }
  }
}

extension Unicode.Scalar {
  /// The number in hexadecimal digits, with leading zeros.
  func hex(_ width: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: width - digits.count) + digits
  }
}
