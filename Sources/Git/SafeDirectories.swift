internal import CGit2

/// git's `safe.directory`, where libgit2 doesn't follow it.
///
/// libgit2 knows the folders that are named there; before 1.7 it doesn't know `*`, with which
/// people, and most build servers, say that everything is safe.
enum SafeDirectories {
  /// Whether the system's or the user's configuration has `safe.directory = *`, and no empty
  /// value after it that takes back what was said before.
  static func trustEverybody() -> Bool {
    // What can't be read trusts nobody.
    guard let config = try? Repository.defaultConfig() else { return false }
    final class Answer { var isYes = false }
    let answer = Answer()
    withExtendedLifetime(answer) {
      let payload = Unmanaged.passUnretained(answer).toOpaque()
      _ = config.use { config in
        git_config_get_multivar_foreach(
          config, "safe.directory", nil,
          { entry, payload in
            guard let value = entry?.pointee.value, let payload else { return 0 }
            let answer = Unmanaged<Answer>.fromOpaque(payload).takeUnretainedValue()
            switch String(cString: value) {
            case "*": answer.isYes = true
            case "": answer.isYes = false
            default: break
            }
            return 0
          }, payload)
      }
    }
    git_error_clear()
    return answer.isYes
  }
}
