internal import CGit2
internal import Platform

/// git's configuration: system, user and repository.
///
/// libgit2 reads the files where it follows git's rules. It lacks some `includeIf` conditions, `git
/// -c`, `GIT_CONFIG_COUNT` and, before 1.8, `config.worktree`. If the configuration uses one of
/// these, `git config --list` reads all settings once.
public final class Configuration {
  /// One setting; section and key are in lowercase, a subsection is unchanged.
  struct Entry: Hashable {
    var name: String
    /// Nil for a key without `=`, which means true.
    var value: String?
  }

  private let handle: Handle<ConfigKind>
  /// git's own list, lowest precedence first; nil if libgit2 reads the same.
  private let listed: [Entry]?

  /// - Parameter gitDirectory: The repository to read for; nil for none.
  fileprivate init(
    _ handle: consuming Handle<ConfigKind>, of gitDirectory: String?
  ) throws(GitError) {
    let isLibgit2s = try handle.use { (config) throws(GitError) in
      try Self.isReadByLibgit2(config)
    }
    self.handle = handle
    listed = isLibgit2s ? nil : try Self.list(of: gitDirectory)
  }

  /// The value with the highest precedence; nil when unset.
  func string(_ key: String) throws(GitError) -> String? {
    if let listed { return listed.last { $0.name == Self.normal(key) }.map { $0.value ?? "" } }
    return try handle.use { (config) throws(GitError) -> String? in
      var value = git_buf()
      defer { git_buf_dispose(&value) }
      guard try checkFound("git_config_get_string", git_config_get_string_buf(&value, config, key))
      else { return nil }
      return value.ptr.map { String(cString: $0) }
    }
  }

  /// A boolean in any of git's spellings; nil when unset.
  func bool(_ key: String) throws(GitError) -> Bool? {
    if let listed {
      guard let entry = listed.last(where: { $0.name == Self.normal(key) }) else { return nil }
      guard let value = entry.value else { return true }
      if let value = Self.bool(value) { return value }
      throw GitError(
        code: .invalid, operation: "git_config_get_bool",
        message: "'\(key)' in git's configuration is '\(value)', neither true nor false")
    }
    return try handle.use { (config) throws(GitError) -> Bool? in
      var value: Int32 = 0
      return try checkFound("git_config_get_bool", git_config_get_bool(&value, config, key))
        ? value != 0 : nil
    }
  }

  private static func bool(_ value: String) -> Bool? {
    switch value.lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off", "": false
    default: Int(value).map { $0 != 0 }
    }
  }

  /// All values of a multi-valued setting, highest precedence last.
  func values(_ key: String) throws(GitError) -> [String] {
    if let listed {
      return listed.filter { $0.name == Self.normal(key) }.map { $0.value ?? "" }
    }
    do throws(GitError) {
      return try handle.use { (config) throws(GitError) in
        try Self.read("git_config_multivar_iterator_new") {
          git_config_multivar_iterator_new(&$0, config, key, nil)
        }.map { $0.value ?? "" }
      }
    } catch {
      // A remote's name may be invalid as part of a setting's name.
      guard error.code == .notFound || error.code == .invalidSpecification else { throw error }
      return []
    }
  }

  /// All settings of a section, lowest precedence first.
  ///
  /// - Parameters:
  ///   - section: A section name, as `remote`.
  ///   - keys: The endings of the names, as `.url`; empty for all.
  func entries(of section: String, _ keys: [String] = []) throws(GitError) -> [Entry] {
    // Not with `??`: its right-hand side loses the typed error.
    var all = listed
    if all == nil { all = try handle.use { (config) throws(GitError) in try Self.all(config) } }
    return (all ?? []).filter { entry in
      entry.name.hasPrefix("\(section).")
        && (keys.isEmpty || keys.contains { entry.name.hasSuffix($0) })
    }
  }

  /// A name in git's form: section and key in lowercase.
  private static func normal(_ key: String) -> String {
    guard let first = key.firstIndex(of: "."), let last = key.lastIndex(of: ".") else { return key }
    return key[..<first].lowercased() + key[first..<last] + key[last...].lowercased()
  }

  private static func all(_ config: OpaquePointer) throws(GitError) -> [Entry] {
    // Not with a regular expression: libgit2 up to 1.6 leaks 20 KB for each name
    // (`git_regexp_match` with PCRE2 never frees its match data).
    try read("git_config_iterator_new") { git_config_iterator_new(&$0, config) }
  }

  private static func read(
    _ operation: StaticString, _ make: (inout OpaquePointer?) -> Int32
  ) throws(GitError) -> [Entry] {
    var iterator: OpaquePointer?
    try check(operation, make(&iterator))
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
  private static func isReadByLibgit2(_ config: OpaquePointer) throws(GitError) -> Bool {
    let variables = ["GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS"]
    guard variables.allSatisfy({ Self.variable($0) ?? "" == "" }) else { return false }
    return try !all(config).contains {
      $0.name.hasPrefix("includeif.") || $0.name == "extensions.worktreeconfig"
    }
  }

  /// - Returns: Nil without a usable git; memo then uses libgit2.
  private static func list(of gitDirectory: String?) throws(GitError) -> [Entry]? {
    var environment = ProgramEnvironment(environment: System.environment)
    environment.environment = environment.gitEnvironment
    guard environment.path(of: "git") != nil else { return nil }
    // Without a repository, prevent git from finding one around the current folder.
    let words = ["git", "--git-dir", gitDirectory ?? missing, "config", "--list", "-z"]
    let answer = try HelperProgram(words, environment).ask()
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
    let handle: Handle<ConfigKind>
    do throws(GitError) {
      handle = try Handle("git_config_open_default", in: nil) { git_config_open_default(&$0) }
    } catch {
      // libgit2 means a file without permission to read; a missing one is no error.
      guard error.code == .notFound else { throw error }
      throw GitError(
        code: .unreadable, operation: "git_config_open_default",
        message: "git's configuration may not be read",
        details: variable("HOME").map { ["\($0)/.gitconfig"] } ?? [])
    }
    try handle.use { (config) throws(GitError) in try addNamedFiles(to: config) }
    return try Configuration(handle, of: nil)
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
  func config() throws(GitError) -> Handle<ConfigKind> {
    try Handle<ConfigKind>("git_repository_config", in: self) {
      git_repository_config(&$0, pointer)
    }
  }

  var configuration: Configuration {
    get throws(GitError) {
      if let knownConfiguration { return knownConfiguration }
      // `in: nil` avoids a retain cycle with the repository.
      let handle = try Handle<ConfigKind>("git_repository_config", in: nil) {
        git_repository_config(&$0, pointer)
      }
      let made = try Configuration(handle, of: gitDirectory)
      knownConfiguration = made
      return made
    }
  }

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
    let path = "\(commonDirectory)/config"
    guard FileStatus(following: path).map({ $0.kind == .regular }) ?? true else {
      throw GitError(
        code: .unreadable, operation: "git_config_open_ondisk",
        message: "\(path) is not a regular file, so no setting can be written",
        details: [path])
    }
    let file = try Handle<ConfigKind>("git_config_open_ondisk", in: self) {
      git_config_open_ondisk(&$0, path)
    }
    try file.use(change)
    knownConfiguration = nil
    sharedPermissions?.apply(to: path)
  }

  static func userDefaultBranch() throws(GitError) -> String? {
    try Configuration.userAndSystem().string("init.defaultBranch")
  }
}
