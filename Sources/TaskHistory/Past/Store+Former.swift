internal import Git
public import StoreFiles
internal import TaskFile

extension Store {
  /// Whether there were tasks that are not there any more.
  ///
  /// - Parameter snapshot: The tasks as they are now.
  /// - Throws: ``MemoError``
  public func hasFormerTasks(_ snapshot: Snapshot) throws(MemoError) -> Bool {
    guard let history = try history(git()) else { return false }
    return try !formerTasks(snapshot, history).isEmpty
  }

  /// The task that is there under another id than it had once.
  ///
  /// - Parameters:
  ///   - name: The former id, or the beginning of it.
  ///   - snapshot: The tasks as they are now.
  /// - Returns: Nil when none of them had such an id, or several had.
  /// - Throws: ``MemoError``
  public func task(formerID name: String, _ snapshot: Snapshot) throws(MemoError) -> StoredTask? {
    guard !name.isEmpty, let history = try history(git()) else { return nil }
    let identities = try history.identities()
    let present = PresentFiles(history, comparing: snapshot)
    var found: [StoredTask] = []
    for task in snapshot.tasks {
      guard let number = try present.task(of: task) else { continue }
      let ids = identities.tasks[number].ids
      for id in ids where id != task.id && id.text.hasPrefix(name) {
        // One that was deleted may have had it since.
        guard try history.holder(of: id) == number else { continue }
        found.append(task)
        break
      }
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Looks for tasks by their names; where one means none, the error says which task had that as
  /// its id once.
  ///
  /// - Parameter snapshot: The tasks as they are now.
  /// - Throws: What `look` throws.
  public func explainingFormerIDs<Found>(
    _ names: [String], _ snapshot: Snapshot, _ look: () throws(MemoError) -> Found
  ) throws(MemoError) -> Found {
    do throws(MemoError) {
      return try look()
    } catch {
      var error = error
      guard error.kind == .notFound else { throw error }
      // Only words for an error that is told in any case.
      for name in names where (try? snapshot.task(named: name)) == nil {
        guard let task = try? task(formerID: name, snapshot), let id = task.id else { continue }
        error.hints = ["'\(task.title)' had this id once: it is \(id) now"]
        break
      }
      throw error
    }
  }

  /// The deleted task that somebody means by an id, the beginning of one, its title, or its last
  /// path or file name.
  ///
  /// - Parameter snapshot: The tasks as they are now.
  /// - Returns: Nil when there is none; `task` is as it last was.
  /// - Throws: ``MemoError`` of kind `ambiguous` with the candidates.
  public func deletedTask(
    named name: String, _ snapshot: Snapshot
  ) throws(MemoError) -> (deletion: DeletedTask, task: StoredTask)? {
    var found: [DeletedTask] = []
    try deletedTasks(besides: snapshot) { task, _ in
      if task.isMeant(by: name) { found.append(task) }
      return true
    }
    let exact = found.filter { $0.id?.text == name }
    let meant = exact.isEmpty ? found : exact
    guard let deletion = meant.first else { return nil }
    guard meant.count == 1 else { throw .severalDeleted(name, meant) }
    let bytes = try git().run("read \(deletion.path)") { repository throws(GitError) in
      try repository.taskText(deletion.entry.id)
    }
    guard
      var task = StoredTask(path: deletion.path, bytes: bytes, file: nil, settings.aliases)
    else { return nil }
    task.sharesID = deletion.id == nil
    return (deletion, task)
  }

  /// The task of the last commit whose file is not here; nil where none is meant.
  ///
  /// - Parameter snapshot: The tasks as they are now.
  /// - Throws: ``MemoError``: of kind `ambiguous` with the candidates.
  package func absentTask(
    named name: String, _ snapshot: Snapshot
  ) throws(MemoError) -> StoredTask? {
    guard let history = try history(git()) else { return nil }
    let present = Set(try PresentFiles(history, comparing: snapshot).tasks.sorted.map(\.value))
    let missing = try history.living().sorted.filter { !present.contains($0.number) }
    guard !missing.isEmpty else { return nil }
    let paths = Set(missing.map { PathKey($0.state.path) })
    var last = try past("HEAD").snapshot
    last.tasks.removeAll { !paths.contains(PathKey($0.path)) }
    do throws(MemoError) {
      return try last.task(named: name)
    } catch {
      guard error.kind == .notFound else { throw error }
      return nil
    }
  }
}
