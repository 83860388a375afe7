internal import CGit2

/// git's `safe.directory`, where libgit2 doesn't follow it.
///
/// libgit2 knows folders that are named in the files where it looks for settings by itself. It
/// doesn't look into those that `GIT_CONFIG_GLOBAL` and the like name; nor does it know, before 1.7,
/// `*`, with which people, and most build servers, say that everything is safe, nor `/folder/*`.
enum SafeDirectories {
  /// Whether the system's or the user's configuration says that a folder is safe, whoever owns its
  /// repository, and no empty value behind that takes back what was said before.
  static func trust(_ folder: String) -> Bool {
    // What can't be read trusts nobody.
    guard let values = try? Configuration.outside().values("safe.directory") else { return false }
    let place = WorkTree.resolved(folder) ?? folder
    var isTrusted = false
    for value in values {
      isTrusted = !value.isEmpty && (isTrusted || covers(value, place))
    }
    return isTrusted
  }

  private static func covers(_ value: String, _ place: String) -> Bool {
    if value == "*" { return true }
    var path = value
    if path.hasPrefix("~/"), let home = memo_git2_variable("HOME") {
      path = String(cString: home) + path.dropFirst()
    }
    // A path from wherever one is would be safe everywhere.
    guard path.hasPrefix("/") else { return false }
    guard path.hasSuffix("/*") else {
      return (WorkTree.resolved(path) ?? path).isSamePath(as: place)
    }
    let folder = String(path.dropLast(2))
    return place.hasPrefix((WorkTree.resolved(folder) ?? folder) + "/")
  }
}
