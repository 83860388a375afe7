internal import Terminal

/// How well one color is told from another (WCAG 2.2, relative luminance and contrast ratio).
enum Contrast {
  /// From 1, the same, to 21, black on white; nil where one is the terminal's own.
  static func ratio(_ one: Color?, _ other: Color?) -> Double? {
    guard let a = one?.luminance, let b = other?.luminance else { return nil }
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// A pair of a theme that is too near.
  struct Miss: Hashable {
    var role: Role
    var background: Role
    var ratio: Double
    var needed: Double

    var text: String {
      "\(role.rawValue) on \(background.rawValue) is \(Self.shown(ratio)):1, and has to be "
        + "\(Self.shown(needed)):1"
    }

    private static func shown(_ ratio: Double) -> String {
      let tenths = Int(ratio * 10)
      return "\(tenths / 10).\(tenths % 10)"
    }
  }

  /// Text needs 4.5:1, lines and what is selected 3:1 (WCAG 2.2, 1.4.3 and 1.4.11).
  static func misses(of theme: Theme) -> [Miss] {
    Role.allCases.flatMap { role -> [Miss] in
      guard role != .canvas, role != .card else { return [] }
      let needed = role == .line || role == .accent ? 3.0 : 4.5
      return [Role.canvas, .card].compactMap { background in
        guard let ratio = ratio(theme[role], theme[background]), ratio < needed else { return nil }
        return Miss(role: role, background: background, ratio: ratio, needed: needed)
      }
    }
  }
}

extension Color {
  fileprivate var luminance: Double? {
    guard case .rgb(let red, let green, let blue) = self else { return nil }
    return 0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  /// What a part of a color in sRGB is as light.
  private static func linear(_ part: UInt8) -> Double {
    let value = Double(part) / 255
    guard value > 0.04045 else { return value / 12.92 }
    return power(fifths: 12, of: (value + 0.055) / 1.055)
  }

  /// `base` to the power of so many fifths, without the C library: Newton's way to the fifth root.
  private static func power(fifths: Int, of base: Double) -> Double {
    var root = base
    for _ in 0..<40 {
      let fourth = root * root * root * root
      root -= (root * fourth - base) / (5 * fourth)
    }
    return (0..<fifths).reduce(1.0) { product, _ in product * root }
  }
}
