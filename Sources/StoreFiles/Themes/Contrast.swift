/// How well one color is told from another (WCAG 2.2, relative luminance and contrast ratio).
public enum Contrast {
  /// From 1, the same, to 21, black on white.
  public static func ratio(_ one: Theme.Color, _ other: Theme.Color) -> Double {
    let (a, b) = (one.luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// A ratio as it is read, with one digit behind the point; never rounded up to what it isn't.
  public static func text(_ ratio: Double) -> String {
    let tenths = Int(ratio * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Two colors of a theme that are too near.
  public struct Miss: Hashable, Sendable {
    public var role: Theme.Role
    public var background: Theme.Role
    public var ratio: Double
    /// What the ratio has to be at least.
    public var needed: Double

    /// In words, with what is missing.
    public var text: String {
      "\(role.rawValue) on \(background.rawValue) is \(Contrast.text(ratio)):1, and has to be at least "
        + "\(Contrast.text(needed)):1"
    }
  }
}

extension Theme {
  /// The pairs of its colors that are too near: text needs 4.5:1, lines 3:1
  /// (WCAG 2.2, 1.4.3 and 1.4.11).
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
  /// How well it has to be told from canvas and card; nil for these.
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

  /// What a part of a color of sRGB is as light.
  private static func linear(_ part: UInt8) -> Double {
    let value = Double(part) / 255
    guard value > 0.04045 else { return value / 12.92 }
    // To the power of 2.4: the fifth root, by Newton's way, to the power of twelve.
    let base = (value + 0.055) / 1.055
    var root = base
    for _ in 0..<40 {
      let fourth = root * root * root * root
      root -= (root * fourth - base) / (5 * fourth)
    }
    return (0..<12).reduce(1.0) { product, _ in product * root }
  }
}
