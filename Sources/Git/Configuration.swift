internal import CGit2
internal import Platform

/// git's configuration: system, user and repository.
///
/// libgit2 reads the files where it follows git's rules. It lacks some `includeIf` conditions, `git
/// -c`, `GIT_CONFIG_COUNT` and, before 1.8, `config.worktree`. If the configuration uses one of
/// these, `git config --list` reads it.
public struct Configuration {
  /// One setting; section and key are in lowercase, a subsection is unchanged.
  struct Entry: Hashable {
    var name: String
    /// Nil for a key without `=`, which means true.
    var value: String?
  }

  /// All settings, lowest precedence first.
  private let entries: [Entry]

  /// - Parameter gitDirectory: The repository to read for; nil for none.
  fileprivate init(
    _ config: OpaquePointer, of gitDirectory: String?
  ) throws(GitError) {
    let entries = try Self.entries(of: config)
    let listed = Self.isReadByLibgit2(entries) ? nil : try Self.list(of: gitDirectory)
    self.entries = listed ?? entries
  }

  /// The value with the highest precedence; nil when unset.
  func string(_ key: String) -> String? { values(key).last }

  /// A boolean in any of git's spellings; nil when unset.
  func bool(_ key: String) throws(GitError) -> Bool? {
    let name = Self.normal(key)
    guard let entry = entries.last(where: { $0.name == name }) else { return nil }
    guard let value = entry.value else { return true }
    if let value = Self.bool(value) { return value }
    throw GitError(
      code: .invalid, operation: "git_config_get_bool",
      message: "'\(key)' in git's configuration is '\(value)', neither true nor false")
  }

  private static func bool(_ value: String) -> Bool? {
    switch value.lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off", "": false
    default: Int(value).map { $0 != 0 }
    }
  }

  /// All values of a multi-valued setting, highest precedence last.
  func values(_ key: String) -> [String] {
    let name = Self.normal(key)
    return entries.lazy.filter { $0.name == name }.map { $0.value ?? "" }
  }

  /// All settings of a section, lowest precedence first.
  ///
  /// - Parameters:
  ///   - section: A section name, as `remote`.
  ///   - keys: The endings of the names, as `.url`; empty for all.
  func entries(of section: String, _ keys: [String] = []) -> [Entry] {
    entries.filter { entry in
      entry.name.hasPrefix("\(section).")
        && (keys.isEmpty || keys.contains { entry.name.hasSuffix($0) })
    }
  }

  /// A name in git's form: section and key in lowercase.
  private static func normal(_ key: String) -> String {
    guard let first = key.firstIndex(of: "."), let last = key.lastIndex(of: ".") else { return key }
    return key[..<first].lowercased() + key[first..<last] + key[last...].lowercased()
  }

  static func entries(of config: OpaquePointer) throws(GitError) -> [Entry] {
    var iterator: OpaquePointer?
    try check("git_config_iterator_new", git_config_iterator_new(&iterator, config))
    defer { git_config_iterator_free(iterator) }
    var entries: [Entry] = []
    while true {
      var raw: UnsafeMutablePointer<git_config_entry>?
      let status = git_config_next(&raw, iterator)
      if status == GIT_ITEROVER.rawValue { return entries }
      try check("git_config_next", status)
      guard let entry = raw?.pointee, let name = entry.name else { continue }
      entries.append(
        Entry(name: String(cString: name), value: entry.value.map { String(cString: $0) }))
    }
  }
}

// MARK: - What git lists

extension Configuration {
  private static func isReadByLibgit2(_ entries: [Entry]) -> Bool {
    !isInVariables(variable)
      && !entries.contains {
        $0.name.hasPrefix("includeif.") || $0.name == "extensions.worktreeconfig"
      }
  }

  /// - Returns: Nil without a usable git; memo then uses libgit2.
  private static func list(of gitDirectory: String?) throws(GitError) -> [Entry]? {
    let variables = System.environment
    guard variables.path(ofProgram: "git") != nil else { return nil }
    // Without a repository, prevent git from finding one around the current folder.
    let words = ["--git-dir", gitDirectory ?? missing, "config", "--list", "-z"]
    let answer = try HelperProgram.git(words, variables).ask()
    guard answer.isSuccess else {
      throw GitError(
        code: .invalid, operation: "git config",
        message: "git can't read its configuration: \(answer.words.last ?? "it failed")")
    }
    let entries = answer.output.split(separator: "\0").map { entry in
      let parts = entry.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return Entry(name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : nil)
    }
    // A git too old for the repository lists only the user's settings.
    let isWhole =
      gitDirectory == nil || entries.contains { $0.name == "core.repositoryformatversion" }
    return isWhole ? entries : nil
  }

