internal import Git
public import StoreFiles
internal import TaskFile
internal import TaskHistory

public struct ThemeReport: Hashable, Sendable {
  /// The subject of the commit.
  public var words: String
  /// The operation for an undo.
  public var operation: String?
}

extension Store {
  /// Writes a theme of the store, and its new name in the settings, in one commit.
  ///
  /// - Parameter former: The theme before; nil for a new one, which gets its own file.
  /// - Returns: Nil if nothing changed.
  /// - Throws: ``MemoError`` of kind `refused` for insufficient contrast, or an empty or duplicate
  ///   name; `raced` if somebody else has changed the file meanwhile.
  public func save(
    _ theme: Theme, over former: ThemeFile? = nil
  ) throws(MemoError) -> ThemeReport? {
    try check(theme, former)
    return try write { session throws(MemoError) in
      let path = former?.path ?? session.freePath(for: theme.name)
      let now = try session.git.content(of: session.git.repositoryPath(path))
      // An edit wins over a deletion, as in a task.
      guard now == former?.bytes || now == nil else {
        try session.finishStep()
        throw MemoError(
          .raced, "somebody has changed \(path) meanwhile", hints: ["open the theme again"])
      }
      let text = ThemeFile.text(theme, over: former?.bytes)
      guard text != now else { return nil }
      let what = Self.difference(former?.theme, theme)
      let words = "theme: \(theme.name)" + (what.isEmpty ? "" : " (\(what))")
      let settings = try former.flatMap { former throws(MemoError) in
        try session.settings(calling: former, theme.name)
      }
      return try session.commit(path: path, from: now, to: text, words, and: settings)
    }
  }

  /// Deletes a theme of the store, and its name in the settings, in one commit.
  ///
  /// - Throws: ``MemoError`` of kind `raced` if somebody has changed the file meanwhile.
  public func delete(_ theme: ThemeFile) throws(MemoError) -> ThemeReport? {
    try write { session throws(MemoError) in
      let now = try session.git.content(of: session.git.repositoryPath(theme.path))
      guard let now else { return nil }
      guard now == theme.bytes else {
        try session.finishStep()
        throw MemoError(
          .raced, "somebody has changed \(theme.path) meanwhile", hints: ["look at it again"])
      }
      let words = "theme: \(theme.theme.name) (deleted)"
      return try session.commit(
        path: theme.path, from: now, to: nil, words, and: session.settings(calling: theme, nil))
    }
  }

  /// Writes the order of the store's themes into its settings, in one commit.
  ///
  /// - Parameter names: The names of all themes.
  public func order(themes names: [String]) throws(MemoError) -> ThemeReport? {
    try write { session throws(MemoError) in
      let path = session.git.repositoryPath(Self.marker)
      guard let now = try session.git.content(of: path) else { return nil }
      let text = StoreSettings.text(now, themes: names)
      guard text != now, StoreSettings.areReadable(text, at: Self.marker) else { return nil }
      let words = "themes: \(names.joined(separator: ", "))"
      return try session.commit(path: Self.marker, from: now, to: text, words)
    }
  }

  private func check(_ theme: Theme, _ former: ThemeFile?) throws(MemoError) {
    let isTaken = themes().contains {
      $0.theme.name == theme.name && $0.path != former?.path && $0.isStores
    }
    guard !theme.name.isEmpty, !theme.name.contains(where: \.isNewline), !isTaken,
      !(Theme.builtIn.map(\.name) + ["terminal"]).contains(theme.name)
    else {
      throw MemoError(
        .refused,
        theme.name.isEmpty ? "a theme needs a name" : "there is a theme '\(theme.name)' already",
        hints: ["give it another name"])
    }
    guard let miss = theme.misses.first else { return }
    throw MemoError(
      .refused, "\(theme.name) can't be read by everybody: \(miss.text)",
      details: theme.misses.dropFirst().map(\.text),
      hints: ["make one of the two lighter or darker"])
  }

  /// The keys that differ.
  private static func difference(_ former: Theme?, _ theme: Theme) -> String {
    guard let former else { return "" }
    var keys: [String] = []
    if former.name != theme.name { keys.append("name") }
    if former.emoji != theme.emoji { keys.append("emoji") }
    if former.scheme != theme.scheme { keys.append("scheme") }
    // A status color that neither theme sets follows another color, and isn't listed.
    let said = Set((former.ownColors + theme.ownColors).map(\.role))
    let changed = Theme.Role.allCases.filter { role in
      former[role] != theme[role]
        && (said.contains(role) || ![.todo, .doing, .done].contains(role))
    }
    keys += changed.map(\.rawValue)
    return keys.joined(separator: ", ")
  }
}

extension WriteSession {
  fileprivate func freePath(for name: String) -> String {
    var paths = FreePaths()
    return paths.free(like: "\(Store.themesFolder)/\(FileName.slug(of: name)).yml") {
      WorkTree.status(at: Paths.join(store.root, $0)) != nil
    }
  }

  /// The settings with a theme renamed, or removed if the name is nil; nil if they don't contain
  /// it.
  fileprivate func settings(
    calling theme: ThemeFile, _ name: String?
  ) throws(MemoError) -> FileEdit? {
    let path = git.repositoryPath(Store.marker)
    let isOthers = store.themes().contains {
      $0.isStores && $0.theme.name == theme.theme.name && $0.path != theme.path
    }
    guard name != theme.theme.name, !isOthers, let now = try git.content(of: path) else {
      return nil
    }
    let text = StoreSettings.text(now, calling: theme.theme.name, name)
    guard text != now, StoreSettings.areReadable(text, at: Store.marker) else { return nil }
    return FileEdit(path: path, before: now, after: text)
  }

  /// - Parameter other: Another edit of the same commit.
  fileprivate mutating func commit(
    path: String, from before: [UInt8]?, to after: [UInt8]?, _ words: String,
    and other: FileEdit? = nil
  ) throws(MemoError) -> ThemeReport {
    let edit = FileEdit(path: git.repositoryPath(path), before: before, after: after)
    try commit(
      [], as: before == nil ? .add : after == nil ? .delete : .edit, subject: words,
      and: [edit] + [other].compactMap { $0 })
    return ThemeReport(words: words, operation: operation?.text)
  }
}
