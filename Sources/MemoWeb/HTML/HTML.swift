/// A piece of HTML.
///
/// Interpolated values are escaped, so a title can't become a tag. Only this file can avoid that,
/// with ``HTML/init(trusted:)``.
package struct HTML: Hashable, Sendable, ExpressibleByStringInterpolation {
  package private(set) var text: String

  private init(trusted text: String) { self.text = text }

  package init(stringLiteral text: String) { self.text = text }

  package init(stringInterpolation pieces: StringInterpolation) { text = pieces.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text: String

    package init(literalCapacity: Int, interpolationCount: Int) {
      text = ""
      text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends text, or an attribute value between double quotes.
    package mutating func appendInterpolation(_ value: some StringProtocol) {
      HTML.escape(value, into: &text)
    }

    /// Appends a field's value so that the browser sends it back unchanged.
    ///
    /// Control characters become references, which browsers keep (HTML, 13.2.5.80).
    package mutating func appendInterpolation(kept value: some StringProtocol) {
      HTML.escape(value, into: &text, keepsControls: true)
    }

    package mutating func appendInterpolation(_ value: Int) { text += String(value) }

    package mutating func appendInterpolation(_ html: HTML) { text += html.text }

    package mutating func appendInterpolation(_ html: HTML?) { text += html?.text ?? "" }

    package mutating func appendInterpolation(_ list: [HTML]) {
      for html in list { text += html.text }
    }

    /// Appends a piece under a condition.
    package mutating func appendInterpolation(_ html: @autoclosure () -> HTML, if isSo: Bool) {
      if isSo { text += html().text }
    }
  }

  package static let none: HTML = ""

  package static func + (one: HTML, other: HTML) -> HTML { HTML(trusted: one.text + other.text) }

  package static func += (one: inout HTML, other: HTML) { one.text += other.text }

  /// A character reference from a text, which browsers resolve; nil for anything else.
  static func reference(_ entity: String) -> HTML? {
    let name = entity.utf8.dropFirst().dropLast()
    let isName = name.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
    }
    guard entity.utf8.first == UInt8(ascii: "&"), entity.utf8.last == UInt8(ascii: ";"),
      !name.isEmpty, isName
    else { return nil }
    return HTML(trusted: entity)
  }

  private static func escape(
    _ value: some StringProtocol, into text: inout String, keepsControls: Bool = false
  ) {
    let isPlain = value.utf8.allSatisfy {
      $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<")
        && $0 != UInt8(ascii: ">")
        && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'")
    }
    guard !isPlain else {
      text += value
      return
    }
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      case "\n", "\t": text.unicodeScalars.append(scalar)
      case _ where keepsControls && scalar.isControl && scalar.value != 0:
        text += "&#\(scalar.value);"
      // HTML allows no other control characters (HTML, 13.1.4).
      case _ where scalar.isControl: text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension [HTML] {
  package func joined() -> HTML { reduce(into: HTML.none) { $0 += $1 } }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || value == 0x7F }
}
