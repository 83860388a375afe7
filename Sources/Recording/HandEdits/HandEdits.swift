package import Git
package import StoreFiles
internal import TaskFile
package import TaskHistory

/// What people did to the files of a store since a commit, ready to be recorded.
package struct HandEdits {
  package var tasks: [TaskEdit] = []
  /// Of what is not a task.
  package var files = StoreFileEdits()
  /// Those of ``tasks`` that are adopted, by where their files are now.
  var adopted: Set<PathKey> = []
  /// Files that only get back what they were recorded with, such as an id that was lost.
  var restored: [VersionPair] = []
  /// What a person should hear: copies, contested statuses, files that can't be understood.
  package var notices: [String] = []
  /// What was so before and nobody has changed, for whoever asks.
  package var standing: [String] = []
  /// Files that a filter of git's keeps from being recorded, though they differ or are new.
  package var filtered: [String] = []
  /// Ids in the tasks that were made by chance; who asks again finds others.
  var randomIDs: Set<TaskID> = []
  /// Tasks of the last commit that are not here, though nothing proves that somebody deleted
  /// them: nothing is recorded of them.
  var missing: [String] = []
  /// Tasks of the last commit that a sparse checkout leaves out.
  var leftOut: [String] = []
  /// Files that are here and were not listed: all of it is to be read again.
  var elusive: [String] = []
  /// Whether every file of the last commit was here, in this work tree.
  var isWhole = true
  /// Whether every file that differs from the last commit is here, or nothing keeps it from being
  /// recorded.
  var isAllRecorded = true
  /// Whether files go to the status that their text names since the settings, which are to be
  /// recorded as well, say of its words what they mean.
  var hasNewWords = false
}

extension HandEdits {
  /// Whether there is nothing to record, nothing to put in place, and nothing missing.
  var isNothing: Bool {
    tasks.isEmpty && files.isEmpty && restored.isEmpty && missing.isEmpty && files.missing.isEmpty
  }

  /// - Throws: ``MemoError`` of kind `raced` where a file is here that was not listed.
  func checkListed() throws(MemoError) {
    guard let path = elusive.first else { return }
    throw MemoError(
      .raced, "the folders changed while they were read: \(path)", hints: ["try again"])
  }

  /// The folders of the tasks that were moved.
  fileprivate var folderMoves: [PathMove] {
    let moved = tasks.compactMap { task in
      task.before.flatMap { before in task.after.map { (from: before.path, to: $0.path) } }
    }
    return PathMove.folders(ofTasks: moved, besides: places)
  }

  /// Where tasks lie afterwards that were changed.
  var places: Set<PathKey> { Set(tasks.compactMap { $0.after.map { PathKey($0.path) } }) }

  fileprivate var newWordsNotice: String {
    let count = everyday.tasks.count { $0.followsText }
    return "\(Store.marker) says of other words than before what they mean, so "
      + (count == 1
        ? "1 file goes to the folder of the status in its text"
        : "\(count) files go to the folders of the statuses in their texts")
  }

  private func isAdopted(_ task: TaskEdit) -> Bool {
    task.onDisk.map { adopted.contains(PathKey($0.path)) } ?? false
  }

  /// What is adopted.
  var adoptions: [TaskEdit] { adopted.isEmpty ? [] : tasks.filter(isAdopted) }

  /// Without what is adopted.
  var everyday: HandEdits {
    guard !adopted.isEmpty else { return self }
    var rest = self
    rest.tasks = tasks.filter { !isAdopted($0) }
    rest.adopted = []
    return rest
  }

  /// What people did, in tasks.
  var edits: [TaskEdit] { tasks.filter { !$0.isNormalization } }
  /// What only memo puts right.
  var normalizations: [TaskEdit] { tasks.filter(\.isNormalization) }
}

