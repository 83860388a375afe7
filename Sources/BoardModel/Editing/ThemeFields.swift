package import MemoKit
internal import Terminal
package import Words

/// The fields of a theme that people edit in a form.
package struct ThemeFields: Sendable {
  package enum Field: Equatable, Sendable {
    case name, emoji
    case color(Theme.Role)
  }

  package var name: String
  package var emoji: String
  package var scheme: Theme.Scheme
  /// The typed colors, in the order of the form.
  package var colors: [(role: Theme.Role, text: String)]

  package init(
    name: String, emoji: String, _ scheme: Theme.Scheme,
    _ colors: [(role: Theme.Role, text: String)]
  ) {
    (self.name, self.emoji, self.scheme, self.colors) = (name, emoji, scheme, colors)
  }

  /// The theme of the values; a missing or invalid color is that of `former`, else the scheme's.
  ///
  /// - Parameter former: The theme before the edit; nil for a new one. A color equal to the
  ///   scheme's is stored only if `former` stores it.
  package func theme(over former: Theme?) -> Theme {
    var theme = Theme(name.trimmedEnd, emoji: String(emoji.trimmedEnd.prefix(1)), scheme)
    let own = Dictionary((former?.ownColors ?? []).map { ($0.role, $0.color) }) { $1 }
    let typed = Dictionary(
      colors.compactMap { role, text in Self.color(text).map { (role, $0) } }
    ) { $1 }
    for role in Theme.Role.allCases {
      guard let color = typed[role] ?? own[role], own[role] != nil || color != theme[role]
      else { continue }
      theme[role] = color
    }
    return theme
  }

  private static func color(_ text: String) -> Theme.Color? { Theme.Color(text.trimmedEnd) }

  /// The first field that can't be saved, and why; nil if the theme is valid.
  ///
  /// - Parameters:
  ///   - former: The edited file; nil for a new theme.
  ///   - themes: All themes of the store and of the user.
  package func problem(
    over former: ThemeFile?, among themes: [ThemeFile], _ words: Words
  ) -> (field: Field, reason: String)? {
    let theme = theme(over: former?.theme)
    if theme.name.isEmpty { return (.name, words.needsName) }
    let others = themes.filter { $0.isStores && $0.path != former?.path }.map(\.theme)
    if (others + Theme.builtIn).contains(where: { $0.name == theme.name }) {
      return (.name, words.themeExists(theme.name.sanitized))
    }
    if emoji.trimmedEnd.count > 1 { return (.emoji, words.oneSign) }
    let misses = theme.misses
    for (role, text) in colors {
      if Self.color(text) == nil { return (.color(role), words.writeColor) }
      if let miss = misses.first(where: { $0.role == role }) {
        let reason = words.hasLowContrast(
          "\(Contrast.text(miss.ratio)):1", "\(Contrast.text(miss.needed)):1")
        return (.color(role), reason)
      }
    }
    return nil
  }
}

extension Theme.Role {
  /// The role's name in forms.
  package func label(_ words: Words) -> String {
    switch self {
    case .accent: words.accent
    case .todo: words.name(of: .todo).uppercased()
    case .doing: words.name(of: .doing).uppercased()
    case .done: words.name(of: .done).uppercased()
    case .canvas, .card, .text, .dim, .line, .late, .soon, .conflict, .good: rawValue
    }
  }
}

extension String {
  package var trimmedEnd: String {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
