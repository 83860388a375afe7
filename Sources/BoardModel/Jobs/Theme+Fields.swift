package import MemoKit
package import Words

extension Theme {
  /// Creates a theme from the fields of a form.
  ///
  /// - Parameters:
  ///   - colors: A missing color is that of `former`, else that of the scheme.
  ///   - former: The theme before the edit; nil for a new one. A color equal to the scheme's is
  ///     stored only if `former` stores it.
  package init(
    _ name: String, emoji: String, _ scheme: Scheme, _ colors: [Role: Color],
    over former: Theme?
  ) {
    self.init(name.trimmedEnd, emoji: String(emoji.trimmedEnd.prefix(1)), scheme)
    let own = Dictionary((former?.ownColors ?? []).map { ($0.role, $0.color) }) { $1 }
    for role in Role.allCases {
      guard let color = colors[role] ?? own[role], own[role] != nil || color != self[role]
      else { continue }
      self[role] = color
    }
  }
}

extension Contrast.Miss {
  /// The reason in a form, at the field of the color.
  package func reason(_ words: Words) -> String {
    words.hasLowContrast("\(Contrast.text(ratio)):1", "\(Contrast.text(needed)):1")
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
