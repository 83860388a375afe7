internal import Git
public import StoreFiles
internal import TaskFile
internal import TaskHistory

extension Store {
  /// Brings deleted tasks back from the history, as they last were, to the folder they were
  /// in; all in one commit.
  ///
  /// - Parameter names: Ids, beginnings of ids, file names, paths, or words of titles.
  /// - Throws: ``MemoError``; then nothing is changed, but hand edits may be recorded.
  public func restore(
    _ names: [String], _ patience: Patience = Patience()
  ) throws(MemoError) -> ChangeReport {
    try write(patience) { session throws(MemoError) in
      let found = try session.deleted(names)
      var free = FreePaths(besides: session.snapshot.tasks)
      var edits: [TaskEdit] = []
      for task in found {
        let bytes = try session.git.run(
          "read \(task.path)", session.git.repository.blob(task.entry.id, atMost: Limits.taskBytes))
        guard let bytes else { throw .tooLarge(task) }
        let version = TaskVersion(
          path: free.take(like: task.path), document: TaskDocument(bytes), mode: task.entry.mode)
        guard var edit = TaskEdit(from: nil, to: version) else { continue }
        edit.change.kind = .restore
        edits.append(edit)
      }
      try session.commit(edits)
      return ChangeReport(session, changes: edits.map(\.change), paths: edits.map(\.change.path))
    }
  }
}

extension WriteSession {
  /// What the names mean, each once, in their order.
  fileprivate func deleted(_ names: [String]) throws(MemoError) -> [DeletedTask] {
    var candidates: [[DeletedTask]] = names.map { _ in [] }
    // A whole id can mean nothing else; every other name might mean an older task as well.
    let ids = names.map { TaskID($0) }
    try store.deletedTasks(besides: snapshot) { task, _ in
      for (index, name) in names.enumerated() where task.isMeant(by: name) {
        candidates[index].append(task)
      }
      return zip(ids, candidates).contains { id, found in id == nil || found.isEmpty }
    }
    var tasks: [DeletedTask] = []
    for (name, found) in zip(names, candidates) {
      let found = found.isEmpty ? try titled(name) : found
      let exact = found.filter { $0.id?.text == name }
      let meant = exact.isEmpty ? found : exact
      guard let task = meant.first else { throw try notDeleted(name) }
      guard meant.count == 1 else { throw .severalDeleted(name, meant) }
      if !tasks.contains(where: { $0.commit == task.commit && $0.path.isSamePath(as: task.path) }) {
        tasks.append(task)
      }
    }
    return tasks
  }

  /// The deleted tasks with such words in their titles.
  private func titled(_ name: String) throws(MemoError) -> [DeletedTask] {
    guard let words = TitleWords(name) else { return [] }
    var tasks: [DeletedTask] = []
    try store.deletedTasks(besides: snapshot) { task, _ in
      tasks.append(task)
      return true
    }
    return words.best(of: tasks, title: \.title)
  }

  private func notDeleted(_ name: String) throws(MemoError) -> MemoError {
    if let task = try? snapshot.task(named: name) {
      return MemoError(
        .refused, "\(task.title) is not deleted: it is \(task.path)",
        hints: ["'memo log \(name)' shows what happened to it"])
    }
    if let task = try store.task(formerID: name, snapshot) {
      return MemoError(
        .refused,
        "\(task.title) is not deleted: it is \(task.path)"
          + (task.id.map { ", and its id is \($0) now" } ?? ""),
        hints: ["'memo log \(name)' shows what happened to it"])
    }
    return MemoError(
      .notFound, "there is no deleted task '\(name)'",
      hints: ["'memo log --deleted' lists what can be restored"])
  }
}

extension MemoError {
  fileprivate static func tooLarge(_ task: DeletedTask) -> MemoError {
    MemoError(
      .refused,
      "\(task.path) was larger than \(Limits.taskSize), and memo doesn't write such files",
      hints: ["'memo git show \(task.entry.id.short) > \(task.path)' brings it back"])
  }
}
