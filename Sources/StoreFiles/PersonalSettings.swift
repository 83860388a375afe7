internal import Git
internal import TaskFile

/// A line of a file of settings.
public struct PersonalSetting: Hashable, Sendable {
  public var key: String
  public var value: String
  /// The file and the line, as `/home/kim/.config/memo/keys.yml:2`.
  public var place: String
}

/// What a person has set for all stores on a machine: files in `~/.config/memo`, or where
/// `XDG_CONFIG_HOME` says.
extension Environment {
  /// Nil where there is no home.
  public var settingsFolder: String? {
    let base = variables["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (base ?? home.map { "\($0)/.config" }).map { "\($0)/memo" }
  }

  /// What `config.yml` says of a key; nil for nothing.
  ///
  /// Only looks, and no words of a task: what can't be read says nothing.
  public func personalSetting(_ key: String) -> String? {
    guard let folder = settingsFolder, let bytes = WorkTree.content(at: "\(folder)/config.yml"),
      case .text(let value)? = TaskDocument(yaml: bytes).value(of: key)
    else { return nil }
    return value
  }

  /// What a file says that is `key: text` a line, in that order; nothing where there is none.
  ///
  /// - Throws: ``MemoError`` that names the file, and the line where there is one, for what is there
  ///   and can't be read, or says something else.
  public func personalSettings(in name: String) throws(MemoError) -> [PersonalSetting] {
    guard let folder = settingsFolder else { return [] }
    let path = "\(folder)/\(name)"
    guard let status = try MemoError.rethrowing(WorkTree.knownStatus(at: path)) else { return [] }
    let bytes =
      status.kind == .folder ? nil : try MemoError.rethrowing(WorkTree.knownContent(at: path))
    guard let bytes else {
      throw MemoError(.refused, "\(path) is no file", hints: ["'ls -ld \(path)' shows what it is"])
    }
    let document = TaskDocument(yaml: bytes)
    // The fence above is no line of the file.
    if var problem = document.item(fileName: name).problems.first(where: { _ in
      !document.isUnderstood
    }) {
      problem.line = max(problem.line - 1, 1)
      throw MemoError(
        .refused, "\(path):\(problem.line):\(problem.column): \(problem.message)",
        hints: [problem.hint].compactMap { $0 })
    }
    var settings: [PersonalSetting] = []
    for (key, line) in document.lines {
      let place = "\(path):\(line - 1)"
      guard case .text(let value)? = document.value(of: key) else {
        throw MemoError(.refused, "\(place): '\(key)' is not followed by one word")
      }
      guard !settings.contains(where: { $0.key == key }) else {
        throw MemoError(.refused, "\(place): '\(key)' is given twice")
      }
      settings.append(PersonalSetting(key: key, value: value, place: place))
    }
    return settings
  }

  /// Writes a key of `config.yml`, or takes it out; all else in it stays.
  ///
  /// - Parameter value: Nil for none.
  /// - Throws: ``MemoError`` when that can't be written.
  public func setPersonalSetting(_ key: String, to value: String?) throws(MemoError) {
    guard let folder = settingsFolder else {
      throw MemoError(.refused, "there is no home folder to remember that in", hints: ["set HOME"])
    }
    let former = try MemoError.rethrowing(WorkTree.knownContent(at: "\(folder)/config.yml"))
    var lines = (former.map { String(decoding: $0, as: UTF8.self) } ?? "")
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    lines.put(key, value.map { ["\(key): \(ThemeFile.quoted($0))"] } ?? [])
    let text = Array(lines.map { "\($0)\n" }.joined().utf8)
    try MemoError.rethrowing(WorkTree.createFolder(folder))
    try MemoError.rethrowing(WorkTree(folder).replace("config.yml", with: text, expecting: former))
  }
}
