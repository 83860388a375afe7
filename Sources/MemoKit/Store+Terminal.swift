internal import Git
public import StoreFiles

/// What git's configuration and variables say about output on a terminal.
extension Store {
  /// The command that shows long output, for a shell, found as git finds it.
  ///
  /// `GIT_PAGER`, git's `core.pager`, `PAGER`, and `less`.
  /// - Returns: Nil where nothing is to be shown page by page: for an empty one, and `cat`.
  public func pager() throws(MemoError) -> String? {
    var command = environment.variables["GIT_PAGER"]
    if command == nil { command = try setting("core.pager") }
    let found = command ?? environment.variables["PAGER"] ?? "less"
    return found.isEmpty || found == "cat" ? nil : found
  }

  /// Whether git's `color.ui` wants colors always (true) or never (false); nil when a terminal
  /// gets them.
  public func wantsColor() throws(MemoError) -> Bool? {
    switch try setting("color.ui")?.lowercased() {
    case "always": true
    case "never", "false", "no", "off", "0": false
    default: nil
    }
  }

  private func setting(_ key: String) throws(MemoError) -> String? {
    try git().run("read \(key)") { repository throws(GitError) in try repository.string(key) }
  }
}
