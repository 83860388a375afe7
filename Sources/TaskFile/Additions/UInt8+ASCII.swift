extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let comma = UInt8(ascii: ",")
  static let hash = UInt8(ascii: "#")
  static let dash = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let backslash = UInt8(ascii: "\\")
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let ampersand = UInt8(ascii: "&")
  static let exclamation = UInt8(ascii: "!")
  static let closeParenthesis = UInt8(ascii: ")")
  static let asterisk = UInt8(ascii: "*")
  static let backtick = UInt8(ascii: "`")
  static let dot = UInt8(ascii: ".")
  static let less = UInt8(ascii: "<")
  static let equals = UInt8(ascii: "=")
  static let greater = UInt8(ascii: ">")
  static let tilde = UInt8(ascii: "~")

  var isBlank: Bool { self == .space || self == .tab }
  var isLineEnd: Bool { self == .newline || self == .carriageReturn }
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isLowercaseLetter: Bool { self >= 0x61 && self <= 0x7A }
  var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
}

extension [UInt8] {
  /// The line of a position, from 1.
  func line(at place: Int) -> Int { self[..<place].count { $0 == .newline } + 1 }

  /// The lines of ascending positions, from 1.
  func lines(at places: [Int]) -> [Int] {
    var (line, last) = (1, 0)
    return places.map { place in
      line += self[last..<place].count { $0 == .newline }
      last = place
      return line
    }
  }

  /// The position of the next line feed, or the end.
  func lineEnd(from start: Int, to end: Int? = nil) -> Int {
    let end = end ?? count
    return self[start..<end].firstIndex(of: .newline) ?? end
  }
}
