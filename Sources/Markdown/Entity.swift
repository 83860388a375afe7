/// HTML character references, by name or number.
public enum Entity {
  /// The character of a reference such as `&amp;`; an unknown reference is returned unchanged.
  public static func text(of entity: String) -> String {
    let name = entity.dropFirst().dropLast()
    if name.first == "#" { return character(name.dropFirst()) ?? "\u{FFFD}" }
    return names[String(name)] ?? entity
  }

  private static func character(_ number: Substring) -> String? {
    let isHexadecimal = number.first == "x" || number.first == "X"
    let value = isHexadecimal ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
    guard let value, value != 0 else { return nil }
    return Unicode.Scalar(value).map { String(Character($0)) }
  }

  /// Names that are common in notes; HTML defines 2,231.
  private static let names = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "copy": "©", "reg": "®", "trade": "™", "deg": "°", "micro": "µ", "para": "¶", "sect": "§",
    "middot": "·", "bull": "•", "hellip": "…", "ndash": "–", "mdash": "—", "times": "×",
    "divide": "÷", "plusmn": "±", "frac12": "½", "frac14": "¼", "frac34": "¾", "laquo": "«",
    "raquo": "»", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "larr": "←",
    "uarr": "↑", "rarr": "→", "darr": "↓", "euro": "€", "pound": "£", "yen": "¥", "cent": "¢",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß",
    "colon": ":", "Tab": "\t", "NewLine": "\n",
  ]
}
