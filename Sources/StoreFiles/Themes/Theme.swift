internal import Platform

/// The name, emoji and colors of a board's theme.
public struct Theme: Hashable, Sendable {
  public enum Scheme: String, CaseIterable, Hashable, Sendable { case light, dark }

  public enum Role: String, CaseIterable, Hashable, Sendable {
    /// The backgrounds of the board and of a task.
    case canvas, card
    case text, dim
    /// Separators; selections and main actions.
    case line, accent
    /// Overdue; due soon; conflicts; done.
    case late, soon, conflict, good
    /// The columns.
    case todo, doing, done

    /// The roles that an editor always offers.
    ///
    /// Others default to ``Theme/paper`` or ``Theme/ink``.
    fileprivate static let chosen: [Role] = [.accent, .todo, .doing, .done]

    /// The role whose color a column uses by default.
    fileprivate var stand: Role? {
      switch self {
      case .todo: .dim
      case .doing: .accent
      case .done: .good
      case .canvas, .card, .text, .dim, .line, .accent, .late, .soon, .conflict, .good: nil
      }
    }
  }

  /// An sRGB color with 8 bits for each component.
  public struct Color: Hashable, Sendable, CustomStringConvertible {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    public init(_ number: UInt32) {
      red = UInt8(number >> 16 & 0xFF)
      green = UInt8(number >> 8 & 0xFF)
      blue = UInt8(number & 0xFF)
    }

    /// Parses a CSS color such as `#f3f6f1` or `#fff`.
    ///
    /// - Returns: Nil for anything else.
    public init?(_ text: String) {
      guard text.hasPrefix("#") else { return nil }
      var digits = String(text.dropFirst())
      if digits.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
      guard digits.count == 6, digits.utf8.allSatisfy({ $0 < 0x80 }),
        digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: 16)
      else { return nil }
      self.init(number)
    }

    public var description: String {
      let number = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
      let digits = String(number, radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }

  public var name: String
  /// At most one character, shown before the store's name.
  public var emoji: String
  public var scheme: Scheme
  private var colors: [Role: Color]

  /// - Parameter colors: Missing colors default to ``paper`` or ``ink``, depending on the scheme.
  public init(
    _ name: String, emoji: String = "", _ scheme: Scheme, _ colors: [Role: Color] = [:]
  ) {
    self.name = name
    self.emoji = emoji
    self.scheme = scheme
    self.colors = colors
  }

  public subscript(_ role: Role) -> Color {
    get {
      colors[role] ?? role.stand.map { self[$0] }
        ?? (scheme == .light ? Self.paperColors : Self.inkColors)[role] ?? Color(0)
    }
    set { colors[role] = newValue }
  }

  /// The roles that an editor offers: the usual ones, and others that this theme defines.
  public var editedRoles: [Role] {
    Role.chosen + Role.allCases.filter { colors[$0] != nil && !Role.chosen.contains($0) }
  }

  /// The colors that this theme defines.
  public var ownColors: [(role: Role, color: Color)] {
    Role.allCases.compactMap { role in colors[role].map { (role, $0) } }
  }
}

extension Theme {
  public static let paper = Theme("paper", .light)
  public static let ink = Theme("ink", .dark)

  /// Each pair of text and background has a contrast of at least 7:1.
  public static let contrast = Theme(
    "contrast", .dark,
    [
      .canvas: Color(0x000000), .card: Color(0x000000), .text: Color(0xFFFFFF),
      .dim: Color(0xD0D0D0), .line: Color(0xA8A8A8), .accent: Color(0xFFE14D),
      .late: Color(0xFF9A9A), .soon: Color(0xFFC04D), .conflict: Color(0xF0A0FF),
      .good: Color(0x7DF09A),
    ])

  /// Black on white, for printers and electronic paper.
  public static let print = Theme(
    "print", .light,
    [
      .canvas: Color(0xFFFFFF), .card: Color(0xFFFFFF), .text: Color(0x000000),
      .dim: Color(0x444444), .line: Color(0x777777), .accent: Color(0x000000),
      .late: Color(0x000000), .soon: Color(0x333333), .conflict: Color(0x000000),
      .good: Color(0x333333),
    ])

  public static let builtIn = [paper, ink, contrast, print]

  private static let paperColors: [Role: Color] = [
    .canvas: Color(0xF6F5F1), .card: Color(0xFFFFFF), .text: Color(0x1D1D1B),
    .dim: Color(0x5A5A55), .line: Color(0x85857E), .accent: Color(0x1F5FA8),
    .late: Color(0xA31515), .soon: Color(0x7A5200), .conflict: Color(0x7A1C62),
    .good: Color(0x1B6E3C),
  ]

  private static let inkColors: [Role: Color] = [
    .canvas: Color(0x16181C), .card: Color(0x1F2227), .text: Color(0xE6E6E1),
    .dim: Color(0xA3A69F), .line: Color(0x6F747C), .accent: Color(0x7FB4F0),
    .late: Color(0xFF8A80), .soon: Color(0xE6B450), .conflict: Color(0xE08CD0),
    .good: Color(0x7CCF94),
  ]
}

/// The contrast between two colors (WCAG 2.2, relative luminance and contrast ratio).
public enum Contrast {
  /// From 1 for equal colors to 21 for black on white.
  public static func ratio(_ one: Theme.Color, _ other: Theme.Color) -> Double {
    let (a, b) = (one.luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Formats a ratio with one decimal, rounded down so that it never looks sufficient when it
  /// isn't.
  public static func text(_ ratio: Double) -> String {
    let tenths = Int(ratio * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Two colors of a theme with too little contrast.
  public struct Miss: Hashable, Sendable {
    public var role: Theme.Role
    public var background: Theme.Role
    public var ratio: Double
    public var needed: Double

    public var text: String {
      "\(role.rawValue) on \(background.rawValue) is \(Contrast.text(ratio)):1, and has to be at least "
        + "\(Contrast.text(needed)):1"
    }
  }
}

extension Theme {
  /// Pairs with too little contrast: text needs 4.5:1, lines 3:1 (WCAG 2.2, 1.4.3 and 1.4.11).
  public var misses: [Contrast.Miss] {
    Role.allCases.flatMap { role -> [Contrast.Miss] in
      guard let needed = role.neededContrast else { return [] }
      return [Role.canvas, .card].compactMap { background in
        let ratio = Contrast.ratio(self[role], self[background])
        return ratio < needed
          ? Contrast.Miss(role: role, background: background, ratio: ratio, needed: needed) : nil
      }
    }
  }
}

extension Theme.Role {
  /// The minimum contrast with canvas and card; nil for these two.
  public var neededContrast: Double? {
    switch self {
    case .canvas, .card: nil
    case .line: 3.0
    case .text, .dim, .accent, .late, .soon, .conflict, .good, .todo, .doing, .done: 4.5
    }
  }
}

extension Theme.Color {
  fileprivate var luminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  /// Converts a component of sRGB to linear light.
  private static func linear(_ part: UInt8) -> Double {
    let value = Double(part) / 255
    return value > 0.04045 ? pow((value + 0.055) / 1.055, 2.4) : value / 12.92
  }
}
