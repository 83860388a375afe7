internal import Git
package import StoreFiles
internal import TaskFile

/// Which recorded file each file of the work tree is, also where nobody has recorded yet that it was
/// renamed or that its id was changed: by the rules that hold between two commits, so that the
/// answers are the same before and after somebody records it.
///
/// As long as only files are asked for that are certainly what the last commit has at their paths,
/// nothing is compared and nothing else is read.
package final class PresentFiles {
  private let history: History
  private let store: Store?
  private var snapshot: Snapshot?
  private var comparison: Comparison?

  /// - Parameters:
  ///   - history: Up to the commit that the files are compared with.
  ///   - snapshot: The files; nil where those of the commit are asked for.
  package init(_ history: History, comparing snapshot: Snapshot?) {
    (self.history, self.snapshot) = (history, snapshot)
    store = nil
  }

  /// - Parameter store: Its files are read when that is needed.
  init(_ history: History, readFrom store: Store) {
    (self.history, self.store) = (history, store)
  }

  /// The file of the last commit that a file is; nil for one that is not recorded yet.
  package func recorded(_ task: StoredTask) throws(MemoError) -> FileState? {
    try file(of: task)?.state
  }

  /// The task that a file is, by its number; nil for one that is not recorded yet.
  package func task(of task: StoredTask) throws(MemoError) -> Int? {
    if let file = try file(of: task) { return file.number }
    return try task.sharesID ? nil : formerTask(task.id)
  }

  /// The same for the file at a path.
  ///
  /// - Parameter id: Its own; nil where it has none, or one that another file has as well.
  func task(at path: String, _ id: TaskID?) throws(MemoError) -> Int? {
    let recorded = try history.living()[path]
    if let recorded, id != nil && recorded.state.id == id || isUnchanged(recorded.state) {
      return recorded.number
    }
    if let task = try compared()?.tasks[path] { return try self.task(of: task) }
    if let recorded, recorded.isCompatible(id) { return recorded.number }
    return try formerTask(id)
  }

  /// The tasks of all files, by their paths; what is not recorded yet is missing.
  var tasks: PathMap<Int> {
    get throws(MemoError) {
      var numbers = PathMap<Int>()
      for (path, file) in try compared()?.files.sorted ?? [] { numbers[path] = file.number }
      return numbers
    }
  }

  private func file(of task: StoredTask) throws(MemoError) -> LivingFiles.File? {
    let recorded = try history.living()[task.path]
    if let recorded, try history.git.isCertainly(task, recorded.state) { return recorded }
    if let compared = try compared(), compared.tasks[task.path] != nil {
      return compared.files[task.path]
    }
    return recorded.flatMap { $0.isCompatible(task.sharesID ? nil : task.id) ? $0 : nil }
  }

  /// A task that is back under its id; nil where another file is that task.
  private func formerTask(_ id: TaskID?) throws(MemoError) -> Int? {
    guard let id, let number = try history.holder(of: id) else { return nil }
    return try compared()?.numbers.contains(number) == true ? nil : number
  }

  /// Whether the file at a path is the recorded one, by a look at that file alone.
  private func isUnchanged(_ state: FileState) -> Bool {
    // What can't be read is found out with all others.
    guard let store, let bytes = try? store.files.read(state.path, atMost: Limits.taskBytes).bytes
    else { return false }
    return (try? history.git.isContent(bytes, of: state)) ?? false
  }

  private struct Comparison {
    var tasks: PathMap<StoredTask>
    var files = PathMap<LivingFiles.File>()
    var numbers: Set<Int> = []

    mutating func set(_ path: String, _ file: LivingFiles.File) {
      files[path] = file
      numbers.insert(file.number)
    }
  }

  /// As a command finds it that records hand edits: what differs is paired with what the last
  /// commit has besides.
  private func compared() throws(MemoError) -> Comparison? {
    if let comparison { return comparison }
    if snapshot == nil { snapshot = try store?.read() }
    guard let snapshot else { return nil }
    let (living, git) = (try history.living(), history.git)
    var found = Comparison(tasks: PathMap(snapshot.tasks) { $0.path })
    var changed: [StoredTask] = []
    for task in snapshot.tasks {
      if let file = living[task.path], try git.isCertainly(task, file.state) {
        found.set(task.path, file)
      } else {
        changed.append(task)
      }
    }
    if !changed.isEmpty {
      var before: [TaskVersion] = []
      for file in living.sorted where found.files[file.state.path] == nil {
        before.append(try git.checkedOut(file.state))
      }
      let paths = Set(changed.map { PathKey($0.path) })
      let after = changed.map { TaskVersion($0) }
      let unchanged = Set(
        snapshot.tasks.filter { !paths.contains(PathKey($0.path)) }.compactMap(\.id)
      ).intersection(DeltaFinder.contested(before, after))
      for pair in Pairing(before: before, after: after, unchangedIDs: unchanged).pairs {
        guard let before = pair.before, let after = pair.after, let file = living[before.path]
        else { continue }
        found.set(after.path, file)
      }
    }
    comparison = found
    return found
  }
}

extension LivingFiles.File {
  /// Whether a file at its path that has an id may be this one.
  fileprivate func isCompatible(_ id: TaskID?) -> Bool {
    id == nil || state.id == nil || state.id == id
  }
}

extension StoreGit {
  /// Whether the file at a path is the one that is recorded there, whatever else changed.
  fileprivate func isCertainly(_ task: StoredTask, _ state: FileState) throws(MemoError) -> Bool {
    guard task.id == nil, state.id == nil else { return task.id == state.id }
    return try isContent(task.document.bytes, of: state)
  }

  /// Whether git would record a file's bytes as a file that it has.
  fileprivate func isContent(_ bytes: [UInt8], of state: FileState) throws(MemoError) -> Bool {
    try run("compare \(state.path)") { repository throws(GitError) in
      if try ObjectID.blob(bytes) == state.blob { return true }
      if try repository.isFiltered(repositoryPath(state.path)) { return false }
      // A filter of git's, as one for line ends, may make the same of it.
      let content = try repository.blobContent(of: bytes, at: repositoryPath(state.path))
      return try ObjectID.blob(content) == state.blob
    }
  }

  /// A recorded file as its file in the work tree would have it.
  fileprivate func checkedOut(_ state: FileState) throws(MemoError) -> TaskVersion {
    let bytes = try run("read \(state.path) of the last commit") { repository throws(GitError) in
      let (text, path) = (try repository.taskText(state.blob), repositoryPath(state.path))
      return try repository.isFiltered(path)
        ? text : repository.workTreeContent(of: text, at: path)
    }
    return TaskVersion(path: state.path, document: document(bytes), mode: state.mode)
  }
}
