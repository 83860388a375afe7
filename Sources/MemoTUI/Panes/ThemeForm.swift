internal import BoardModel
internal import MemoKit
internal import Terminal
internal import Words

/// A theme as a sheet; while it is open, the board looks as it says.
struct ThemeForm: Hashable, Sendable {
  /// The file that is changed; nil for a new theme.
  private(set) var former: ThemeFile?
  var scheme: Theme.Scheme
  /// The name, the emoji, and a color for each of ``roles``.
  var texts: [TextField]
  /// 0 the name, 1 the emoji, 2 the scheme, then the roles.
  var focus = 0
  /// Why it can't be saved.
  var error: String?
  /// What others did to the file since it was opened.
  var news: String?
  var saving: Int?
  /// The number that it is kept by; nil for none yet.
  var draft: Int?
  private var initial: [String]
  private var initialScheme: Theme.Scheme

  /// What it asks for.
  let roles: [Theme.Role]

  func labels(_ words: Words) -> [String] {
    [words.name, words.emoji, words.scheme] + roles.map { $0.label(words) }
  }

  /// - Parameters:
  ///   - theme: What it begins with.
  ///   - former: Nil for a new one.
  init(_ theme: Theme, _ former: ThemeFile?) {
    self.former = former
    scheme = theme.scheme
    initialScheme = theme.scheme
    roles = theme.editedRoles
    initial = Self.values(theme, roles, isNew: former == nil)
    texts = initial.map { TextField($0) }
  }

  /// All of these colors, so that none changes with the scheme behind one's back.
  private static func values(_ theme: Theme, _ roles: [Theme.Role], isNew: Bool) -> [String] {
    [isNew ? "" : theme.name, theme.emoji, ""] + roles.map { "\(theme[$0])" }
  }

  /// Goes on from what others have made of the file: what was not changed here is as they left it.
  mutating func goOn(from file: ThemeFile) {
    let values = Self.values(file.theme, roles, isNew: false)
    for index in texts.indices where texts[index].text == initial[index] {
      texts[index] = TextField(values[index])
    }
    if scheme == initialScheme { scheme = file.theme.scheme }
    (former, initial, initialScheme) = (file, values, file.theme.scheme)
  }

  var isChanged: Bool { texts.map(\.text) != initial || scheme != initialScheme }

  /// What it says now; a color that isn't one is that of the scheme.
  var theme: Theme {
    let colors = zip(roles, texts.dropFirst(3)).compactMap { role, field in
      Theme.Color(field.text.trimmedEnd).map { (role, $0) }
    }
    return Theme(
      texts[0].text, emoji: texts[1].text, scheme,
      Dictionary(colors, uniquingKeysWith: { first, _ in first }), over: former?.theme)
  }

  /// What is wrong with one line of it; nil for nothing.
  func problem(at index: Int, _ words: Words) -> String? {
    let text = texts[index].text.trimmedEnd
    switch index {
    case 0: return text.isEmpty ? words.needsName : nil
    case 1: return text.count > 1 ? words.oneSign : nil
    case 2: return nil
    default:
      guard Theme.Color(text) != nil else { return words.writeColor }
      let role = roles[index - 3]
      return theme.misses.first { $0.role == role }?.text
    }
  }

  /// The first line of it that is wrong, and how.
  func firstProblem(_ words: Words) -> (index: Int, message: String)? {
    texts.indices.lazy.compactMap { index in
      problem(at: index, words).map { (index, "\(labels(words)[index]): \($0)") }
    }.first
  }

  mutating func move(by steps: Int) { focus = (focus + steps + texts.count) % texts.count }
}