/// The one way in: what files have become since a commit is observed; each file is identified,
/// as the recorded task that it is; and what it lacks to be a task of the store, it gets. What is
/// found is a plan: ``CommitChain`` makes commits of it, for whoever wants it recorded.
extension Store {
  /// Finds the hand edits, and what is recorded and is to be normalized; nothing is written.
  package func findHandEdits(
    _ snapshot: Snapshot, _ git: StoreGit, since head: ObjectID?,
    _ options: NormalizationOptions = []
  ) throws(MemoError) -> HandEdits {
    let past = CommittedHistory(self, git, of: head)
    let observation = try observe(snapshot, git, since: head)
    let differences = try differences(observation, snapshot, git, since: head)
    let (before, after, copies) = try changedVersions(
      differences.changed, snapshot, git, since: head, past, options)
    let (pairs, doubts) = differences.proven(identify(before, after, copies, snapshot))
    recording.absent = Set((doubts.missing + differences.leftOut).map(PathKey.init))
    var normalization = Normalization(
      snapshot, past, environment, options, copies: pairs.renamedCopies,
      absent: recording.absent)
    var found = HandEdits()
    for pair in pairs {
      let isAdopted = options.contains(.newcomers) ? try normalization.canAdopt(pair) : false
      let result = try isAdopted ? normalization.adopt(pair) : normalization.normalize(pair)
      if isAdopted, let file = pair.after { found.adopted.insert(PathKey(file.path)) }
      guard var edit = TaskEdit(from: pair.before, onDisk: pair.after, to: result) else {
        if result != pair.after {
          found.restored.append(VersionPair(before: pair.after, after: result))
        }
        continue
      }
      // Most new files have no id of their own yet; only for those that do the history is asked.
      if edit.change.kind == .add, let id = result?.id, id == pair.after?.id, try past.has(id) {
        edit.change.kind = .restore
      }
      found.tasks.append(edit)
    }
    found.tasks.sort { $0.change.precedes($1.change) }
    var succession = Succession(self, git, snapshot, since: head)
    try succession.follow(&found.tasks)
    succession.leaveClosed(&found.tasks)
    if !options.contains(.fromOthers) {
      found.tasks += succession.missed(after: try doneByGit(snapshot, git, since: head))
    }
    found.files = try fileEdits(observation, git, since: head, following: found.folderMoves)
    recording.absent.formUnion(found.files.leftOut.map(PathKey.init))
    found.notices =
      normalization.notices + doubts.notices + found.files.notices + succession.notices
    found.randomIDs = normalization.randomIDs
    found.filtered = (differences.filtered + found.files.filtered).sorted { $0.precedes(path: $1) }
    found.standing =
      normalization.standing + succession.standing
      + [FileDifferences.notice(ofFiltered: found.filtered)].compactMap { $0 }
    let isFollowing = found.everyday.tasks.contains { $0.followsText }
    found.hasNewWords = isFollowing ? try past.hasNewWords() : false
    if found.hasNewWords, !options.isFix { found.notices.append(found.newWordsNotice) }
    (found.missing, found.leftOut) = (doubts.missing, differences.leftOut)
    found.elusive = differences.elusive
    found.isAllRecorded =
      doubts.notices.isEmpty && found.filtered.isEmpty && found.files.isAllRecorded
    found.isWhole = (doubts.missing + found.leftOut).isEmpty && found.files.isWhole
    return found
  }

  /// Which changed file is which recorded task.
  private func identify(
    _ before: [TaskVersion], _ after: [TaskVersion], _ copies: Set<PathKey>, _ snapshot: Snapshot
  ) -> [VersionPair] {
    if before.isEmpty, after.isEmpty { return [] }
    let changed = Set(after.map { PathKey($0.path) })
    let unchanged = Set(
      snapshot.tasks.filter { !changed.contains(PathKey($0.path)) }.compactMap(\.id))
    // Between two commits as well, what was a copy goes on with the id that it shares.
    let all = copies.union(
      after.filter { $0.id.map(unchanged.contains) ?? false }.map { PathKey($0.path) })
    return Pairing(
      before: before, after: after,
      unchangedIDs: unchanged.intersection(DeltaFinder.replaced(before, after)), copies: all
    ).pairs
  }

