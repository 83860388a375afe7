internal import Terminal

/// Ten colors with names of what they are for.
struct Theme: Hashable, Sendable {
  enum Scheme: String, Hashable, Sendable { case light, dark }

  var name: String
  /// One grapheme cluster before the store's name; empty for none.
  var emoji = ""
  /// Nil for one that leaves it to the terminal.
  var scheme: Scheme?
  private var colors: [Role: Color]

  /// - Parameter colors: One that is left out is that of `paper` or `ink`, whichever the scheme is.
  init(_ name: String, emoji: String = "", _ scheme: Scheme, _ colors: [Role: Color]) {
    self.name = name
    self.emoji = emoji
    self.scheme = scheme
    let base = scheme == .light ? Self.paperColors : Self.inkColors
    self.colors = base.merging(colors) { $1 }
  }

  private init(terminal name: String) {
    self.name = name
    colors = [
      .accent: .palette(6), .late: .palette(1), .soon: .palette(3), .conflict: .palette(5),
      .good: .palette(2),
    ]
  }

  subscript(_ role: Role) -> Color? { colors[role] }

  /// How text in a role looks.
  ///
  /// - Parameter isOnCard: Whether it stands on a card, and not on what is around cards.
  func style(_ role: Role, isOnCard: Bool = false) -> CellStyle {
    var style = CellStyle(
      role == .canvas || role == .card ? nil : colors[role],
      on: colors[isOnCard || role == .card ? .card : .canvas])
    // Where there are no colors, these remain.
    switch role {
    case .accent, .late: style.attributes = .bold
    case .conflict: style.attributes = .underline
    case .dim, .line: if colors[role] == nil { style.attributes = .dim }
    case .canvas, .card, .text, .soon, .good: break
    }
    return style
  }
}

extension Theme {
  /// The terminal's own sixteen colors, on its own background.
  static let terminal = Theme(terminal: "terminal")
  static let paper = Theme("paper", .light, [:])
  static let ink = Theme("ink", .dark, [:])
  /// Every pair of at least 7:1.
  static let contrast = Theme(
    "contrast", .dark,
    [
      .canvas: rgb(0x000000), .card: rgb(0x000000), .text: rgb(0xFFFFFF), .dim: rgb(0xD0D0D0),
      .line: rgb(0xA8A8A8), .accent: rgb(0xFFE14D), .late: rgb(0xFF9A9A), .soon: rgb(0xFFC04D),
      .conflict: rgb(0xF0A0FF), .good: rgb(0x7DF09A),
    ])
  /// Black on white, for a printer and for e-ink.
  static let print = Theme(
    "print", .light,
    [
      .canvas: rgb(0xFFFFFF), .card: rgb(0xFFFFFF), .text: rgb(0x000000), .dim: rgb(0x444444),
      .line: rgb(0x777777), .accent: rgb(0x000000), .late: rgb(0x000000), .soon: rgb(0x333333),
      .conflict: rgb(0x000000), .good: rgb(0x333333),
    ])

  static let builtIn = [terminal, paper, ink, contrast, print]

  static func named(_ name: String) -> Theme? { builtIn.first { $0.name == name } }

  private static let paperColors: [Role: Color] = [
    .canvas: rgb(0xF6F5F1), .card: rgb(0xFFFFFF), .text: rgb(0x1D1D1B), .dim: rgb(0x5A5A55),
    .line: rgb(0x85857E), .accent: rgb(0x1F5FA8), .late: rgb(0xA31515), .soon: rgb(0x7A5200),
    .conflict: rgb(0x7A1C62), .good: rgb(0x1B6E3C),
  ]

  private static let inkColors: [Role: Color] = [
    .canvas: rgb(0x16181C), .card: rgb(0x1F2227), .text: rgb(0xE6E6E1), .dim: rgb(0xA3A69F),
    .line: rgb(0x6F747C), .accent: rgb(0x7FB4F0), .late: rgb(0xFF8A80), .soon: rgb(0xE6B450),
    .conflict: rgb(0xE08CD0), .good: rgb(0x7CCF94),
  ]

  private static func rgb(_ number: Int) -> Color {
    .rgb(
      red: UInt8(number >> 16 & 0xFF), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
  }
}
