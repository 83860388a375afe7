internal import Git
internal import TaskFile

/// A line of the user's settings file.
public struct PersonalSetting: Hashable, Sendable {
  public var key: String
  public var value: String
  /// File and line, such as `/home/kim/.config/memo/keys.yml:2`.
  public var place: String
}

extension Environment {
  /// The folder of the user's settings for all stores: `memo` in `XDG_CONFIG_HOME` or `~/.config`.
  ///
  /// Nil without a home folder.
  public var settingsFolder: String? {
    let base = variables["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (base ?? home.map { "\($0)/.config" }).map { "\($0)/memo" }
  }

  /// The lines `key: text` of a file, in order; empty if the file doesn't exist.
  ///
  /// - Throws: ``MemoError`` with file and line if the file is unreadable or invalid.
  public func personalSettings(in name: String) throws(MemoError) -> [PersonalSetting] {
    guard let folder = settingsFolder else { return [] }
    let path = "\(folder)/\(name)"
    guard let bytes = try personalFile(path) else { return [] }
    return try PersonalSetting.all(in: bytes, at: path)
  }

  private func personalFile(_ path: String) throws(MemoError) -> [UInt8]? {
    guard try MemoError.rethrowing(WorkTree.knownStatus(at: path)) != nil else { return nil }
    guard let bytes = try MemoError.rethrowing(WorkTree.knownContent(at: path)) else {
      throw MemoError(
        .refused, "\(path) is not a file", hints: ["'ls -ld \(path)' shows what it is"])
    }
    return bytes
  }

  /// Sets or removes a key of `config.yml`, and keeps the rest of the file.
  ///
  /// - Parameter value: Nil to remove the key.
  /// - Throws: ``MemoError`` if the file is invalid or can't be written.
  public func setPersonalSetting(_ key: String, to value: String?) throws(MemoError) {
    guard let folder = settingsFolder else {
      throw MemoError(.refused, "HOME is not set, so memo can't save that", hints: ["set HOME"])
    }
    let path = "\(folder)/config.yml"
    let former = try personalFile(path)
    _ = try PersonalSetting.all(in: former ?? [], at: path)
    var text = (former ?? []).withoutByteOrderMark
    if let last = text.last, last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
    // `init(yaml:)` adds an empty line, and a new key would go below it.
    let fence = Array("---\n".utf8)
    var document = TaskDocument(fence + text + fence)
    do throws(Problem) {
      try document.set(key, to: value.map { .text($0) })
    } catch {
      throw MemoError(
        .refused, "\(path): \(error.message)", hints: [error.hint].compactMap { $0 })
    }
    text = Array(document.bytes.dropFirst(fence.count).dropLast(fence.count))
    // The file is often a symbolic link into a dotfiles folder.
    let target = former == nil ? path : WorkTree.resolved(path) ?? path
    let (parent, file) = (Paths.parent(of: target), Paths.name(of: target))
    try MemoError.rethrowing(WorkTree.createFolder(parent))
    try MemoError.rethrowing(
      WorkTree(parent).replace(file, with: text, expecting: former))
  }
}

extension PersonalSetting {
  /// - Throws: ``MemoError`` unless each line is `key: text` and each key occurs once.
  fileprivate static func all(in bytes: [UInt8], at path: String) throws(MemoError) -> [Self] {
    let document = TaskDocument(yaml: bytes)
    if !document.isUnderstood, let problem = document.problemOfFile {
      throw MemoError(
        .refused, "\(path):\(problem.line):\(problem.column): \(problem.message)",
        hints: [problem.hint].compactMap { $0 })
    }
    guard document.body.isEmpty else {
      throw MemoError(
        .refused,
        "\(path):\(document.firstBodyLine - 2):1: the settings end here, and more follows",
        hints: ["take this line out"])
    }
    return try document.lines.map { (key, line) throws(MemoError) in
      let place = "\(path):\(line - 1)"
      guard case .text(let value)? = document.value(of: key) else {
        throw MemoError(.refused, "\(place): '\(key)' is not followed by one value")
      }
      return Self(key: key, value: value, place: place)
    }
  }
}

/// The user's `config.yml`.
public struct UserSettings: Hashable, Sendable {
  /// The store for commands run outside of any store; relative to the folder of settings.
  public private(set) var store: String?
  /// The theme on this device; nil if unset.
  public private(set) var theme: String?
  public private(set) var usesMouse = true

  private static let keys: Set = ["mouse", "store", "theme"]

  /// - Throws: ``MemoError`` for an invalid value or an unknown key.
  public init(_ environment: Environment) throws(MemoError) {
    for setting in try environment.personalSettings(in: "config.yml") {
      switch setting.key {
      case "store": store = setting.value
      case "theme": theme = setting.value
      case "mouse":
        guard let usesMouse = Bool(setting.value.lowercased()) else {
          throw MemoError(.refused, "\(setting.place): 'mouse' is true or false")
        }
        self.usesMouse = usesMouse
      default:
        throw MemoError(
          .refused, "\(setting.place): memo knows no setting '\(setting.key)'",
          hints: [Self.keys.hint(for: setting.key)])
      }
    }
  }
}

extension Set<String> {
  /// A hint for a word that is not in the set.
  func hint(for stranger: String) -> String {
    stranger.nearest(of: self).map { "did you mean '\($0)'?" }
      ?? "there are \(sorted().joined(separator: ", "))"
  }
}