  /// Without files that a checkout which never ended had only begun to write.
  private func besidesCutShort(
    _ changed: Set<PathKey>, _ git: StoreGit, since head: ObjectID?
  ) throws(MemoError) -> Set<PathKey> {
    guard let head, !changed.isEmpty, try git.isWithoutIndex() else { return changed }
    var edited: Set<PathKey> = []
    for key in changed {
      let entry = try git.run(
        "read the last commit", git.repository.entry(at: git.repositoryPath(key.path), in: head))
      if let entry, try git.isCutShort(entry) { continue }
      edited.insert(key)
    }
    return edited
  }

  /// Without files that are here and that a filter of git's keeps from being recorded.
  private func besidesFiltered(
    _ paths: Set<PathKey>, _ snapshot: Snapshot, _ git: StoreGit
  ) throws(MemoError) -> Set<PathKey> {
    guard !paths.isEmpty else { return paths }
    let filtered = try git.filtered(
      snapshot.tasks.map(\.path).filter { paths.contains(PathKey($0)) })
    return paths.subtracting(filtered)
  }

  /// The versions of all task files that differ from the last commit, or are to be normalized.
  private func changedVersions(
    _ changed: Set<PathKey>, _ snapshot: Snapshot, _ git: StoreGit, since head: ObjectID?,
    _ past: CommittedHistory, _ options: NormalizationOptions
  ) throws(MemoError) -> (before: [TaskVersion], after: [TaskVersion], copies: Set<PathKey>) {
    var paths = changed
    let recorded = snapshot.tasks.filter {
      $0.file != nil && ($0.isToBeNormalized || $0.canBeFixed(options))
    }.map { PathKey($0.path) }.filter { !paths.contains($0) }
    let copies = Set(
      try recordedCopies(snapshot, git, since: head, past, paths).map(PathKey.init))
    for path in copies {
      if !options.contains(.undone), try past.isDoubledByUndo(at: path.path) { continue }
      paths.insert(path)
    }
    for path in recorded where !copies.contains(path) {
      if !options.contains(.undone), try past.isBroughtBack(at: path.path) {
        guard options.contains(.newcomers), try past.isOfUndoneAdoption(at: path.path) else {
          continue
        }
      }
      paths.insert(path)
    }
    paths = try besidesFiltered(besidesCutShort(paths, git, since: head), snapshot, git)
    guard !paths.isEmpty else { return ([], [], copies) }
    let tasks = Dictionary(
      uniqueKeysWithValues: snapshot.tasks.lazy.map { (PathKey($0.path), $0) }
        .filter { paths.contains($0.0) })
    try leaveUnfinished(&paths, tasks, git, since: head)
    var before: [TaskVersion] = []
    var after: [TaskVersion] = []
    for key in paths.sorted(by: { $0.path.precedes(path: $1.path) }) {
      let path = key.path
      if var version = try git.version(at: path, in: head) {
        version.status = try past.status(of: version)
        before.append(version)
      }
      if let task = tasks[key] {
        after.append(try git.withRecordedMode(TaskVersion(task), at: path, in: head))
      }
    }
    return (before, after, copies)
  }

  /// Takes out what somebody is about to save again.
  private func leaveUnfinished(
    _ paths: inout Set<PathKey>, _ tasks: [PathKey: StoredTask], _ git: StoreGit,
    since head: ObjectID?
  ) throws(MemoError) {
    var unfinished = paths.filter {
      tasks[$0].flatMap { recording.unfinishedSaves?.contains($0) } ?? false
    }
    for key in unfinished where try git.version(at: key.path, in: head) == nil {
      // What is gone may be what this was before it was moved.
      unfinished.formUnion(paths.filter { tasks[$0] == nil })
      break
    }
    paths.subtract(unfinished)
    recording.leftAlone = unfinished
  }
}

extension [VersionPair] {
  /// Where the copies lie that can be given an id of their own.
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
  /// Whether something is missing that only memo can give: an id, or one status.
  var isToBeNormalized: Bool {
    isRead && (id == nil || disagrees) && item.isUsable
      && (item.lacksID && !document.isForeign || disagrees)
  }
}

extension StoredTask {
  fileprivate func canBeFixed(_ options: NormalizationOptions) -> Bool {
    options.isFix && isRead && options.fixed(document, item) != nil
  }
}

