package import Git
package import StoreFiles
package import TaskFile
package import TaskHistory

/// The differences between a store's files and a commit, as a plan for commits.
package struct RecordingPlan {
  package var tasks: [TaskEdit] = []
  var others: [OtherFileEdit] = []
  /// The present paths of the adopted files among ``tasks``.
  var adopted: Set<PathKey> = []
  /// Files that only get back committed content, such as a lost id.
  var restored: [VersionPair] = []
  /// Notices for the user: copies, contested statuses, broken files.
  package var notices: [String] = []
  /// Notices about older problems, shown on request.
  package var oldNotices: [String] = []
  /// Changed and new files with a git filter, which can't be committed.
  var filtered: [String] = []
  /// New and changed other files that are too large to commit automatically.
  package var tooLarge: [String] = []
  /// Random ids in the tasks; a second call generates others.
  var randomIDs: Set<TaskID> = []
  /// Absent files of the last commit without a proven deletion, which are not committed as deleted.
  var missing: [String] = []
  /// Files of the last commit that a sparse checkout leaves out.
  var leftOut: [String] = []
  var recordedOthers = 0
  /// Files that exist but were not listed, so that everything has to be read again.
  var elusive: [String] = []
  /// Whether a changed file can't be read, so that it stays uncommitted.
  var hasUnreadable = false
  /// Whether a program is probably in the middle of saving a file.
  var hasUnfinished = false
}

extension RecordingPlan {
  /// Whether there is nothing to commit, nothing to write, and nothing absent.
  var isNothing: Bool {
    tasks.isEmpty && others.isEmpty && restored.isEmpty && missing.isEmpty
  }

  /// Whether every file of the last commit is known to exist or to be deleted.
  ///
  /// An unreadable or unfinished file may be an absent one that was moved.
  var isWhole: Bool {
    missing.isEmpty && leftOut.isEmpty && !hasUnreadable && !hasUnfinished
  }

  /// Whether every changed file exists and can be committed.
  var isAllRecorded: Bool { !hasUnreadable && filtered.isEmpty && missing.isEmpty }

  /// Files of the last commit that are absent without a proven deletion, or left out by a sparse
  /// checkout.
  var absent: Set<PathKey> { Set((missing + leftOut).map(PathKey.init)) }

  /// - Throws: ``MemoError`` of kind `raced` if a file exists that was not listed.
  func checkListed() throws(MemoError) {
    guard let path = elusive.first else { return }
    throw MemoError(
      .raced, "the folders changed while they were read: \(path)", hints: ["try again"])
  }

  /// Whether the settings change, which may cause memo's repairs.
  var hasSettings: Bool { others.contains { $0.path == Store.marker } }

  /// The paths of new and moved files, without memo's own repairs.
  var arrivals: [String] { others.filter { $0.before == nil }.map(\.path) + edits.arrivals }
  /// The former paths of moved and deleted files, without memo's own repairs.
  var departures: [String] { others.filter { $0.kind == .delete }.map(\.path) + edits.departures }

  var places: Set<PathKey> { Set(tasks.compactMap { $0.after.map { PathKey($0.path) } }) }

  var edits: [TaskEdit] { tasks.filter { !$0.isNormalization } }
  /// Whether somebody edited a file, as opposed to memo's own repairs.
  package var hasEdits: Bool { !edits.isEmpty || !others.isEmpty }
  /// memo's own repairs.
  var normalizations: [TaskEdit] { tasks.filter(\.isNormalization) }
}

