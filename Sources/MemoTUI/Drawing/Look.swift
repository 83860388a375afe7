internal import MemoKit
internal import Terminal

/// Maps a theme's roles to styles of this terminal.
struct Look: Hashable, Sendable {
  /// Nil for the terminal's own sixteen colors and background.
  var theme: Theme?
  /// Whether the terminal's background is light.
  var isLight = false

  /// The name of the look with the terminal's own colors.
  static let terminalName = "terminal"

  var name: String { theme?.name ?? Self.terminalName }
  var emoji: String { theme?.emoji ?? "" }

  /// The style of a role.
  ///
  /// - Parameter isOnCard: Whether the background is a card's.
  func style(_ role: Role, isOnCard: Bool = false) -> CellStyle {
    let background: Role = isOnCard || role == .card ? .card : .canvas
    var style = CellStyle(color(role), on: theme.map { Color($0[background]) })
    // These attributes also work without colors.
    switch role {
    case .accent, .late: style.attributes = [.bold]
    case .conflict: style.attributes = [.underline]
    case .dim, .line: if theme == nil { style.attributes = [.dim] }
    case .canvas, .card, .text, .soon, .good, .todo, .doing, .done: break
    }
    return style
  }

  private func color(_ role: Role) -> Color? {
    guard let theme else { return (isLight ? Self.onLight : Self.onDark)[role] }
    return role == .canvas || role == .card ? nil : Color(theme[role])
  }

  private static let onDark: [Role: Color] = [
    .accent: .palette(6), .late: .palette(1), .soon: .palette(3), .conflict: .palette(5),
    .good: .palette(2), .doing: .palette(6), .done: .palette(2),
  ]

  /// Yellow and cyan are hard to read on white.
  private static let onLight: [Role: Color] = [
    .accent: .palette(4), .late: .palette(1), .soon: .palette(5), .conflict: .palette(5),
    .good: .palette(2), .doing: .palette(4), .done: .palette(2),
  ]
}

extension Color {
  fileprivate init(_ color: Theme.Color) {
    self = .rgb(red: color.red, green: color.green, blue: color.blue)
  }
}
