package import Git
package import StoreFiles
package import TaskFile

/// A task's file as one commit has it.
package struct FileState: Hashable {
  /// Relative to the store.
  package var path: String
  package var blob: ObjectID
  var mode: FileMode
  /// Nil for a file that has none.
  package var id: TaskID?
  /// The status that its text names where that isn't its folder's; nil where both agree, or the
  /// text names none.
  var said: Status?

  /// By which a commit's listing of its files finds it.
  package var name: Name { Name(path: path, blob: blob) }

  package struct Name: Hashable {
    package var path: String
    package var blob: ObjectID

    package init(path: String, blob: ObjectID) {
      self.path = path
      self.blob = blob
    }

    package static func == (a: Name, b: Name) -> Bool {
      a.blob == b.blob && a.path.isSamePath(as: b.path)
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(PathKey(path))
      hasher.combine(blob)
    }
  }

  /// Names that only look the same, `ä` as one letter and as two, are two files.
  package static func == (a: FileState, b: FileState) -> Bool {
    a.name == b.name && a.mode == b.mode && a.id == b.id && a.said == b.said
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// That a commit changed a task; what it changed is found by comparing the files.
package struct TaskDelta: Hashable {
  /// How each parent has it, in their order, nil where it has none; of a root commit one nil.
  package var befores: [FileState?]
  /// How the commit has it; nil when it is gone.
  package var after: FileState?

  package var isBirth: Bool { befores.allSatisfy { $0 == nil } }

  /// Whether the commit made what it has; a merge may only have chosen what a parent has.
  package var isOwn: Bool { !befores.contains(after) }

  /// Every state before and after.
  var states: [FileState] { (befores + [after]).compactMap { $0 } }
}

extension TaskDelta: Comparable {
  /// In the order of paths, whichever way a history was found; of several at one path, as two
  /// that change places have, in that of what came of them.
  package static func < (a: TaskDelta, b: TaskDelta) -> Bool {
    guard a.path.isSamePath(as: b.path) else { return a.path.precedes(path: b.path) }
    return a.names.lexicographicallyPrecedes(b.names)
  }

  private var path: String { (after ?? befores.lazy.compactMap { $0 }.first)?.path ?? "" }

  private var names: [String] {
    ([after] + befores).map { state in state.map { "\($0.blob.hex) \($0.path)" } ?? "" }
  }
}

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
  func facts(of blob: ObjectID, at path: String) throws(MemoError) -> FileState.Facts {
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
