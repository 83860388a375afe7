internal import CGit2

/// The files that git's variables name in place of the user's and the machine's configuration.
///
/// libgit2 doesn't know the variables, or only where a program hands it all others as well.
public enum NamedConfigFiles {
  /// What the variables name; nil where they leave it to git.
  ///
  /// - Parameter variable: By its name.
  public static func files(
    _ variable: (String) -> String?
  ) -> (system: String?, user: String?) {
    let isWithoutSystem = variable("GIT_CONFIG_NOSYSTEM").map(isTrue) ?? false
    func file(_ name: String) -> String? { variable(name).map { $0.isEmpty ? nothing : $0 } }
    return (
      isWithoutSystem ? nothing : file("GIT_CONFIG_SYSTEM"), file("GIT_CONFIG_GLOBAL")
    )
  }

  private static let nothing = "/dev/null"

  private static func isTrue(_ text: String) -> Bool {
    !["", "0", "false", "no", "off"].contains(text.lowercased())
  }

  /// Has a configuration read them.
  static func apply(
    to config: OpaquePointer, of repository: OpaquePointer? = nil
  ) throws(GitError) {
    let (system, user) = files { memo_git2_variable($0).map { String(cString: $0) } }
    var levels: [(git_config_level_t, String)] = []
    if let system { levels.append((GIT_CONFIG_LEVEL_SYSTEM, system)) }
    if let user {
      // In place of both that a user may have.
      levels += [(GIT_CONFIG_LEVEL_XDG, nothing), (GIT_CONFIG_LEVEL_GLOBAL, user)]
    }
    for (level, path) in levels {
      try check(
        "git_config_add_file_ondisk",
        git_config_add_file_ondisk(config, path, level, repository, 1))
    }
  }
}
