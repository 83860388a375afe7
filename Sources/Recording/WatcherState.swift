internal import Git
public import StoreFiles
public import TaskFile

/// The process that keeps a store in sync, and its state.
///
/// The process is `memo sync --watch`, or a board.
public struct WatcherState: Hashable, Sendable {
  public enum Activity: Hashable, Sendable {
    /// In sync, or without a remote.
    case resting
    case syncing
    /// A sync failed for this reason, and will be repeated.
    ///
    /// - Parameter isOffline: Whether the remote was unreachable or rejected the request.
    case waiting(reason: String, isOffline: Bool)
  }

  public var process: Int32
  public var activity: Activity
  /// The time at which the state began.
  public var since: Timestamp
  /// The time of the last successful sync; nil if there was none.
  public var lastSuccess: Timestamp?

  public init(
    process: Int32, activity: Activity, since: Timestamp, lastSuccess: Timestamp? = nil
  ) {
    self.process = process
    self.activity = activity
    self.since = since
    self.lastSuccess = lastSuccess
  }
}

extension WatcherState {
  /// The reason why the store isn't in sync; nil after a later sync by any process.
  ///
  /// - Parameter lastSync: The last successful sync by any process.
  public func trouble(since lastSync: Timestamp?) -> String? {
    guard case .waiting(let reason, _) = activity else { return nil }
    if let lastSync, lastSync.secondsSince1970 > since.secondsSince1970 { return nil }
    return reason
  }
}

extension WatcherState {
  /// The text of the file in git's folder.
  ///
  /// The first line has only the process id, so that `kill $(head -n 1 .git/memo/watch)` ends it.
  package var text: String {
    var lines = ["\(process)"]
    switch activity {
    // A stopped process can't write its state; readers detect it.
    case .resting: lines.append("resting: \(since)")
    case .syncing: lines.append("syncing: \(since)")
    case .waiting(let reason, let isOffline):
      let words = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
      lines += ["\(isOffline ? "waiting" : "failed"): \(since)", "reason: \(words)"]
    }
    if let lastSuccess { lines.append("success: \(lastSuccess)") }
    return lines.map { "\($0)\n" }.joined()
  }

  /// - Returns: Nil if the text is invalid.
  package init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let process = lines.first.flatMap({ Int32($0) }), process > 0 else { return nil }
    var fields: [Substring: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstRange(of: ": ") else { continue }
      fields[line[..<colon.lowerBound]] = String(line[colon.upperBound...])
    }
    let found: (Activity, String)?
    if let moment = fields["waiting"] ?? fields["failed"] {
      let isOffline = fields["waiting"] != nil
      found = (.waiting(reason: fields["reason"] ?? "", isOffline: isOffline), moment)
    } else if let moment = fields["syncing"] {
      found = (.syncing, moment)
    } else {
      found = fields["resting"].map { (.resting, $0) }
    }
    guard let found, let since = Timestamp(found.1) else { return nil }
    self.init(
      process: process, activity: found.0, since: since,
      lastSuccess: fields["success"].flatMap { Timestamp($0) })
  }
}

extension Store {
  /// The running process that watches the store; nil if there is none.
  ///
  /// Reads only two small files.
  public func watcher() -> WatcherState? {
    guard let folder = gitFolder?.own, let bytes = WorkTree.content(at: "\(folder)/\(watchFile)"),
      FileLock.isHeld("\(folder)/\(watchLockFile)")
    else { return nil }
    return WatcherState(String(decoding: bytes, as: UTF8.self))
  }

  /// Relative to git's folder.
  package var watchFile: String { ownFile("watch") }

  /// The lock of a running watcher, relative to git's folder.
  package var watchLockFile: String { ownFile("watch.lock") }
}

/// The setting `memo.autosync` of the clone: whether boards sync the store.
extension Store {
  /// - Throws: ``MemoError`` if it is neither true nor false.
  public func syncsByItself() throws(MemoError) -> Bool? {
    let git = try git()
    do throws(GitError) {
      return try git.repository.bool(Self.autosyncKey)
    } catch {
      let text = try git.run("read \(Self.autosyncKey)", git.repository.string(Self.autosyncKey))
      throw MemoError(
        .refused, "\(Self.autosyncKey) holds '\(text ?? "")'; it must be true or false",
        hints: ["git config \(Self.autosyncKey) true"])
    }
  }

  /// Writes the setting into the clone's configuration; nil removes it.
  public func setSyncsByItself(_ value: Bool?) throws(MemoError) {
    try git().run("write \(Self.autosyncKey)") { repository throws(GitError) in
      if let value {
        try repository.set(Self.autosyncKey, to: value ? "true" : "false")
      } else {
        try repository.unset(Self.autosyncKey)
      }
    }
  }

  private static let autosyncKey = "memo.autosync"
}
