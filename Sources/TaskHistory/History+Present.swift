internal import Git
package import StoreFiles
internal import TaskFile

extension History {
  /// The task that a file is now, by its number; nil for one that is not recorded yet.
  package func task(of task: StoredTask) throws(MemoError) -> Int? {
    try self.task(at: task.path, task.sharesID ? nil : task.id)
  }

  func task(at path: String, _ id: TaskID?) throws(MemoError) -> Int? {
    let living = try living()
    if let number = living.numbers[path],
      let state = living.states[path], id == nil || state.id == nil || id == state.id
    {
      return number
    }
    return try id.flatMap { id throws(MemoError) in try identities().task(of: id) }
  }

  /// The file of the last commit that a file is now; nil for one that is not recorded yet.
  package func recorded(_ task: StoredTask) throws(MemoError) -> FileState? {
    let living = try living()
    if let state = living.states[task.path],
      task.id == nil || task.sharesID || state.id == nil || task.id == state.id
    {
      return state
    }
    return try self.task(of: task).flatMap { living.firstOfTask[$0] }
  }

  /// The task files of the last commit.
  package func living() throws(MemoError) -> LivingFiles {
    if let foundLiving { return foundLiving }
    let living = try files(of: last)
    foundLiving = living
    return living
  }

  /// The task files of a commit.
  func files(of node: Int) throws(MemoError) -> LivingFiles {
    var found = LivingFiles()
    let commit = index.nodes[node].commit
    let git = git(at: node)
    let entries = try git.run(
      "read the files of \(commit.short)", git.repository.files(in: commit, under: git.taskFolders))
    for entry in entries {
      guard let path = git.storePath(entry.path) else { continue }
      let name = FileState.Name(path: path, blob: entry.id)
      guard let place = try identities().origin(of: name, in: node, self),
        let state = self[place].after, let number = try identities().task(at: place)
      else { continue }
      found.add(state, of: number)
    }
    return found
  }

  /// Which task each file of the work tree is, by its path; what is not recorded yet is missing.
  ///
  /// As a command finds it that records hand edits: what differs is paired with what the last
  /// commit has besides.
  package func tasks(of snapshot: Snapshot) throws(MemoError) -> PathMap<Int> {
    let living = try living()
    var numbers = PathMap<Int>()
    var changed: [StoredTask] = []
    for task in snapshot.tasks {
      if let number = living.numbers[task.path], let state = living.states[task.path],
        try isCertainly(task, state)
      {
        numbers[task.path] = number
      } else {
        changed.append(task)
      }
    }
    guard !changed.isEmpty else { return numbers }
    var before: [TaskVersion] = []
    for (path, state) in living.states.sorted where numbers[path] == nil {
      before.append(try git.version(of: state))
    }
    let paths = Set(changed.map { PathKey($0.path) })
    let unchanged = Set(
      snapshot.tasks.filter { !paths.contains(PathKey($0.path)) }.compactMap(\.id))
    let after = changed.map { TaskVersion($0) }
    for pair in Pairing(before: before, after: after, unchangedIDs: unchanged).pairs {
      guard let before = pair.before, let after = pair.after else { continue }
      numbers[after.path] = living.numbers[before.path]
    }
    return numbers
  }

  /// Whether the file at a path is the one that is recorded there, whatever else changed.
  private func isCertainly(_ task: StoredTask, _ state: FileState) throws(MemoError) -> Bool {
    guard task.id == nil, state.id == nil else { return task.id == state.id }
    let bytes = task.document.bytes
    let id = try git.run("compare \(task.path)") { _ throws(GitError) in try ObjectID.blob(bytes) }
    return id == state.blob
  }
}

/// The task files of one commit, by their paths in the store.
package struct LivingFiles {
  package private(set) var states = PathMap<FileState>()
  /// Their tasks' numbers in ``TaskIdentities``.
  private(set) var numbers = PathMap<Int>()
  /// Those that have an id.
  private(set) var holders: [TaskID: Set<Int>] = [:]
  /// Of the files of one task, the first in the order of the paths.
  private(set) var firstOfTask: [Int: FileState] = [:]
  /// The same for those with one id.
  private(set) var firstWithID: [TaskID: FileState] = [:]

  fileprivate mutating func add(_ state: FileState, of number: Int) {
    func first(_ other: FileState?) -> FileState {
      guard let other, !state.path.precedes(path: other.path) else { return state }
      return other
    }
    states[state.path] = state
    numbers[state.path] = number
    firstOfTask[number] = first(firstOfTask[number])
    guard let id = state.id else { return }
    holders[id, default: []].insert(number)
    firstWithID[id] = first(firstWithID[id])
  }
}
