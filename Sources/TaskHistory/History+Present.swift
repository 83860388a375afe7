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
    if let file = living[path], id == nil || file.state.id == nil || id == file.state.id {
      return file.number
    }
    return try id.flatMap { id throws(MemoError) in try holder(of: id) }
  }

  /// The file of the last commit that a file is now; nil for one that is not recorded yet.
  package func recorded(_ task: StoredTask) throws(MemoError) -> FileState? {
    let living = try living()
    if let state = living[task.path]?.state,
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
    var found: [PathKey: LivingFiles.File] = [:]
    let commit = index.nodes[node].commit
    let git = git(at: node)
    let entries = try git.run(
      "read the files of \(commit.short)", git.repository.files(in: commit, under: git.taskFolders))
    let identities = try identities()
    found.reserveCapacity(entries.count)
    for entry in entries {
      guard let path = git.storePath(entry.path) else { continue }
      let name = FileState.Name(path: path, blob: entry.id)
      guard let place = identities.origin(of: name, in: node, self),
        let state = self[place].after, let number = identities.task(at: place)
      else { continue }
      found[PathKey(state.path)] = LivingFiles.File(state: state, number: number)
    }
    return LivingFiles(found)
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
      if let file = living[task.path], try isCertainly(task, file.state) {
        numbers[task.path] = file.number
      } else {
        changed.append(task)
      }
    }
    guard !changed.isEmpty else { return numbers }
    var before: [TaskVersion] = []
    for file in living.sorted where numbers[file.state.path] == nil {
      before.append(try git.version(of: file.state))
    }
    let paths = Set(changed.map { PathKey($0.path) })
    let unchanged = Set(
      snapshot.tasks.filter { !paths.contains(PathKey($0.path)) }.compactMap(\.id))
    let after = changed.map { TaskVersion($0) }
    for pair in Pairing(before: before, after: after, unchangedIDs: unchanged).pairs {
      guard let before = pair.before, let after = pair.after else { continue }
      numbers[after.path] = living[before.path]?.number
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

/// The task files of one commit.
package final class LivingFiles {
  /// A file, and its task's number in ``TaskIdentities``.
  package struct File {
    package var state: FileState
    package var number: Int
  }

  /// By their paths in the store.
  private let files: [PathKey: File]
  /// In the order of the paths.
  private(set) lazy var sorted = files.values.sorted { $0.state.path.precedes(path: $1.state.path) }

  fileprivate init(_ files: [PathKey: File]) { self.files = files }

  package subscript(path: String) -> File? { files[PathKey(path)] }

  /// The tasks of files with an id.
  private(set) lazy var holders: [TaskID: Set<Int>] = sorted.reduce(into: [:]) { found, file in
    if let id = file.state.id { found[id, default: []].insert(file.number) }
  }
  /// Of the files of one task, the first in the order of the paths.
  private(set) lazy var firstOfTask: [Int: FileState] = Dictionary(
    sorted.map { ($0.number, $0.state) }, uniquingKeysWith: { first, _ in first })
  /// The same for those with one id.
  private(set) lazy var firstWithID: [TaskID: FileState] = Dictionary(
    sorted.compactMap { file in file.state.id.map { ($0, file.state) } },
    uniquingKeysWith: { first, _ in first })
}
