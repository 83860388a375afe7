/// Makes file names from titles.
public enum FileName {
  /// The maximum in bytes, without the ending.
  static let mostBytes = 80

  /// The file name for a title, without `.md`.
  ///
  /// It is in lower case and composed (NFC). Everything but letters, digits and combining marks
  /// becomes `-`. It ends after the last word within 80 bytes.
  public static func slug(of title: String) -> String {
    var slug = String.UnicodeScalarView()
    let composed = String(
      decoding: String(title.prefix(1000)).lowercased()._nfcCodeUnits, as: UTF8.self)
    for scalar in composed.unicodeScalars {
      if isNameScalar(scalar) {
        // A combining mark disappears with its sign.
        if isMark(scalar), slug.last.map({ $0 == "-" }) ?? true { continue }
        slug.append(scalar)
      } else if let last = slug.last, last != "-" {
        slug.append("-")
      }
    }
    var name = cut(String(String.UnicodeScalarView(slug)))
    while name.hasSuffix("-") { name.removeLast() }
    if name.isEmpty { return "task" }
    return reserved.contains(name) ? name + "-" : name
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .spacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
  }

  private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    // These scalars turn a digit into an emoji.
    if [0xFE0E, 0xFE0F, 0x20E3].contains(scalar.value) { return false }
    return switch scalar.properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }

  /// The longest prefix of whole words, or of the first word if that is too long.
  private static func cut(_ name: String) -> String {
    guard name.utf8.count > mostBytes else { return name }
    var words = ""
    for word in name.split(separator: "-") {
      let longer = words.isEmpty ? String(word) : "\(words)-\(word)"
      guard longer.utf8.count <= mostBytes else { break }
      words = longer
    }
    guard words.isEmpty else { return words }
    var start = ""
    for character in name {
      guard (start + String(character)).utf8.count <= mostBytes else { break }
      start.append(character)
    }
    return start
  }

  /// The reason why some system forbids a name; nil if every system allows it.
  public static func obstacle(to name: String) -> String? {
    // A fast path, since most of thousands of names are valid.
    let letters = name.utf8.dropLast(name.hasSuffix(".md") ? 3 : 0)
    if letters.count > mostOfDevice,
      letters.allSatisfy({ $0.isLetter || $0.isDigit || $0 == .dash })
    {
      return nil
    }
    if let sign = name.unicodeScalars.first(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      return "has a control character, U+\(sign.hex(4))"
    }
    if let sign = name.first(where: { "<>:\"|?*\\".contains($0) }) {
      return "has a '\(sign)', which Windows allows in no name"
    }
    if name.hasSuffix(".") || name.hasSuffix(" ") {
      return "ends with a \(name.hasSuffix(".") ? "dot" : "space"), which Windows leaves out"
    }
    let stem = name.prefix { $0 != "." }.lowercased()
    let device = stem.lastIndex { $0 != " " }.map { stem[...$0] } ?? ""
    return reserved.contains(String(device))
      ? "is what Windows calls a device" : nil
  }

  /// The length of the longest device name.
  private static let mostOfDevice = 7

  /// Windows's device names, which it reserves with any ending.
  ///
  /// It treats `¹`, `²` and `³` as digits.
  private static let reserved: Set<String> = Set(
    ["con", "prn", "aux", "nul", "conin$", "conout$"]
      + "123456789¹²³".flatMap { ["com\($0)", "lpt\($0)"] })
}
