internal import Git
public import StoreFiles
public import TaskFile
public import TaskHistory

/// The state of a store, found offline without writing anything.
public struct StatusReport: Sendable {
  public var root: String
  public var branch: String
  /// The reason why no commit is possible now, such as a merge in progress; nil if one is.
  public var obstacle: String?
  /// The upstream, such as `origin/main`; nil if there is none.
  public var upstream: String?
  public var hasRemotes: Bool
  /// The number of commits that the remote lacks, as of the last fetch; nil if unknown.
  public var ahead: Int?
  /// The number of the remote's unmerged commits, as of the last fetch; nil if unknown.
  public var behind: Int?
  public var lastSync: Timestamp?
  public var watcher: WatcherState?
  public var syncsByItself: Bool?
  /// Hand edits that the next writing command or `sync` would commit.
  ///
  /// Non-task files have their path as title, and no id.
  public var pending: [TaskChange]
  /// New and changed files that are too large to commit automatically, by path.
  public var tooLarge: [String]
  /// Whether every file is committed, or will be.
  public var isAllRecorded: Bool
  public var notices: [String]
  public var conflicts: Int
  public var problems: [StoreProblem]
}

extension Store {
  public func status() throws(MemoError) -> StatusReport {
    let git = try git()
    let snapshot = try read()
    let head = try git.head()
    let left = snapshot.commit == nil ? try commitOfFiles(git, head) : nil
    let edits = try findHandEdits(
      snapshot, git, since: snapshot.commit ?? left ?? head.commit)
    let link = try git.upstream(head)
    var distance: (ahead: Int, behind: Int)? = (0, 0)
    if let ours = head.commit, let link {
      distance = try git.distance(from: ours, to: link)
    }
    let missing = link == nil && head.reference != nil ? try git.missingUpstream(head) : nil
    let remotes = try git.run("read the remotes", git.repository.remotes())
    let obstacle = obstacle(git)
    var autosync: Bool?
    var autosyncNotice: String?
    do throws(MemoError) { autosync = try syncsByItself() } catch { autosyncNotice = error.message }
    var checked = snapshot
    checked.markAmongOthers()
    return StatusReport(
      root: root, branch: try git.branch(), obstacle: obstacle, upstream: link?.shortName,
      hasRemotes: !remotes.isEmpty, ahead: distance?.ahead, behind: distance?.behind,
      lastSync: lastSync(git),
      watcher: watcher(), syncsByItself: autosync,
      pending: edits.pending, tooLarge: edits.tooLarge,
      isAllRecorded: edits.isAllRecorded,
      notices: edits.notices + edits.oldNotices
        + snapshot.copies.map {
          "\($0.path) is a sync service's copy of \($0.task); 'memo resolve FILE' merges it"
        }
        + [
          snapshot.commit.map { _ in Self.unfinishedNotice },
          left.map { _ in
            WriteSession.leftBehind(head) + "; the next command that writes brings them"
          },
          obstacle == nil ? try unconfirmedEdits(edits, snapshot, git, head)?.notice : nil,
          mergeNotice(),
          link?.obstacle?.message, autosyncNotice,
          remotes.isEmpty ? nil : missing.map { "\($0.message); \($0.hints[0])" },
        ].compactMap { $0 },
      conflicts: snapshot.tasks.filter { $0.conflictNotes > 0 }.count,
      problems: problemsBesideTasks() + checked.problems)
  }

  private static let unfinishedNotice =
    "a change is unfinished; the next command that writes finishes it"

  private func obstacle(_ git: StoreGit) -> String? {
    do throws(MemoError) {
      if try git.readyHead().commit != nil { try git.checkIsCheckedOut() }
      guard git.repository.isIndexLockedByAnother else { return nil }
      return "git is at work here, or was killed: "
        + "\(git.repository.gitDirectory)/index.lock is there"
    } catch {
      return error.message
    }
  }

  private static let lastSyncFile = "memo/last-sync"

  /// The time of the last successful sync by any process.
  package func lastSync(_ git: StoreGit) -> Timestamp? {
    WorkTree.content(at: "\(git.repository.gitDirectory)/\(Self.lastSyncFile)").flatMap {
      Timestamp(String(decoding: $0, as: UTF8.self).trimmingSpaces)
    }
  }

  /// Notes the time of the last sync, which is only displayed.
  package func noteSync(_ git: StoreGit) {
    try? WorkTree.write(
      "\(environment.timestamp)\n".utf8, to: "\(git.repository.gitDirectory)/\(Self.lastSyncFile)")
  }
}

extension Store {
  /// The differences between two states of the store, by task.
  ///
  /// Uncommitted changes appear as they will be committed: a deleted line `id:` comes back.
  ///
  /// - Parameter after: The later tasks; nil for now.
  /// - Returns: Additions, moves, edits and deletions, each in the order of paths.
  public func differences(
    from before: PastState, to after: PastState? = nil
  ) throws(MemoError) -> [TaskChange] {
    let former = before.snapshot.tasks.map { TaskVersion($0) }
    if let after {
      return TaskChange.all(from: former, to: after.snapshot.tasks.map { TaskVersion($0) })
    }
    let (git, snapshot) = (try git(), try read())
    let head = try git.head().commit
    let edits = try findHandEdits(snapshot, git, since: snapshot.commit ?? head)
    var recorded = PathMap<TaskVersion>()
    for edit in edits.edits {
      if let file = edit.onDisk, let after = edit.after { recorded[file.path] = after }
    }
    for pair in edits.restored {
      if let file = pair.before, let after = pair.after { recorded[file.path] = after }
    }
    let present = snapshot.tasks.map { recorded[$0.path] ?? TaskVersion($0) }
    return TaskChange.all(from: former, to: present).map { edits.withoutMadeIDs($0) }
  }
}
