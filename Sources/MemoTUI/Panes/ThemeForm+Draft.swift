internal import BoardModel
internal import MemoKit
internal import TaskFile
internal import Terminal

/// The draft format: a line for each field.
extension ThemeForm {
  private var keys: [String] { ["name", "emoji", "scheme"] + roles.map(\.rawValue) }

  func draft(at time: Timestamp) -> Draft {
    var values = texts.map(\.text)
    values[2] = scheme.rawValue
    let lines = zip(keys, values).map { "\($0): \($1)\n" }
    return Draft(
      of: .theme(former?.path), path: former?.path, opened: former?.bytes ?? [],
      text: Array(lines.joined().utf8), at: time)
  }

  init(_ draft: Draft) {
    let former = draft.path.map { ThemeFile(draft.opened, path: $0, isStores: true) }
    var theme = former?.theme ?? Theme("", .light)
    let lines = String(decoding: draft.text, as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: ":", maxSplits: 1).map(String.init) }
    // Restore the roles of the draft, even if the theme has changed.
    for role in lines.compactMap({ $0.first.flatMap { Theme.Role(rawValue: $0) } })
    where !theme.editedRoles.contains(role) {
      theme[role] = theme[role]
    }
    self.init(theme, former)
    for parts in lines {
      guard let index = parts.first.flatMap({ keys.firstIndex(of: $0) }) else { continue }
      let value = parts.count > 1 ? String(parts[1].dropFirst()) : ""
      if index == 2 {
        scheme = Theme.Scheme(rawValue: value) ?? scheme
      } else {
        texts[index] = TextField(value)
      }
    }
  }

  /// Whether a theme has all typed values.
  func isSaid(by file: ThemeFile) -> Bool {
    guard file.isStores, former == nil || former?.path == file.path else { return false }
    let other = ThemeForm(file.theme, file)
    return texts.map(\.text) == other.texts.map(\.text) && scheme == other.scheme
  }
}
