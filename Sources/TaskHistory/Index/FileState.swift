package import Git
package import StoreFiles
package import TaskFile

package struct FileState: Hashable {
  /// Relative to the store.
  package var path: String
  package var blob: ObjectID
  var mode: FileMode
  package var id: TaskID?
  /// The status in the text; nil if it equals the folder's.
  var said: Status?

  package var name: Name { Name(path: path, blob: blob) }

  package struct Name: Hashable {
    private let key: PathKey
    package let blob: ObjectID

    package init(path: String, blob: ObjectID) { (key, self.blob) = (PathKey(path), blob) }

    package var path: String { key.path }
  }

  /// Paths with different encodings of `ä` are different files.
  package static func == (a: FileState, b: FileState) -> Bool {
    a.name == b.name && a.mode == b.mode && a.id == b.id && a.said == b.said
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The change of a task's file by a commit.
package struct TaskDelta: Hashable {
  /// The file in each parent, in order, or nil; for a root commit, one nil.
  package var befores: [FileState?]
  /// Nil if the commit deleted the file.
  package var after: FileState?

  package var isBirth: Bool { befores.allSatisfy { $0 == nil } }

  /// Whether the commit wrote the file; a merge may only have chosen a parent's.
  package var isOwn: Bool { !befores.contains(after) }

  var states: [FileState] { (befores + [after]).compactMap { $0 } }
}

extension TaskDelta: Comparable {
  /// In the order of paths, so that every way to find changes gives the same order.
  ///
  /// Changes at one path, for example after a swap, are ordered by their results.
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

  /// A file of a commit; nil if the path is not a file there.
  func state(at path: String, in commit: ObjectID) throws(MemoError) -> FileState? {
    let entry = try run("read \(path)", repository.entry(at: repositoryPath(path), in: commit))
    guard let entry, entry.mode.isFile else { return nil }
    return FileState(
      path: path, blob: entry.id, mode: entry.mode, try facts(of: entry.id, at: path))
  }

  /// A file in a commit's tree.
  package func entry(_ state: FileState) -> TreeEntry {
    TreeEntry(path: repositoryPath(state.path), id: state.blob, mode: state.mode)
  }

  /// A task in a commit.
  ///
  /// - Parameter status: The status from folder and text; nil for the folder's.
  package func version(
    of state: FileState, _ status: Status? = nil
  ) throws(MemoError) -> TaskVersion {
    let bytes = try run("read \(state.path) of a commit", repository.taskText(state.blob))
    var version = TaskVersion(path: state.path, document: document(bytes), mode: state.mode)
    if let status { version.status = status }
    return version
  }
}
