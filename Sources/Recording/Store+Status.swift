internal import Git
public import StoreFiles
public import TaskFile
public import TaskHistory

/// Where a store stands; nothing is written and no network is asked to find out.
public struct StatusReport: Sendable {
  public var root: String
  public var branch: String
  /// Why no commit can be made now: a merge that was begun, a detached HEAD; else nil.
  public var obstacle: String?
  /// The branch it is synced with, as `origin/main`; nil when there is none.
  public var upstream: String?
  /// Whether there is a remote at all.
  public var hasRemotes: Bool
  /// Commits that the remote does not have, as last seen; nil where nothing of it is seen.
  public var ahead: Int?
  /// Commits of the remote that are not merged yet, as last seen; nil where nothing of it is seen.
  public var behind: Int?
  public var lastSync: Timestamp?
  /// Who keeps the store in sync; nil for nobody.
  public var watcher: WatcherState?
  /// Whether a face is to keep it in sync by itself; nil as long as nobody was asked.
  public var syncsByItself: Bool?
  /// Hand edits that the next command that writes, or `sync`, would record; files that are no
  /// tasks are called by their paths, and have no id.
  public var pending: [TaskChange]
  /// New and changed files that are too large to be recorded without being asked for, by path.
  public var tooLarge: [String]
  /// Whether no file is left as it is that differs from what is recorded, for whatever reason.
  public var isAllRecorded: Bool
  public var notices: [String]
  /// Tasks with conflict notes.
  public var conflicts: Int
  public var problems: [StoreProblem]
}

extension Store {
  /// - Throws: ``MemoError``
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
    let isWithoutIndex = try git.isWithoutIndex()
    let isUnfinished = head.commit != nil && isWithoutIndex
    var checked = snapshot
    checked.markAmongOthers()
    return StatusReport(
      root: root, branch: try git.branch(), obstacle: obstacle, upstream: link?.shortName,
      hasRemotes: !remotes.isEmpty, ahead: distance?.ahead, behind: distance?.behind,
      lastSync: lastSync(git),
      watcher: watcher(), syncsByItself: autosync,
      pending: edits.pending, tooLarge: edits.files.tooLarge,
      isAllRecorded: edits.isAllRecorded,
      notices: edits.notices + edits.standing
        + snapshot.copies.map {
          "\($0.path) is a sync service's copy of \($0.task); 'memo resolve FILE' merges it"
        }
        + [
          snapshot.commit.map { _ in Self.unfinishedNotice },
          isUnfinished ? Self.checkoutNotice : nil,
          left.map { _ in
            WriteSession.leftBehind(head) + "; the next command that writes brings them"
          },
          obstacle == nil ? try doubts(edits, snapshot, git, head)?.notice : nil,
          mergeNotice(),
          link?.obstacle?.message, autosyncNotice,
          remotes.isEmpty ? nil : missing.map { "\($0.message); \($0.hints[0])" },
        ].compactMap { $0 } + (try foldersApart(in: snapshot, besides: edits.pending)),
      conflicts: snapshot.tasks.filter { $0.conflictNotes > 0 }.count,
      problems: problemsBesideTasks() + checked.problems)
  }

  /// The folders that have a task's name but don't lie beside it, as where somebody moved them by
  /// hand.
  ///
  /// - Parameter pending: Of a task that was moved itself, the folder follows when that is recorded.
  private func foldersApart(
    in snapshot: Snapshot, besides pending: [TaskChange]
  ) throws(MemoError) -> [String] {
    func place(_ path: String) -> String? {
      path.firstIndex(of: "/").map { ArchiveFolder.removed(from: String(path[$0...].dropFirst())) }
    }
    let inner = snapshot.folders.filter { place($0)?.isEmpty == false }
    guard !inner.isEmpty else { return [] }
    let owners = Set(snapshot.tasks.map { TaskFolder.path(of: $0.path) })
    let stray = inner.subtracting(owners)
    guard !stray.isEmpty else { return [] }
    let places = Set(stray.compactMap(place))
    let tasks = Dictionary(
      snapshot.tasks.compactMap { task in
        place(TaskFolder.path(of: task.path)).flatMap { places.contains($0) ? ($0, task) : nil }
      }, uniquingKeysWith: { first, _ in first })
    let moved = Set(pending.map(\.path))
    var notices: [String] = []
    for folder in stray.sorted() {
      guard let task = place(folder).flatMap({ tasks[$0] }), !moved.contains(task.path) else {
        continue
      }
      let files = try belongings(of: folder + StoredTask.ending, in: snapshot)
      if !files.isEmpty {
        notices.append("\(folder)/ lies apart from its task, \(task.path)")
      } else if task.status != .done {
        notices.append("\(folder)/ has tasks of its own, and stays apart from \(task.path)")
      }
    }
    return notices
  }

  private static let unfinishedNotice =
    "a change was begun and is not finished; the next command that writes finishes it"

  private static let checkoutNotice =
    "this clone's checkout was never finished; the next command that writes finishes it"

  private func obstacle(_ git: StoreGit) -> String? {
    do throws(MemoError) {
      _ = try git.readyHead()
      guard git.repository.isIndexLockedByAnother else { return nil }
      return "git is at work here, or was killed: "
        + "\(git.repository.gitDirectory)/index.lock is there"
    } catch {
      return error.message
    }
  }

  private static let lastSyncFile = "memo/last-sync"

  /// When a sync went well last, by whomever it was started.
  package func lastSync(_ git: StoreGit) -> Timestamp? {
    WorkTree.content(at: "\(git.repository.gitDirectory)/\(Self.lastSyncFile)").flatMap {
      Timestamp(String(decoding: $0, as: UTF8.self).trimmingSpaces)
    }
  }

  /// Remembers when the last sync was; only ever shown, so losing it costs nothing.
  package func noteSync(_ git: StoreGit) {
    try? WorkTree.write(
      "\(environment.timestamp)\n".utf8, to: "\(git.repository.gitDirectory)/\(Self.lastSyncFile)")
  }
}

extension Store {
  /// What is different between two moments of the store, task by task.
  ///
  /// What is not recorded yet is told as it will be: a line `id:` that somebody deleted comes back.
  /// - Parameters:
  ///   - before: The tasks as they were.
  ///   - after: The tasks as they were later; nil for now.
  /// - Returns: Additions first, then moves, edits and deletions, each in the order of paths.
  /// - Throws: ``MemoError``
  public func differences(
    from before: PastState, to after: PastState? = nil
  ) throws(MemoError) -> [TaskChange] {
    if let after { return try differences(from: before, to: after, after.snapshot) }
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
    return try differences(from: before, to: nil, snapshot, recorded: recorded)
      .map { edits.withoutMadeIDs($0) }
  }
}
