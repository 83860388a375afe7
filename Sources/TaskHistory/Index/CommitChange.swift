package import Git
package import TaskFile

/// By which a task is known through its history.
package enum TaskRef: Hashable {
  case id(TaskID)
  /// A file that never had an id, by the one that is computed from the commit and the path with which
  /// it began: every clone that has the commit computes the same.
  case file(TaskID)

  /// The id that names the task, or would.
  package var id: TaskID {
    switch self {
    case .id(let id), .file(let id): id
    }
  }
}

/// A commit as the index has it.
package struct IndexedCommit: Hashable {
  /// Greater than those of its ancestors.
  package let position: Int
  package let id: ObjectID
  /// How many commits lie on the longest way to a first one, as git counts generations.
  let generation: Int
  /// The committer's clock, in seconds since 1970.
  package let time: Int64
  /// The author's clock.
  package let authored: Timestamp
  /// The parents' positions, in their order; nil for one that the index doesn't have.
  let parents: [Int?]
  /// Where the store was in the repository, "" or with a `/` behind; nil for where it is now.
  let prefix: String?

  package static func == (a: IndexedCommit, b: IndexedCommit) -> Bool { a.id == b.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// An order in which everybody agrees who has both: ancestors come first, then the committer's
  /// clock counts, then the id.
  package func precedes(_ other: IndexedCommit) -> Bool {
    (generation, time, id) < (other.generation, other.time, other.id)
  }
}

/// How a task stood once a commit was made: what follows from all that came before, worked out when
/// the commit is indexed.
package struct Standing: Hashable {
  /// Computed from the commit and the path with which the file began; nil where the history was cut
  /// off before.
  package var birth: TaskID?
  /// What folder and text say together.
  package var status: Status?
  /// What both said when they last agreed; nil where they never did.
  package var agreed: Status?
  /// The position of the commit that brought the task to its status, which it has had since; nil where
  /// that was before.
  package var since: Int?
  /// The position of the commit in which the file got its id; nil where that was before.
  var held: Int?
  /// The position of the commit that added the task; nil where that was before.
  package var added: Int?
}

/// A task as a commit has it.
package struct RecordedTask {
  package var task: TaskRef
  package let state: FileState
  package let standing: Standing
  /// The position of the commit that made it so.
  let position: Int
}

/// What one commit did to one task.
package struct CommitChange: Hashable {
  package enum Kind: Int {
    case change
    /// The task was never there before.
    case add
    /// It was there once, and is again.
    case restore
    /// Another file has the id already.
    case copy
    case delete
    /// Another file has the id still.
    case deleteCopy
  }

  package let commit: IndexedCommit
  package let kind: Kind
  package var task: TaskRef
  package let delta: TaskDelta
  /// The statuses that the task had in the parents.
  package let formerStatuses: [Status?]
  /// Nil where the commit deleted it.
  package let standing: Standing?

  package var before: FileState? { delta.befores.lazy.compactMap { $0 }.first }
  package var after: FileState? { delta.after }

  /// Whether it brought the task to a status that it had in no parent.
  package func isArrival(at status: Status) -> Bool {
    standing?.status == status && !formerStatuses.contains(status)
  }

  /// Parents before their children, and in the order of the paths within one commit.
  package func precedes(_ other: CommitChange) -> Bool {
    commit == other.commit ? delta < other.delta : commit.precedes(other.commit)
  }
}
