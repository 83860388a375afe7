internal import Git
public import StoreFiles
public import TaskFile

/// Who keeps a store recorded and in sync, and how that goes: a `memo sync --watch`, or a face that
/// does the same.
public struct WatcherState: Hashable, Sendable {
  public enum Activity: Hashable, Sendable {
    /// Nothing is to be done, or there is no remote.
    case resting
    case syncing
    /// A sync failed for this reason, and is tried again.
    case waiting(reason: String)
    /// Its process is stopped, as by Ctrl-Z, and does nothing until somebody continues it.
    case suspended
  }

  /// The number of its process.
  public var process: Int32
  public var activity: Activity
  /// Since when it is at that.
  public var since: Timestamp
  /// When it last found itself in step with the remote; nil when it hasn't yet.
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
  /// Why the last sync that was tried failed; nil where it went well, is under way, or somebody else
  /// has synced since.
  ///
  /// - Parameter lastSync: When a sync went well last, by whomever it was started.
  public func trouble(since lastSync: Timestamp?) -> String? {
    if activity == .suspended { return "process \(process), which keeps it in sync, is suspended" }
    guard case .waiting(let reason) = activity else { return nil }
    if let lastSync, lastSync.secondsSince1970 > since.secondsSince1970 { return nil }
    return reason
  }
}

extension WatcherState {
  /// As it lies in git's folder: the process alone in the first line, so that
  /// `kill $(head -n 1 .git/memo/watch)` ends it.
  package var text: String {
    var lines = ["\(process)"]
    switch activity {
    // Nobody writes down that it is stopped: who is can't, and others see it.
    case .resting, .suspended: lines.append("resting: \(since)")
    case .syncing: lines.append("syncing: \(since)")
    case .waiting(let reason):
      let words = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
      lines += ["waiting: \(since)", "reason: \(words)"]
    }
    if let lastSuccess { lines.append("success: \(lastSuccess)") }
    return lines.map { "\($0)\n" }.joined()
  }

  /// - Returns: Nil for what is none.
  package init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let process = lines.first.flatMap({ Int32($0) }), process > 0 else { return nil }
    var fields: [Substring: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstRange(of: ": ") else { continue }
      fields[line[..<colon.lowerBound]] = String(line[colon.upperBound...])
    }
    let found: (Activity, String)?
    if let moment = fields["waiting"] {
      found = (.waiting(reason: fields["reason"] ?? ""), moment)
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
  /// Who watches the store; nil for nobody, also where one was killed and left its state.
  ///
  /// It is read from two small files.
  public func watcher() -> WatcherState? {
    guard let folder = gitFolder?.own, let bytes = WorkTree.content(at: "\(folder)/\(watchFile)"),
      var state = WatcherState(String(decoding: bytes, as: UTF8.self)),
      FileLock.isHeld("\(folder)/\(watchLockFile)")
    else { return nil }
    if OtherProcess.isStopped(state.process) { state.activity = .suspended }
    return state
  }

  /// Where a watcher leaves its state, relative to git's folder.
  package var watchFile: String { ownFile("watch") }

  /// What a watcher holds as long as it lives, relative to git's folder.
  package var watchLockFile: String { ownFile("watch.lock") }
}

/// Whether whoever shows a store syncs it as well: `memo.autosync` of the clone.
extension Store {
  /// Nil as long as nobody has decided.
  ///
  /// - Throws: ``MemoError`` when it is neither true nor false.
  public func syncsByItself() throws(MemoError) -> Bool? {
    let git = try git()
    do throws(GitError) {
      return try git.repository.bool(Self.autosyncKey)
    } catch {
      let text = try git.run("read \(Self.autosyncKey)", git.repository.string(Self.autosyncKey))
      throw MemoError(
        .refused, "\(Self.autosyncKey) holds '\(text ?? "")', which is neither true nor false",
        hints: ["git config \(Self.autosyncKey) true"])
    }
  }

  /// Writes it into the clone's own configuration; nil takes it out of there.
  ///
  /// - Throws: ``MemoError``
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