  private static func variable(_ name: String) -> String? {
    memo_git2_variable(name).map { String(cString: $0) }
  }
}

// MARK: - The files

extension Configuration {
  static func userAndSystem() throws(GitError) -> Configuration {
    Runtime.started
    let handle: Handle
    do throws(GitError) {
      handle = try Handle("git_config_open_default", git_config_free, in: nil) {
        git_config_open_default(&$0)
      }
    } catch {
      // libgit2 means a file without permission to read; a missing one is no error.
      guard error.code == .notFound else { throw error }
      throw GitError(
        code: .unreadable, operation: "git_config_open_default",
        message: "git's configuration may not be read",
        details: variable("HOME").map { ["\($0)/.gitconfig"] } ?? [])
    }
    return try handle.use { (config) throws(GitError) in
      try addNamedFiles(to: config)
      return try Configuration(config, of: nil)
    }
  }

  /// Whether git's environment variables have settings, beside the files.
  ///
  /// - Parameter variable: Returns the value of an environment variable.
  public static func isInVariables(_ variable: (String) -> String?) -> Bool {
    ["GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS"].contains { variable($0) ?? "" != "" }
  }

  /// The files that git's environment variables name instead of the system's and the user's
  /// configuration.
  ///
  /// Nil where no variable is set.
  /// - Parameter variable: Returns the value of an environment variable.
  public static func namedFiles(
    _ variable: (String) -> String?
  ) -> (system: String?, user: String?) {
    let isWithoutSystem = variable("GIT_CONFIG_NOSYSTEM").map { bool($0) != false } ?? false
    func file(_ name: String) -> String? { variable(name).map { $0.isEmpty ? missing : $0 } }
    return (
      isWithoutSystem ? missing : file("GIT_CONFIG_SYSTEM"), file("GIT_CONFIG_GLOBAL")
    )
  }

  private static let missing = "/dev/null/none"

  /// Adds the files that git's environment variables name, for reading only.
  ///
  /// libgit2 1.9 would write to the last added file.
  static func addNamedFiles(
    to config: OpaquePointer, of repository: OpaquePointer? = nil
  ) throws(GitError) {
    let (system, user) = namedFiles(variable)
    var levels: [(git_config_level_t, String)] = []
    if let system { levels.append((GIT_CONFIG_LEVEL_SYSTEM, system)) }
    if let user {
      // Replaces both of the user's files.
      levels += [(GIT_CONFIG_LEVEL_XDG, missing), (GIT_CONFIG_LEVEL_GLOBAL, user)]
    }
    for (level, path) in levels {
      try check(
        "git_config_add_file_ondisk",
        git_config_add_file_ondisk(config, path, level, repository, 1))
    }
  }
}

extension Repository {
  func config() throws(GitError) -> Handle {
    try Handle("git_repository_config", git_config_free, in: self) {
      git_repository_config(&$0, pointer)
    }
  }

  var configuration: Configuration {
    get throws(GitError) {
      let status = FileStatus(following: configFile)
      if let known = knownConfiguration, known.status == status { return known.configuration }
      let made = try config().use { (config) throws(GitError) in
        try Configuration(config, of: gitDirectory)
      }
      knownConfiguration = (status, made)
      return made
    }
  }

  /// The file of the repository's own settings.
  private var configFile: String { "\(commonDirectory)/config" }

  /// The value of a setting with the highest precedence; nil when unset.
  public func string(_ key: String) throws(GitError) -> String? {
    try configuration.string(key)
  }

  /// A boolean setting in any of git's spellings; nil when unset.
  public func bool(_ key: String) throws(GitError) -> Bool? {
    try configuration.bool(key)
  }

  /// Writes a setting to the repository's own configuration.
  public func set(_ key: String, to value: String) throws(GitError) {
    try write { (config) throws(GitError) in
      try check("git_config_set_string", git_config_set_string(config, key, value))
    }
  }

  public func unset(_ key: String) throws(GitError) {
    try write { (config) throws(GitError) in
      _ = try checkFound("git_config_delete_entry", git_config_delete_entry(config, key))
    }
  }

  /// Changes only the repository's own file.
  private func write(_ change: (OpaquePointer) throws(GitError) -> Void) throws(GitError) {
    let path = configFile
    guard FileStatus(following: path).map({ $0.kind == .regular }) ?? true else {
      throw GitError(
        code: .unreadable, operation: "git_config_open_ondisk",
        message: "\(path) is not a regular file, so no setting can be written",
        details: [path])
    }
    let file = try Handle("git_config_open_ondisk", git_config_free, in: self) {
      git_config_open_ondisk(&$0, path)
    }
    try file.use(change)
    knownConfiguration = nil
    sharedPermissions?.apply(to: path)
  }
}
