package import MemoKit

extension Theme {
  /// What the fields of a sheet make of a theme.
  ///
  /// - Parameters:
  ///   - colors: One that is left out is that of the scheme.
  ///   - former: What it was before; nil for a new one. A color that is as the scheme has it is said
  ///     only where the former one said it.
  package init(
    _ name: String, emoji: String, _ scheme: Scheme, _ colors: [Role: Color],
    over former: Theme?
  ) {
    self.init(name.trimmedEnd, emoji: String(emoji.trimmedEnd.prefix(1)), scheme)
    let own = Set((former?.ownColors ?? []).map(\.role))
    for role in Role.allCases {
      guard let color = colors[role], own.contains(role) || color != self[role] else { continue }
      self[role] = color
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