extension TaskItem {
  /// Whether nobody has written memo's id.
  var lacksID: Bool { id == nil && !unusableKeys.contains("memo-id") }
}

extension HandEdits {
  /// What would be recorded, without ids that would be others then.
  package var pending: [TaskChange] {
    files.changes + tasks.flatMap(\.all).map { withoutMadeIDs($0.change) }
  }

  /// A change without the ids that were made by chance.
  func withoutMadeIDs(_ change: TaskChange) -> TaskChange {
    guard !randomIDs.isEmpty else { return change }
    func isMade(_ text: String?) -> Bool {
      text.flatMap { TaskID($0) }.map(randomIDs.contains) ?? false
    }
    var change = change
    if isMade(change.id) { change.id = nil }
    change.fields.removeAll { [.key("id"), .key("memo-id")].contains($0.part) && isMade($0.to) }
    return change
  }
}

/// One task's recorded version and the one to record.
package struct TaskEdit {
  /// As the last commit has it; nil for a new task.
  package let before: TaskVersion?
  /// As its file is now; nil where there is none.
  let onDisk: TaskVersion?
  /// As it is to be; nil for a task that goes.
  package let after: TaskVersion?
  package var change: TaskChange
  /// What follows from it and belongs into the same commit: the next task of a series, added, or
  /// taken back.
  package var following: [TaskEdit] = []

  /// - Parameter onDisk: Left out, the file is as it is recorded.
  /// - Returns: Nil where the task is as it was.
  package init?(from before: TaskVersion?, onDisk: TaskVersion?? = nil, to after: TaskVersion?) {
    guard let change = TaskChange(from: before, to: after) else { return nil }
    (self.before, self.onDisk, self.after) = (before, onDisk ?? before, after)
    self.change = change
  }
}

extension TaskEdit {
  /// Whether nobody did anything: it was recorded in a way that memo puts right, as by a commit
  /// of git's that moved a file and left the status in it.
  var isNormalization: Bool { before != nil && before == onDisk }

  /// Whether a file that nobody has moved goes to the folder of the status in its text, which
  /// nobody has changed.
  var followsText: Bool {
    guard let onDisk, let after, !after.isAt(onDisk.path) else { return false }
    return before.map { $0.isAt(onDisk.path) && $0.item.status == onDisk.item.status } ?? true
  }

  /// What somebody did, before memo puts anything right; nil when nobody did.
  var asFound: TaskEdit? { TaskEdit(from: before, onDisk: onDisk, to: onDisk) }

  /// What memo puts right in it; nil for nothing.
  var normalization: TaskEdit? {
    var edit = onDisk.flatMap { TaskEdit(from: $0, to: after) }
    edit?.following = following
    return edit
  }

  /// Whether memo is to delete the file; one that somebody deleted by hand is not here any more.
  var isRemoval: Bool { after == nil && onDisk != nil }

  /// It, and what follows from it.
  package var all: [TaskEdit] { [self] + following }

  /// Its files on the disk, and as they are to become.
  var files: [VersionPair] { all.map { VersionPair(before: $0.onDisk, after: $0.after) } }

  /// Whether what somebody did is recorded before what memo puts right.
  var isOfTwoSteps: Bool { losesStatus || isRenamedCopy }

  /// Whether a copy that is recorded with the id of another task was renamed, and gets its own:
  /// with another name and another id at once it would be another task to the history.
  private var isRenamedCopy: Bool {
    guard let before, let onDisk, let after, let id = onDisk.id else { return false }
    return before.id == id && after.id != id && !before.isAt(onDisk.path)
  }

  /// Whether memo takes a status out of a file that is recorded nowhere.
  ///
  /// The id and the status of a copy are another task's, and the rest is only added to.
  var losesStatus: Bool {
    guard let onDisk, let found = onDisk.item.status, let after else { return false }
    let isCopy = onDisk.id != nil && onDisk.id != after.id
    return !isCopy && after.item.status != found && before?.item.status != found
  }
}

