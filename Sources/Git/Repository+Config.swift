internal import CGit2

extension Repository {
  /// A setting of git's configuration, from whatever level has the last word; nil when unset.
  public func string(_ key: String) throws(GitError) -> String? {
    try config().use { (config) throws(GitError) in try configString(key, config) }
  }

  /// A setting that is true or false, in any of git's spellings.
  public func bool(_ key: String) throws(GitError) -> Bool? {
    try config().use { (config) throws(GitError) in
      var value: Int32 = 0
      return try checkFound("git_config_get_bool", git_config_get_bool(&value, config, key))
        ? value != 0 : nil
    }
  }

  /// Writes a setting into the repository's own configuration.
  public func set(_ key: String, to value: String) throws(GitError) {
    try config().use { (config) throws(GitError) in
      try check("git_config_set_string", git_config_set_string(config, key, value))
    }
    sharedPermissions?.apply(to: "\(commonDirectory)/config")
  }

  /// Takes a setting out of the repository's own configuration, if it is there.
  public func unset(_ key: String) throws(GitError) {
    try config().use { (config) throws(GitError) in
      _ = try checkFound("git_config_delete_entry", git_config_delete_entry(config, key))
    }
    sharedPermissions?.apply(to: "\(commonDirectory)/config")
  }

  func config() throws(GitError) -> Handle<ConfigKind> {
    try Handle<ConfigKind>("git_repository_config", in: self) {
      git_repository_config(&$0, pointer)
    }
  }

  /// The user's `init.defaultBranch`, before there is a repository.
  static func userDefaultBranch() throws(GitError) -> String? {
    try defaultConfig().use { (config) throws(GitError) in
      try configString("init.defaultBranch", config)
    }
  }
}

extension Repository {
  /// The user's and the system's settings, where there is no repository yet.
  static func defaultConfig() throws(GitError) -> Handle<ConfigKind> {
    Runtime.started
    let config = try Handle<ConfigKind>("git_config_open_default", in: nil) {
      git_config_open_default(&$0)
    }
    try config.use { (config) throws(GitError) in try NamedConfigFiles.apply(to: config) }
    return config
  }
}

func configString(_ key: String, _ config: OpaquePointer) throws(GitError) -> String? {
  var value = git_buf()
  defer { git_buf_dispose(&value) }
  guard try checkFound("git_config_get_string", git_config_get_string_buf(&value, config, key))
  else { return nil }
  return value.ptr.map { String(cString: $0) }
}

extension Repository {
  /// The two people of a commit.
  public enum Role: String, Sendable { case author, committer }

  /// Who makes commits here, as git finds it out.
  ///
  /// `GIT_AUTHOR_NAME` and the like, then `author.name` and the like, then `user.name` and
  /// `user.email`; `EMAIL` as git's last resort for the address.
  /// - Throws: ``GitError`` with code `identityMissing` when nothing says it.
  public func identity(
    _ role: Role, environment: [String: String], seconds: Int64, offsetMinutes: Int
  ) throws(GitError) -> Signature {
    let prefix = "GIT_\(role.rawValue.uppercased())"
    func find(_ variable: String, _ key: String) throws(GitError) -> String? {
      if let value = environment["\(prefix)_\(variable)"], !value.isEmpty { return value }
      if let value = try string("\(role.rawValue).\(key)"), !value.isEmpty { return value }
      return try string("user.\(key)").flatMap { $0.isEmpty ? nil : $0 }
    }
    let name = try find("NAME", "name")?.withoutCrud
    let email = try (find("EMAIL", "email") ?? environment["EMAIL"])?.withoutCrud
    guard let name, let email, !name.isEmpty else {
      throw GitError(
        code: .identityMissing, operation: "identity",
        message: "git's configuration has no \(name == nil ? "user.name" : "user.email")")
    }
    guard let written = environment["\(prefix)_DATE"], !written.isEmpty else {
      return Signature(name: name, email: email, seconds: seconds, offsetMinutes: offsetMinutes)
    }
    guard let date = GitDate(written, local: offsetMinutes) else {
      throw GitError(
        code: .invalid, operation: "identity",
        message: "\(prefix)_DATE holds '\(written)', which is no date")
    }
    return Signature(
      name: name, email: email, seconds: date.seconds, offsetMinutes: date.offsetMinutes)
  }
}

extension String {
  /// Without what a commit's header can't hold, and what git strips from the ends of a name.
  fileprivate var withoutCrud: String {
    let kept = filter { $0 != "<" && $0 != ">" && !$0.isNewline && $0 != "\0" }
    let isCrud = { (character: Character) in
      character.isWhitespace || ".,:;\"\\'".contains(character)
    }
    guard let start = kept.firstIndex(where: { !isCrud($0) }),
      let end = kept.lastIndex(where: { !isCrud($0) })
    else { return "" }
    return String(kept[start...end])
  }
}