/// Finding hand edits: observe which files differ from a commit, identify the committed task of
/// each, and normalize it.
///
/// The result is a plan, from which ``CommitChain`` makes commits.
extension Store {
  /// Finds hand edits and files to normalize; writes nothing.
  package func findHandEdits(
    _ snapshot: Snapshot, _ git: StoreGit, since head: ObjectID?,
    _ options: NormalizationOptions = NormalizationOptions()
  ) throws(MemoError) -> RecordingPlan {
    let past = CommittedHistory(self, git, of: head)
    let observation = try observe(snapshot, git, since: head)
    var found = RecordingPlan()
    let differences = try differences(observation, snapshot, git, to: &found)
    let (before, after, copies) = try changedVersions(
      differences.changed, snapshot, git, since: head, past, options)
    found.hasUnfinished = !recording.filesBeingSaved.isEmpty
    let pairs = differences.proven(identify(before, after, copies, snapshot), to: &found)
    recording.absent = found.absent
    var normalization = Normalization(
      snapshot, past, environment, options, copies: pairs.renamedCopies,
      absent: found.absent)
    for pair in pairs {
      let isAdopted = options.newcomers ? try normalization.canAdopt(pair) : false
      let result = try normalization.normalize(pair, adopting: isAdopted)
      if isAdopted, let file = pair.after { found.adopted.insert(PathKey(file.path)) }
      guard var edit = TaskEdit(from: pair.before, onDisk: pair.after, to: result) else {
        if result != pair.after {
          found.restored.append(VersionPair(before: pair.after, after: result))
        }
        continue
      }
      // Most new files have no id yet. The history is read only for the others.
      if edit.change.kind == .add, let id = result?.id, id == pair.after?.id, try past.has(id) {
        edit.change.kind = .restore
      }
      found.tasks.append(edit)
    }
    found.tasks.sort { $0.change.precedes($1.change) }
    var succession = Succession(self, git, snapshot, since: head)
    try succession.follow(&found.tasks)
    found.notices = normalization.notices + found.notices
    try addOthers(observation, snapshot, git, to: &found)
    recording.absent = found.absent
    found.notices += succession.notices
    found.randomIDs = normalization.ids.random
    found.filtered.sort { $0.precedes(path: $1) }
    found.oldNotices =
      normalization.oldNotices
      + [FileDifferences.notice(ofFiltered: found.filtered)].compactMap { $0 }
    return found
  }

  private func identify(
    _ before: [TaskVersion], _ after: [TaskVersion], _ copies: Set<PathKey>, _ snapshot: Snapshot
  ) -> [VersionPair] {
    if before.isEmpty, after.isEmpty { return [] }
    let changed = Set(after.map { PathKey($0.path) })
    let unchanged = Set(
      snapshot.tasks.filter { !changed.contains(PathKey($0.path)) }.compactMap(\.id))
    // A former copy keeps the id that it shares.
    let all = copies.union(
      after.filter { $0.id.map(unchanged.contains) ?? false }.map { PathKey($0.path) })
    return Pairing(
      before: before, after: after,
      unchangedIDs: unchanged.intersection(DeltaFinder.replaced(before, after)), copies: all
    ).pairs
  }

  /// The versions of task files that differ from the last commit or need normalization.
  private func changedVersions(
    _ changed: Set<PathKey>, _ snapshot: Snapshot, _ git: StoreGit, since head: ObjectID?,
    _ past: CommittedHistory, _ options: NormalizationOptions
  ) throws(MemoError) -> (before: [TaskVersion], after: [TaskVersion], copies: Set<PathKey>) {
    recording.filesBeingSaved = []
    var paths = changed
    let recorded = snapshot.tasks.filter {
      $0.file != nil
        && ($0.isToBeNormalized
          || options.isFix && $0.isRead && options.fixed($0.document, $0.item) != nil)
    }.map { PathKey($0.path) }.filter { !paths.contains($0) }
    let copies = Set(
      try recordedCopies(snapshot, git, since: head, past, paths).map(PathKey.init))
    for path in copies {
      if !options.undone, try past.isUndo(of: .fix, at: path.path) { continue }
      paths.insert(path)
    }
    for path in recorded where !copies.contains(path) {
      if !options.undone, !options.touched.contains(path), try past.isBroughtBack(at: path.path) {
        guard options.newcomers, try past.isUndo(of: .adopt, at: path.path) else {
          continue
        }
      }
      paths.insert(path)
    }
    if paths.isEmpty { return ([], [], copies) }
    paths.subtract(
      try git.filtered(snapshot.tasks.map(\.path).filter { paths.contains(PathKey($0)) }))
    let tasks = Dictionary(
      uniqueKeysWithValues: snapshot.tasks.lazy.map { (PathKey($0.path), $0) }
        .filter { paths.contains($0.0) })
    // Files that are probably in the middle of a save.
    var unfinished = paths.filter {
      tasks[$0].flatMap { recording.isUnfinished?($0) } ?? false
    }
    for key in unfinished where try git.version(at: key.path, in: head) == nil {
      // An absent file may be this one before it was moved.
      unfinished.formUnion(paths.filter { tasks[$0] == nil })
      break
    }
    paths.subtract(unfinished)
    recording.filesBeingSaved = unfinished
    var before: [TaskVersion] = []
    var after: [TaskVersion] = []
    for key in paths.sorted(by: { $0.path.precedes(path: $1.path) }) {
      let path = key.path
      let recorded = try git.version(at: path, in: head)
      if var version = recorded {
        version.status = try past.status(of: version)
        before.append(version)
      }
      if let task = tasks[key] {
        var version = TaskVersion(task)
        version.mode = try git.recordedMode(version.mode, before: recorded?.mode)
        after.append(version)
      }
    }
    return (before, after, copies)
  }
}

