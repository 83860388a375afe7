/// A line of an iCalendar file, `NAME;PARAMETER=VALUE:VALUE` (RFC 5545, 3.1).
package struct CalendarLine {
  /// In uppercase.
  var name: String
  var parameters: [String: String] = [:]
  var value: String
  /// The whole line, unfolded.
  var text: String
  /// From 1.
  var line: Int

  /// - Returns: Nil for a malformed line.
  init?(_ text: String, line: Int) {
    var rest = text[...]
    let head = rest.prefix { $0 != ":" && $0 != ";" }
    guard !head.isEmpty, head.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else {
      return nil
    }
    name = head.uppercased()
    rest = rest.dropFirst(head.count)
    while rest.first == ";" {
      rest = rest.dropFirst()
      let key = rest.prefix { $0 != "=" && $0 != ":" }
      rest = rest.dropFirst(key.count)
      guard rest.first == "=" else { return nil }
      rest = rest.dropFirst()
      var (value, isQuoted) = ("", false)
      while let letter = rest.first, isQuoted || letter != ":" && letter != ";" {
        if letter == "\"" { isQuoted.toggle() } else { value.append(letter) }
        rest = rest.dropFirst()
      }
      parameters[key.uppercased()] = value
    }
    guard rest.first == ":" else { return nil }
    value = String(rest.dropFirst())
    (self.text, self.line) = (text, line)
  }

  /// Joins UTF-8 characters that line folding has split (3.1); other files stay the same.
  package static func joiningLetters(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: "BEGIN:V".utf8) else { return bytes }
    var result: [UInt8] = []
    for byte in bytes {
      // A continuation byte starts no character.
      if byte & 0xC0 == 0x80, [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(result.last) {
        var end = result.count - 1
        if end > 0, result[end - 1] == UInt8(ascii: "\n") {
          end -= 1
          if end > 0, result[end - 1] == UInt8(ascii: "\r") { end -= 1 }
          result.removeSubrange(end...)
        }
      }
      result.append(byte)
    }
    return result
  }

  /// The lines of a file, and the numbers of malformed lines.
  static func lines(of text: String) -> (lines: [CalendarLine], broken: [Int]) {
    var (lines, broken): ([CalendarLine], [Int]) = ([], [])
    var (pending, start) = ("", 1)
    func end() {
      if pending.contains(where: { !$0.isWhitespace }) {
        if let line = CalendarLine(pending, line: start) {
          lines.append(line)
        } else {
          broken.append(start)
        }
      }
    }
    for (index, line) in text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }
    ).enumerated() {
      if let first = line.unicodeScalars.first, first == " " || first == "\t" {
        pending += line.unicodeScalars.dropFirst().reduce(into: "") { $0.unicodeScalars.append($1) }
      } else {
        end()
        (pending, start) = (String(line), index + 1)
      }
    }
    end()
    return (lines, broken)
  }

  /// The unescaped items of a comma-separated list of TEXT values (3.3.11).
  static func texts(_ value: String) -> [String] {
    var (texts, text, isEscaped) = ([String](), "", false)
    for letter in value {
      if isEscaped {
        text.append(letter == "n" || letter == "N" ? "\n" : letter)
        isEscaped = false
      } else if letter == "\\" {
        isEscaped = true
      } else if letter == "," {
        texts.append(text)
        text = ""
      } else {
        text.append(letter)
      }
    }
    return texts + [text]
  }

  var zone: String? { parameters["TZID"] }

  /// The value, unescaped as TEXT.
  var plain: String { Self.texts(value).joined(separator: ",") }
}

extension CalendarLine {
  /// Escapes a value of type TEXT (3.3.11).
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case ";": result += "\\;"
      case ",": result += "\\,"
      case "\n": result += "\\n"
      case "\t": result += " "
      case _ where scalar.properties.generalCategory == .control: continue
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Folds a line: at most 75 bytes, then continuation lines that begin with a space (3.1).
  package static func folded(_ line: String) -> String {
    var result = ""
    var room = 75
    // Splits a character only if it has 75 bytes or more.
    let letters = line.flatMap { letter in
      letter.utf8.count < 75 ? [letter] : letter.unicodeScalars.map { Character($0) }
    }
    for character in letters {
      let length = character.utf8.count
      if length > room {
        result += "\r\n "
        room = 74
      }
      result.unicodeScalars.append(contentsOf: character.unicodeScalars)
      room -= length
    }
    return result + "\r\n"
  }
}
