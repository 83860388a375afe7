package import Git
package import StoreFiles
internal import TaskFile

extension History {
  /// The task files of the last commit.
  package func living() throws(MemoError) -> LivingFiles {
    if let foundLiving { return foundLiving }
    let living = try files(of: last)
    foundLiving = living
    return living
  }

  /// Whether the task that a commit has at a path is there, as the last commit has it.
  ///
  /// - Parameter tip: The last commit, or what is to be written on top of it first.
  package func isThere(
    _ path: String, of commit: ObjectID, in tip: ObjectID
  ) throws(MemoError) -> Bool {
    guard let node = index.position(of: commit), isIn[node],
      let state = try git(at: node).state(at: path, in: commit),
      let number = try identities().task(of: state.name, in: node, self),
      let file = try living().firstOfTask[number]
    else { return false }
    return try git.state(at: file.path, in: tip)?.blob == file.blob
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
  package private(set) lazy var firstOfTask: [Int: FileState] = Dictionary(
    sorted.map { ($0.number, $0.state) }, uniquingKeysWith: { first, _ in first })
  /// The same for those with one id.
  private(set) lazy var firstWithID: [TaskID: FileState] = Dictionary(
    sorted.compactMap { file in file.state.id.map { ($0, file.state) } },
    uniquingKeysWith: { first, _ in first })
}