extension [VersionPair] {
  fileprivate var renamedCopies: Set<PathKey> {
    Set(
      compactMap { pair in
        guard pair.isCopy, let after = pair.after, after.item.isUsable, !after.document.isForeign
        else { return nil }
        return PathKey(after.path)
      })
  }
}

extension StoredTask {
  /// Whether an id or a status is missing or inconsistent.
  var isToBeNormalized: Bool {
    isRead && (id == nil || disagrees) && item.isUsable
      && (item.lacksID && !document.isForeign || disagrees)
  }
}

extension TaskItem {
  /// Whether the task has no id from memo.
  var lacksID: Bool { id == nil && !unusableKeys.contains("memo-id") }
}

extension RecordingPlan {
  package var pending: [TaskChange] {
    others.map(\.change) + tasks.flatMap(\.all).map { withoutMadeIDs($0.change) }
  }

  func withoutMadeIDs(_ change: TaskChange) -> TaskChange {
    guard !randomIDs.isEmpty else { return change }
    func isMade(_ text: String?) -> Bool {
      text.flatMap { TaskID($0) }.map(randomIDs.contains) ?? false
    }
    var change = change
    if isMade(change.id) { change.id = nil }
    change.fields.removeAll {
      [.field("id"), .field("memo-id")].contains($0.part) && isMade($0.to)
    }
    return change
  }
}

/// A task's committed version, its present file, and the version to commit.
package struct TaskEdit {
  /// The last commit's version; nil for a new task.
  package let before: TaskVersion?
  /// The present file; nil if it is absent.
  let onDisk: TaskVersion?
  /// The version to commit; nil for a deleted task.
  package let after: TaskVersion?
  package var change: TaskChange
  /// Consequences in the same commit: the next task of a series, added or removed.
  package var following: [TaskEdit] = []

  /// - Parameter onDisk: The present file; by default as committed.
  /// - Returns: Nil if nothing changes.
  package init?(from before: TaskVersion?, onDisk: TaskVersion?? = nil, to after: TaskVersion?) {
    guard let change = TaskChange(from: before, to: after) else { return nil }
    (self.before, self.onDisk, self.after) = (before, onDisk ?? before, after)
    self.change = change
  }
}

extension TaskEdit {
  /// Whether the edit is only a repair by memo, as after git committed a moved file with its old
  /// status.
  var isNormalization: Bool { before != nil && before == onDisk }

  /// The hand edit without memo's repair; nil if there is none.
  var asFound: TaskEdit? { TaskEdit(from: before, onDisk: onDisk, to: onDisk) }

  /// memo's repair; nil if there is none.
  var normalization: TaskEdit? {
    var edit = onDisk.flatMap { TaskEdit(from: $0, to: after) }
    edit?.following = following
    return edit
  }

  /// Whether memo deletes the file; false if the user has deleted it already.
  var isRemoval: Bool { after == nil && onDisk != nil }

  package var all: [TaskEdit] { [self] + following }

  var files: [VersionPair] { all.map { VersionPair(before: $0.onDisk, after: $0.after) } }

  /// Whether the hand edit is committed before memo's repair.
  var isOfTwoSteps: Bool { losesStatus || isRenamedCopy }

  /// Whether a copy that was committed with another task's id was renamed, and gets its own id.
  ///
  /// In one commit it would look like a new task.
  private var isRenamedCopy: Bool {
    guard let before, let onDisk, let after, let id = onDisk.id else { return false }
    return before.id == id && after.id != id && !before.isAt(onDisk.path)
  }

  /// Whether memo removes a status from a file that was never committed.
  ///
  /// A copy doesn't count, since its id and status are another task's. Other changes only add to a
  /// file.
  var losesStatus: Bool {
    guard let onDisk, let found = onDisk.item.status, let after else { return false }
    let isCopy = onDisk.id != nil && onDisk.id != after.id
    return !isCopy && after.item.status != found && before?.item.status != found
  }
}

