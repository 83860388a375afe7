internal import BoardModel
internal import MemoKit
internal import Words

/// A form for a theme; the board previews it while it is open.
struct ThemeForm: Hashable, Sendable {
  /// The edited file; nil for a new theme.
  let former: ThemeFile?
  var scheme: Theme.Scheme
  /// The name, the emoji, the scheme (empty), and a color for each of ``roles``.
  var texts: [TextField]
  /// 0 is the name, 1 the emoji, 2 the scheme; the roles follow.
  var focus = 0
  var saving: Int?
  private let initial: [String]
  private let initialScheme: Theme.Scheme

  let roles: [Theme.Role]

  func labels(_ words: Words) -> [String] {
    [words.name, words.emoji, words.scheme] + roles.map { $0.label(words) }
  }

  /// - Parameter former: Nil for a new theme.
  init(_ theme: Theme, _ former: ThemeFile?) {
    self.former = former
    scheme = theme.scheme
    initialScheme = theme.scheme
    roles = theme.editedRoles
    // All roles' colors, so that changing the scheme changes none of them.
    initial =
      [former == nil ? "" : theme.name, theme.emoji, ""] + roles.map { "\(theme[$0])" }
    texts = initial.map { TextField($0) }
  }

  var isChanged: Bool { texts.map(\.text) != initial || scheme != initialScheme }

  var fields: ThemeFields {
    ThemeFields(
      name: texts[0].text, emoji: texts[1].text, scheme,
      zip(roles, texts.dropFirst(3)).map { ($0, $1.text) })
  }

  /// The theme of the current values.
  var theme: Theme { fields.theme(over: former?.theme) }

  /// Focuses a field that can't be saved.
  ///
  /// - Returns: The error.
  mutating func refuse(
    _ field: ThemeFields.Field, _ reason: String, _ words: Words
  ) -> String {
    switch field {
    case .name: focus = 0
    case .emoji: focus = 1
    case .color(let role): focus = 3 + (roles.firstIndex(of: role) ?? 0)
    }
    return "\(labels(words)[focus]): \(reason)"
  }

  mutating func move(by steps: Int) { focus = (focus + steps + texts.count) % texts.count }
}
