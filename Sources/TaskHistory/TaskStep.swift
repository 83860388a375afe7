internal import Git
package import StoreFiles
package import TaskFile

/// What a commit made of a task.
///
/// The log, `blame`, merges and undo ask steps. A task may have thousands, so each is read when it
/// is needed.
package struct TaskStep {
  let change: CommitChange
  let commit: Commit
  /// The commit as the last change of what it made.
  package let last: LastChange
  /// The task in each parent, or nil; for a root commit, one nil.
  let befores: [TaskVersion?]
  /// Nil if the commit deleted the task.
  package let after: TaskVersion?

  init(_ change: CommitChange, in commit: Commit, _ git: StoreGit) throws(MemoError) {
    (self.change, self.commit, last) = (change, commit, LastChange(commit))
    befores = try zip(change.delta.befores, change.formerStatuses).map {
      state, status throws(MemoError) in
      try state.map { state throws(MemoError) in try git.version(of: state, status) }
    }
    after = try change.after.map { state throws(MemoError) in
      try git.version(of: state, change.facts?.status)
    }
  }

  /// Whether a part of the task differs from the part in all parents.
  func makes(_ part: (TaskVersion?) -> some Equatable) -> Bool {
    let now = part(after)
    return befores.allSatisfy { part($0) != now }
  }

  /// What differs from all parents; empty for a deletion.
  ///
  /// - Parameter difference: What differs between two versions.
  func made<Part>(_ difference: (TaskVersion?, TaskVersion) -> Set<Part>) -> Set<Part> {
    guard let after else { return [] }
    let found = befores.map { difference($0, after) }
    return found.dropFirst().reduce(found.first ?? []) { $0.intersection($1) }
  }
}

extension History {
  func step(_ change: CommitChange) throws(MemoError) -> TaskStep {
    try TaskStep(change, in: object(of: change.commit.id), git)
  }

  /// The last change of a task and of each of its parts; the last commit if unknown.
  ///
  /// The order is by author date, then by commit id, so that all clones agree. A merge counts only
  /// for parts that differ from all parents. If a merge chose between values, the change of the
  /// discarded value doesn't count.
  /// - Parameters:
  ///   - before: The file before this history; nil for a new one.
  ///   - after: The file at its end; nil for a deleted one.
  ///   - present: The task at its end.
  package func lastChanges(
    from before: FileState.Name?, to after: FileState.Name?, _ present: TaskVersion?
  ) throws(MemoError) -> (last: LastChange, parts: [TaskPart: LastChange]) {
    var ref: TaskRef?
    if let after { ref = try change(making: after)?.task }
    if ref == nil, let before { ref = try task(ofRoot: before) }
    let changes = try ref.map { ref throws(MemoError) in try self.changes(of: ref) } ?? []
    let own = changes.filter(\.delta.isOwn).sorted { a, b in
      (a.commit.authored.secondsSince1970, a.commit.id)
        > (b.commit.authored.secondsSince1970, b.commit.id)
    }
    var last: LastChange?
    var newest: [TaskPart: LastChange] = [:]
    // For each part, the newest change whose value it still has. It replaces `newest` below, since
    // a merge may have discarded the value of a newer change.
    var standing: [TaskPart: LastChange] = [:]
    for change in own {
      let step = try step(change)
      if last == nil { last = step.last }
      guard let version = step.after else { continue }
      let isOnly = own.count == 1
      let later = present.map { isOnly ? [] : TaskPart.changed(from: version, to: $0) } ?? []
      let parts = step.made { before, after in
        let changed = TaskPart.changed(from: before, to: after)
        // A commit that makes folder and text agree doesn't change the status.
        return before?.status == after.status ? changed.subtracting([.status]) : changed
      }
      for part in parts {
        if newest[part] == nil { newest[part] = step.last }
        if standing[part] == nil, !later.contains(part) { standing[part] = step.last }
      }
    }
    guard let last else { return (LastChange(try git.commit(tip.id)), [:]) }
    return (last, newest.merging(standing) { $1 })
  }
}