/// The files of a store as they differ from a commit: tasks and others alike.
struct Observation {
  var changes: [WorkTreeChange] = []
  /// The files that are no tasks, as they are now.
  var others: [PathKey: FileStatus] = [:]
  /// Whether each of those could be read.
  var isRead = true
  /// What a person should hear of those that couldn't.
  var notices: [String] = []
}

extension Store {
  /// Compares the files with a commit's.
  ///
  /// - Parameter snapshot: The tasks, and the names of what lies beside them.
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
    // What can't be read is left as it is recorded, and somebody is told.
    var unread: Set<PathKey> = []
    let changes = try git.run("compare the files with the last commit") {
      repository throws(GitError) in
      try repository.compare(listed, with: head, under: folders) { path throws(GitError) in
        // What git would make of it nobody here knows: it counts as changed.
        if try repository.isFiltered(path) { return nil }
        let name = git.storePath(path) ?? path
        guard let other = found.others[PathKey(name)] else {
          return snapshot.tasks(at: [name]).first?.document.bytes ?? []
        }
        // Not looked into: it counts as changed, and somebody is told.
        if other.size > NonTaskFiles.mostBytes { return nil }
        do throws(FileError) {
          if let bytes = try git.files.content(path) { return bytes }
          // Gone since it was listed: the next command sees it.
        } catch {
          found.notices.append("\(name) is not recorded: \(error)")
        }
        unread.insert(PathKey(path))
        return nil
      }
    }
    found.changes = changes.filter { !unread.contains(PathKey($0.path)) }
    found.isRead = unread.isEmpty
    found.notices.sort { $0.precedes(path: $1) }
    return found
  }

  /// The files in the folder of settings that there are.
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
  /// A task file as a commit has it; nil when it has none there.
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

  /// Those of the store's files that a filter of git's keeps from being recorded.
  func filtered(_ paths: [String]) throws(MemoError) -> Set<PathKey> {
    var found: Set<PathKey> = []
    try run("read the attributes") { repository throws(GitError) in
      var filters = ContentFilters(repository)
      for path in paths where try filters.isFiltered(repositoryPath(path)) {
        found.insert(PathKey(path))
      }
    }
    return found
  }

  /// Whether a filter of git's keeps memo from recording a file.
  ///
  /// - Parameter path: Relative to the repository.
  func isFiltered(_ path: String) throws(MemoError) -> Bool {
    try run("read the attributes", repository.isFiltered(path))
  }
}

extension WriteSession {
  /// Gives what an undo has left as it was found what every task has, an id and one status, since a
  /// command is about to change it.
  ///
  /// In a commit before the change: with another name and another id at once it would be another
  /// task to the history.
  /// - Parameter others: Where files lie that stay as they are.
  /// - Returns: The tasks as they are then.
  mutating func touch(
    _ tasks: [StoredTask], besides others: Set<PathKey>
  ) throws(MemoError) -> [StoredTask] {
    func isTouched(_ task: StoredTask) -> Bool {
      task.isToBeNormalized && !others.contains(PathKey(task.path))
    }
    guard tasks.contains(where: isTouched) else { return tasks }
    var normalization = Normalization(
      snapshot, CommittedHistory(store, git, of: head.commit), store.environment)
    var found = HandEdits()
    var places: [PathKey: PathKey] = [:]
    for task in tasks where isTouched(task) {
      let version = TaskVersion(task)
      guard
        let touched = try normalization.normalize(VersionPair(before: version, after: version)),
        let edit = TaskEdit(from: version, to: touched)
      else { continue }
      places[PathKey(task.path)] = PathKey(touched.path)
      found.tasks.append(edit)
    }
    notices += normalization.notices
    guard !found.tasks.isEmpty else { return tasks }
    var chain = CommitChain(
      git, head: head, try writer(), operation: store.environment.operation)
    try chain.add(found.tasks, as: .normalize)
    notices += chain.notices
    postpone(&chain, found.tasks.flatMap(\.files), recording: RecordedHandEdits(found.tasks))
    let now = Dictionary(
      snapshot.tasks.map { (PathKey($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    return tasks.map { task in places[PathKey(task.path)].flatMap { now[$0] } ?? task }
  }
}
