package import Git
package import StoreFiles
package import TaskFile

/// Facts from the history of a commit, for comparison with the files on disk.
///
/// The history is read when first needed.
package final class CommittedHistory {
  private let store: Store
  package let git: StoreGit
  package let head: ObjectID?
  /// Both are kept, since thousands of files may share a commit or an operation.
  private var marks: [ObjectID: UndoMark?] = [:]
  private var finder: OperationFinder?

  /// - Parameter head: The commit; nil before the first commit.
  package init(_ store: Store, _ git: StoreGit, of head: ObjectID?) {
    (self.store, self.git, self.head) = (store, git, head)
  }

  /// The id that a file without an id had in the commit or before.
  package func lostID(at path: String) throws(MemoError) -> TaskID? {
    guard let change = try history()?.present(at: path), case .id(let id) = change.task else {
      return nil
    }
    return id
  }

  /// Whether any task ever had an id.
  package func has(_ id: TaskID) throws(MemoError) -> Bool { try history()?.has(id) ?? false }

  /// The change that wrote the present version of a file; all clones agree on it.
  package func lastChange(at path: String) throws(MemoError) -> LastChange? {
    try origin(at: path).map { id throws(MemoError) in LastChange(try git.commit(id)) }
  }

  private func origin(at path: String) throws(MemoError) -> ObjectID? {
    guard let history = try history(), let recorded = try history.present(at: path) else {
      return nil
    }
    return try history.commit(at: recorded.position)?.id
  }

  /// The id that every clone gives to a committed file without one.
  ///
  /// It depends on the commit and the path in which the file began, so that clones agree.
  /// - Returns: Nil if that commit is not in the history.
  package func sharedID(at path: String) throws(MemoError) -> TaskID? {
    try history()?.present(at: path)?.facts.birth
  }

  /// Whether an undo or a redo wrote the present version of a file.
  ///
  /// Normalizing that version at once would revert the user's decision.
  package func isBroughtBack(at path: String) throws(MemoError) -> Bool {
    try mark(at: path) != nil
  }

  /// The undo or redo that wrote the present version of a file; nil if it was another change.
  private func mark(at path: String) throws(MemoError) -> UndoMark? {
    guard let origin = try origin(at: path) else { return nil }
    if let known = marks[origin] { return known }
    let mark = UndoMark(try git.commit(origin).message)
    marks[origin] = .some(mark)
    return mark
  }

  /// Whether an undo of such an operation wrote the present version of a file.
  ///
  /// After an undo of an adoption, the user wants the file to have no id. After an undo of a fix,
  /// two files may have the same id again; a file that was restored in another way is a copy.
  package func isUndo(
    of kind: OperationMark.Kind, at path: String
  ) throws(MemoError) -> Bool {
    guard let head, let mark = try mark(at: path), mark.kind == .undo else { return false }
    if finder == nil { finder = OperationFinder(git, head: head) }
    return try finder?.operation(mark.name)?.kind == kind
  }

  package func status(of recorded: TaskVersion) throws(MemoError) -> Status? {
    guard recorded.item.status.map({ $0 != recorded.folderStatus }) ?? false,
      let change = try history()?.present(at: recorded.path)
    else { return recorded.folderStatus }
    return change.facts.status
  }

  /// The status of the task's newest version in which folder and text agree.
  package func lastAgreement(on task: StoredTask) throws(MemoError) -> Status? {
    guard let change = try history()?.present(of: task) else { return try agreement(onNew: task) }
    return change.facts.agreed
  }

  /// The same for a file without a commit.
  ///
  /// It is the folder's status if the text agrees with it under the commit's aliases. For a copy,
  /// it is that of the original.
  package func agreement(onNew task: StoredTask) throws(MemoError) -> Status? {
    guard let head else { return nil }
    if let words = try git.otherWords(in: head),
      words.agreed(task.document, with: task.folderStatus)
    {
      return task.folderStatus
    }
    guard let id = task.id, let history = try history() else { return nil }
    return try history.changes(of: .id(id)).last { $0.facts != nil }?.facts?.agreed
  }

  /// The last hundred versions of a task, the newest first.
  package func versions(of task: StoredTask) throws(MemoError) -> [TaskVersion] {
    guard let history = try history(), let ref = try history.task(of: task) else { return [] }
    var versions: [TaskVersion] = []
    for case let state? in try history.changes(of: ref).suffix(100).reversed().map(\.after) {
      versions.append(try git.version(of: state))
    }
    return versions
  }

  /// The original among files with the same id: the one that had it first in all clones.
  package func original(_ paths: [String]) throws(MemoError) -> String? {
    guard let history = try history() else { return nil }
    try history.expect(paths.count)
    var files: [(path: String, held: IndexedCommit?, made: IndexedCommit)] = []
    for path in paths.sorted(by: { $0.precedes(path: $1) }) {
      guard let recorded = try history.present(at: path),
        let made = try history.commit(at: recorded.position)
      else { continue }
      let held = try recorded.facts.held.flatMap { held throws(MemoError) in
        try history.commit(at: held)
      }
      files.append((path, held, made))
    }
    return files.min { a, b in
      // If a merge kept two paths, the path with the older version is the original.
      if a.held == b.held { return a.made.precedes(b.made) }
      guard let one = a.held, let other = b.held else { return a.held == nil }
      return one.precedes(other)
    }?.path
  }

  private func history() throws(MemoError) -> History? { try store.history(git, of: head) }
}

package struct CommittedSettings {
  let aliases: FieldAliases?

  /// Whether a task's text agreed with its folder under these aliases.
  ///
  /// An unknown word counts as no status.
  package func agreed(_ document: TaskDocument, with folder: Status) -> Bool {
    let status = TaskDocument(document.bytes, aliases).itemOfFields.status
    return status.map { $0 == folder } ?? true
  }
}

extension StoreGit {
  /// The aliases of a commit.
  ///
  /// - Returns: Nil if they equal the present aliases, or if the commit has no store.
  package func otherWords(in commit: ObjectID) throws(MemoError) -> CommittedSettings? {
    let bytes = try run("read the settings of a commit") { repository throws(GitError) in
      try repository.entry(at: repositoryPath(Store.marker), in: commit).map {
        entry throws(GitError) in try repository.blob(entry.id)
      }
    }
    guard let bytes else { return nil }
    let former = StoreSettings(bytes).aliases
    return former == aliases ? nil : CommittedSettings(aliases: former)
  }
}