struct Observation {
  var changes: [WorkTreeChange] = []
  /// The files that were here as committed, if some are missing.
  var seen: Set<PathKey> = []
  var others: [PathKey: FileStatus] = [:]
  var isRead = true
  var notices: [String] = []
}

extension Store {
  /// Compares the files with a commit's.
  ///
  /// - Parameter snapshot: The tasks, and the names of other files.
  func observe(
    _ snapshot: Snapshot, _ git: StoreGit, since head: ObjectID?
  ) throws(MemoError) -> Observation {
    var found = Observation()
    var listed: [WorkTreeFile] = []
    listed.reserveCapacity(snapshot.tasks.count + snapshot.others.count)
    for task in snapshot.tasks {
      if let file = task.file {
        listed.append(WorkTreeFile(path: git.repositoryPath(task.path), file))
      }
    }
    for path in snapshot.others + (try settingsFiles()) {
      let place = git.repositoryPath(path)
      guard let status = try git.status(of: place), status.kind == .regular else { continue }
      found.others[PathKey(path)] = status
      listed.append(WorkTreeFile(path: place, status))
    }
    let folders = git.taskFolders + [git.repositoryPath(NonTaskFiles.settingsFolder)]
    // An unreadable file stays as committed, and is reported.
    var unread: Set<PathKey> = []
    let changes = try git.run("compare the files with the last commit") {
      repository throws(GitError) in
      try repository.compare(listed, with: head, under: folders) { path throws(GitError) in
        // With a git filter the result is unknown, so the file counts as changed.
        if try repository.isFiltered(path) { return nil }
        let name = git.storePath(path) ?? path
        guard let other = found.others[PathKey(name)] else {
          return snapshot.tasks(at: [name]).first?.document.bytes ?? []
        }
        // A too large file counts as changed, and is reported.
        if other.size > NonTaskFiles.mostBytes { return nil }
        do throws(FileError) {
          if let bytes = try git.files.content(path) { return bytes }
          // Absent since it was listed; the next command sees it.
        } catch {
          found.notices.append("\(name) is not committed: \(error)")
        }
        unread.insert(PathKey(path))
        return nil
      }
    }
    found.changes = changes.filter { !unread.contains(PathKey($0.path)) }
    found.isRead = unread.isEmpty
    if changes.contains(where: { $0.kind == .missing }) {
      found.seen = try filesCheckedOut(git, since: head)
    }
    found.notices.sort { $0.precedes(path: $1) }
    return found
  }

  private func settingsFiles() throws(MemoError) -> [String] {
    var found = [Self.marker] + secondSettings()
    for folder in NonTaskFiles.folders {
      do throws(FileError) {
        guard try files.status(of: folder)?.kind == .folder else { continue }
        found += try files.list(folder).filter {
          $0.kind == .regular && $0.isUTF8 && NonTaskFiles.contains($0.path)
        }.map(\.path)
      } catch {
        throw MemoError(error)
      }
    }
    return found
  }
}

extension StoreGit {
  /// A task file in a commit; nil if there is none at that path.
  func version(at path: String, in commit: ObjectID?) throws(MemoError) -> TaskVersion? {
    guard let commit else { return nil }
    return try run("read \(path) of the last commit") { repository throws(GitError) in
      guard let entry = try repository.entry(at: repositoryPath(path), in: commit),
        entry.mode.isFile
      else { return nil }
      let text = try repository.taskText(entry.id)
      let bytes =
        try repository.isFiltered(entry.path)
        ? text : repository.workTreeContent(of: text, at: entry.path)
      return TaskVersion(path: path, document: document(bytes), mode: entry.mode)
    }
  }

  func filtered(_ paths: [String]) throws(MemoError) -> Set<PathKey> {
    var found: Set<PathKey> = []
    try repository.keepingAttributes { () throws(MemoError) in
      for path in paths where try isFiltered(repositoryPath(path)) { found.insert(PathKey(path)) }
    }
    return found
  }

  /// Whether a git filter applies to a file, so that memo can't commit it.
  ///
  /// - Parameter path: Relative to the repository.
  func isFiltered(_ path: String) throws(MemoError) -> Bool {
    try run("read the attributes", repository.isFiltered(path))
  }
}
