internal import BoardModel
internal import MemoKit
internal import Terminal
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

  /// The theme of the current values; an invalid color is the scheme's.
  var theme: Theme {
    let colors = zip(roles, texts.dropFirst(3)).compactMap { role, field in
      Theme.Color(field.text.trimmedEnd).map { (role, $0) }
    }
    return Theme(
      texts[0].text, emoji: texts[1].text, scheme,
      Dictionary(colors, uniquingKeysWith: { first, _ in first }), over: former?.theme)
  }

  /// The first field that can't be saved, and why; nil if the theme is valid.
  func firstProblem(_ words: Words) -> (index: Int, message: String)? {
    let misses = theme.misses
    for (index, field) in texts.enumerated() {
      let text = field.text.trimmedEnd
      let problem: String?
      switch index {
      case 0: problem = text.isEmpty ? words.needsName : nil
      case 1: problem = text.count > 1 ? words.oneSign : nil
      case 2: problem = nil
      default:
        problem =
          Theme.Color(text) == nil
          ? words.writeColor : misses.first { $0.role == roles[index - 3] }?.reason(words)
      }
      if let problem { return (index, "\(labels(words)[index]): \(problem)") }
    }
    return nil
  }

  mutating func move(by steps: Int) { focus = (focus + steps + texts.count) % texts.count }
}
