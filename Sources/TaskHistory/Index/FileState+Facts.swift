internal import Git
package import StoreFiles
internal import TaskFile

extension FileState {
  /// What of a text tells which task it is, and how it stands.
  struct Facts {
    var id: TaskID?
    var status: Status?
  }

  init(path: String, blob: ObjectID, mode: FileMode, _ facts: Facts) {
    let folder = StoredTask.folderStatus(of: path)
    self.init(
      path: path, blob: blob, mode: mode, id: facts.id,
      said: facts.status == folder ? nil : facts.status)
  }
}

extension StoreGit {
  func facts(
    of blob: ObjectID, at path: String
  ) throws(MemoError) -> FileState.Facts {
    let bytes = try run("read \(path) of a commit", repository.taskText(blob))
    let item = document(bytes).itemOfFields
    return FileState.Facts(id: item.id, status: item.status)
  }

  /// A file of a commit; nil when there is none.
  func state(at path: String, in commit: ObjectID) throws(MemoError) -> FileState? {
    let entry = try run("read \(path)", repository.entry(at: repositoryPath(path), in: commit))
    guard let entry, entry.mode.isFile else { return nil }
    return FileState(
      path: path, blob: entry.id, mode: entry.mode, try facts(of: entry.id, at: path))
  }

  /// A task as a commit has it, its status as its folder says.
  package func version(of state: FileState) throws(MemoError) -> TaskVersion {
    let bytes = try run("read \(state.path) of a commit", repository.taskText(state.blob))
    return TaskVersion(path: state.path, document: document(bytes), mode: state.mode)
  }
}
