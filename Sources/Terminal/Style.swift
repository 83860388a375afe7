/// The values of `--color`.
public enum ColorMode: String, CaseIterable, Sendable {
  case auto, always, never

  /// Whether one stream gets colors.
  ///
  /// The command line decides first, then `NO_COLOR` (no-color.org) and `CLICOLOR_FORCE`
  /// (bixense.com/clicolors), then whether it is a terminal that isn't `dumb`.
  public func isOn(environment: [String: String], isTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let no = environment["NO_COLOR"], !no.isEmpty { return false }
    if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
    return isTerminal && environment["TERM"] != "dumb"
  }
}

/// The style of output, decided once and passed down.
public struct Style: Hashable, Sendable {
  /// Whether ``paint(_:_:)`` adds escape sequences.
  public var color: Bool
  /// The width of a line in cells; nil for no limit.
  public var width: Int?

  public init(color: Bool = false, width: Int? = nil) {
    self.color = color
    self.width = width
  }

  /// A text style (ECMA-48, select graphic rendition).
  public enum Paint: Int, Sendable {
    case bold = 1, dim = 2, italic = 3, underline = 4
    case red = 31, green = 32, yellow = 33, blue = 34, magenta = 35, cyan = 36
  }

  /// The styled text; unchanged without colors.
  public func paint(_ text: String, _ paints: Paint...) -> String { paint(text, paints) }

  public func paint(_ text: String, _ paints: [Paint]) -> String {
    guard color, !paints.isEmpty, !text.isEmpty else { return text }
    let codes = paints.map { String($0.rawValue) }.joined(separator: ";")
    return "\u{1B}[\(codes)m\(text)\u{1B}[0m"
  }

  /// The styled text with ranges, from left to right, in bold red.
  public func paint(
    _ text: String, _ paints: [Paint] = [], marking ranges: [Range<String.Index>]
  ) -> String {
    guard color, !ranges.isEmpty else { return paint(text, paints) }
    var painted = ""
    var index = text.startIndex
    for range in ranges {
      painted += paint(String(text[index..<range.lowerBound]), paints)
      painted += paint(String(text[range]), [.red, .bold])
      index = range.upperBound
    }
    return painted + paint(String(text[index...]), paints)
  }
}
