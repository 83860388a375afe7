internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

extension LastChanges {
  /// Who chose parts of a task that no commit of the side changed.
  ///
  /// Where branches were merged crosswise, what a side has was made where the other has it as well,
  /// and all that the side did is to take it, in a merge.
  ///
  /// - Parameters:
  ///   - before: The task where the sides parted.
  ///   - after: As the side has it now.
  ///   - known: The parts of which it is known who changed them.
  func choices(
    before: FileState.Name?, after: FileState.Name?, besides known: [TaskPart: LastChange]
  ) throws(MemoError) -> [TaskPart: LastChange] {
    guard let before, let after else { return [:] }
    let now = try placed(entry(after))
    var missing = TaskPart.changed(from: try placed(entry(before)), to: now)
    missing.subtract(known.keys)
    guard !missing.isEmpty, let id = now.document.id?.text else { return [:] }
    var chosen: [TaskPart: LastChange] = [:]
    for commit in try commits().reversed() where commit.parents.count > 1 {
      guard let task = try task(id, in: commit.id, near: after.path) else { continue }
      let parts = missing.subtracting(TaskPart.changed(from: now, to: task))
      var (taken, left) = (Set<TaskPart>(), Set<TaskPart>())
      for parent in commit.parents {
        guard let former = try self.task(id, in: parent, near: after.path) else { continue }
        let changed = TaskPart.changed(from: former, to: task)
        left.formUnion(parts.intersection(changed))
        taken.formUnion(parts.subtracting(changed))
      }
      for part in taken.intersection(left) { chosen[part] = LastChange(commit) }
      missing.subtract(chosen.keys)
      if missing.isEmpty { break }
    }
    return chosen
  }

  /// - Parameter path: Where it lies now; most tasks lay there, or in another status's folder.
  private func task(
    _ id: String, in commit: ObjectID, near path: String
  ) throws(MemoError) -> PlacedDocument? {
    for place in [path] + Status.allCases.map({ StoredTask.path(path, movedTo: $0) }) {
      let entry = try git.run("read a commit") { repository throws(GitError) in
        try repository.entry(at: git.repositoryPath(place), in: commit)
      }
      guard let entry, entry.mode.isFile else { continue }
      let task = try placed(entry)
      if task.document.id?.text == id { return task }
    }
    guard let (entry, document) = try git.file(of: id, in: commit) else { return nil }
    return PlacedDocument(path: git.storePath(entry.path) ?? entry.path, document: document)
  }

  func entry(_ name: FileState.Name) -> TreeEntry {
    TreeEntry(path: git.repositoryPath(name.path), id: name.blob, mode: .regular)
  }

  func placed(_ entry: TreeEntry) throws(MemoError) -> PlacedDocument {
    PlacedDocument(
      path: git.storePath(entry.path) ?? entry.path, document: try git.document(of: entry))
  }
}
