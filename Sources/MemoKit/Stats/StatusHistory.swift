internal import Git
internal import TaskFile

/// What became of every task in a store's history, as far as its folders tell.
///
/// Commits are compared with their parents, whoever made them and whatever they say. A task is
/// known by its id; a file without one by its path, and where it is moved, by its name.
struct StatusHistory {
  private(set) var tasks: [TaskTimes] = []
  private var ids: [TaskID: Int] = [:]
  /// Where tasks lie or lay; who came last counts.
  private var paths: [String: Int] = [:]

  private let git: StoreGit
  private let trees: TreeComparison
  private var knownIDs: [ObjectID: TaskID?] = [:]

  /// Reads everything that a commit leads to.
  init(_ git: StoreGit, of head: ObjectID?) throws(GitError) {
    self.git = git
    trees = try TreeComparison(git.repository, under: git.taskFolders)
    guard let head else { return }
    var commits: [(id: ObjectID, tree: ObjectID, parents: [ObjectID], time: Int64)] = []
    try git.repository.walk(from: [head]) { commit throws(GitError) in
      commits.append((commit.id, commit.tree, commit.parents, commit.author.seconds))
      return true
    }
    let roots = Dictionary(uniqueKeysWithValues: commits.map { ($0.id, $0.tree) })
    for commit in commits.reversed() {
      let parents: [ObjectID?] = commit.parents.isEmpty ? [nil] : commit.parents.map { roots[$0] }
      let events = try events(from: parents, to: commit.tree)
      if git.repository.isShallow, git.repository.shallowBoundary.contains(commit.id) {
        for case .added(let task, _) in events { tasks[task].note(cutOff: commit.time) }
      } else {
        note(events, at: commit.time)
      }
    }
  }

  /// Which task a file is that is there now, in ``tasks``; nil for one that is not recorded yet.
  ///
  /// - Parameter isRecorded: Whether the last commit has a file of this path.
  func index(of task: StoredTask, isRecorded: Bool) -> Int? {
    task.id.flatMap { ids[$0] } ?? (isRecorded ? paths[task.path] : nil)
  }
}

extension StatusHistory {
  private enum Event: Hashable {
    case added(task: Int, Status)
    case moved(task: Int, Status)
    case deleted(task: Int, TreeEntry)
  }

  /// What a commit did; of a merge, what it did compared with each of its parents.
  private mutating func events(
    from parents: [ObjectID?], to tree: ObjectID
  ) throws(GitError) -> Set<Event> {
    var common: Set<Event>?
    for parent in parents {
      let events = try events(in: try trees.changes(from: parent, to: tree))
      common = common?.intersection(events) ?? events
      if common?.isEmpty == true { break }
    }
    return common ?? []
  }

  private mutating func note(_ events: Set<Event>, at time: Int64) {
    for event in events {
      switch event {
      case .added(let task, let status): tasks[task].note(added: time, as: status)
      case .moved(let task, let status): tasks[task].note(moved: time, to: status)
      case .deleted(let task, let entry): tasks[task].note(deleted: time, entry)
      }
    }
  }

  private mutating func events(in changes: [FileChange]) throws(GitError) -> Set<Event> {
    var before: [File] = []
    var after: [File] = []
    for change in changes {
      let (old, new) = (try file(change.before), try file(change.after))
      if let old, let new, old.id == nil || new.id == nil || old.id == new.id {
        // One file that stayed where it is.
        name(task(of: old), new)
        continue
      }
      if let old { before.append(old) }
      if let new { after.append(new) }
    }
    var events: Set<Event> = []
    for new in after {
      let same = before.firstIndex { $0.id != nil && $0.id == new.id }
      let alike = before.firstIndex { $0.id == nil && $0.name == new.name }
      guard let index = same ?? alike else {
        events.insert(.added(task: taskAdded(new), new.status))
        continue
      }
      let old = before.remove(at: index)
      let task = task(of: old)
      name(task, new)
      if old.status != new.status { events.insert(.moved(task: task, new.status)) }
    }
    for old in before { events.insert(.deleted(task: task(of: old), old.entry)) }
    return events
  }
}

extension StatusHistory {
  /// A task's file in one commit.
  private struct File {
    var entry: TreeEntry
    /// Relative to the store.
    var path: String
    var status: Status
    var id: TaskID?
    var name: String { Paths.name(of: path) }
  }

  /// Nil for what is no task.
  private mutating func file(_ entry: TreeEntry?) throws(GitError) -> File? {
    guard let entry, entry.mode == .regular || entry.mode == .executable,
      let path = git.storePath(entry.path), StoredTask.isTaskName(path),
      let status = StoredTask.folderStatus(of: path)
    else { return nil }
    return File(entry: entry, path: path, status: status, id: try id(of: entry.id))
  }

  private mutating func id(of blob: ObjectID) throws(GitError) -> TaskID? {
    if let known = knownIDs[blob] { return known }
    let id = TaskDocument(try git.repository.taskText(blob)).item(fileName: "").id
    knownIDs[blob] = .some(id)
    return id
  }

  /// The task that a recorded file is.
  private mutating func task(of file: File) -> Int {
    if let known = file.id.map({ ids[$0] }) ?? paths[file.path] { return known }
    return newTask(file)
  }

  /// The task of a file that was not there before: one that comes back, or a new one.
  private mutating func taskAdded(_ file: File) -> Int {
    if let known = file.id.flatMap({ ids[$0] }) { return known }
    return newTask(file)
  }

  private mutating func newTask(_ file: File) -> Int {
    tasks.append(TaskTimes())
    name(tasks.count - 1, file)
    return tasks.count - 1
  }

  /// Says that a file is a task from now on.
  private mutating func name(_ task: Int, _ file: File) {
    if let id = file.id { ids[id] = task }
    paths[file.path] = task
  }
}
