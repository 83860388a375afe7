internal import Git
internal import TaskFile

/// What a person has set for all stores on a machine: files in `~/.config/memo`, or where
/// `XDG_CONFIG_HOME` says.
extension Environment {
  /// Nil where there is no home.
  public var settingsFolder: String? {
    let base = variables["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (base ?? home.map { "\($0)/.config" }).map { "\($0)/memo" }
  }

  /// What `config.yml` says of a key; nil for nothing.
  public func personalSetting(_ key: String) -> String? {
    personalSettings(in: "config.yml").last { $0.key == key }?.value
  }

  /// The keys of a file and their values, where those are text, in their order.
  public func personalSettings(in name: String) -> [(key: String, value: String)] {
    // Only looks and keys, and no words of a task: what can't be read says nothing.
    guard let folder = settingsFolder, let bytes = WorkTree.content(at: "\(folder)/\(name)") else {
      return []
    }
    let document = TaskDocument(yaml: bytes)
    return document.keys.compactMap { key in
      if case .text(let value)? = document.value(of: key) { (key, value) } else { nil }
    }
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
