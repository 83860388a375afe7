public struct CellStyle: Hashable, Sendable {
  /// Nil for the terminal's default.
  public var foreground: Color?
  public var background: Color?
  public var isBold: Bool
  public var isDim = false
  public var isUnderlined = false

  public init(_ foreground: Color? = nil, on background: Color? = nil, isBold: Bool = false) {
    self.foreground = foreground
    self.background = background
    self.isBold = isBold
  }
}

/// A color of a theme.
public enum Color: Hashable, Sendable {
  /// One of the terminal's sixteen colors, 0 to 15; the bright ones start at 8.
  case palette(UInt8)
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// The colors that a terminal supports.
public enum ColorDepth: Hashable, Sendable {
  /// No colors, only attributes such as bold.
  case none
  /// xterm's 256 colors, which the Linux console also understands.
  case indexed
  case direct

  /// Reads the depth from the environment.
  ///
  /// - Parameter isOn: Whether colors are wanted at all.
  public init(environment: [String: String], isOn: Bool) {
    let isDirect = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
    self = !isOn ? .none : isDirect ? .direct : .indexed
  }
}

extension CellStyle {
  /// The escape sequence that sets this style, whatever the style before.
  func sequence(_ depth: ColorDepth) -> String {
    var codes = ["0"]
    if isBold { codes.append("1") }
    if isDim { codes.append("2") }
    if isUnderlined { codes.append("4") }
    if let foreground { codes += foreground.codes(depth, base: 30) }
    if let background { codes += background.codes(depth, base: 40) }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }
}

extension Color {
  /// - Parameter base: 30 for the foreground, 40 for the background.
  fileprivate func codes(_ depth: ColorDepth, base: Int) -> [String] {
    switch (self, depth) {
    case (_, .none): return []
    case (.palette(let number), _):
      return [String(number < 8 ? base + Int(number) : base + 52 + Int(number))]
    case (.rgb(let red, let green, let blue), .direct):
      return ["\(base + 8)", "2", "\(red)", "\(green)", "\(blue)"]
    case (.rgb, .indexed): return ["\(base + 8)", "5", "\(indexed)"]
    }
  }

  /// The nearest of xterm's 256 colors.
  ///
  /// The 6 × 6 × 6 cube starts at 16, the grays at 232.
  private var indexed: UInt8 {
    guard case .rgb(let red, let green, let blue) = self else { return 0 }
    let levels = [0, 95, 135, 175, 215, 255]
    func level(_ value: UInt8) -> Int {
      levels.indices.min { abs(levels[$0] - Int(value)) < abs(levels[$1] - Int(value)) } ?? 0
    }
    let (r, g, b) = (level(red), level(green), level(blue))
    let gray = min(23, max(0, (Int(red) + Int(green) + Int(blue) - 24 + 15) / 30))
    let value = UInt8(8 + 10 * gray)
    let cube = Color.rgb(
      red: UInt8(levels[r]), green: UInt8(levels[g]), blue: UInt8(levels[b]))
    let isGray = distance(to: .rgb(red: value, green: value, blue: value)) < distance(to: cube)
    return UInt8(isGray ? 232 + gray : 16 + 36 * r + 6 * g + b)
  }

  private func distance(to other: Color) -> Int {
    guard case .rgb(let r, let g, let b) = self, case .rgb(let r2, let g2, let b2) = other else {
      return 0
    }
    let (red, green, blue) = (Int(r) - Int(r2), Int(g) - Int(g2), Int(b) - Int(b2))
    // The eye is most sensitive to green and least to blue.
    return 3 * red * red + 4 * green * green + 2 * blue * blue
  }
}
