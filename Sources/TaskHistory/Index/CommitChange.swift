package import Git
package import TaskFile

/// Identifies a task in the history.
package enum TaskRef: Hashable {
  case id(TaskID)
  /// A file that never had an id, by the id that is computed from the commit and path in which it
  /// began. It is equal in all clones.
  case file(TaskID)

  /// The id that names the task, or would name it.
  package var id: TaskID {
    switch self {
    case .id(let id), .file(let id): id
    }
  }
}

/// A commit in the index.
package struct IndexedCommit: Hashable {
  /// Greater than those of its ancestors.
  package let position: Int
  package let id: ObjectID
  /// The length of the longest path to a root commit: git's generation number.
  let generation: Int
  /// The commit date, in seconds since 1970.
  package let time: Int64
  /// The author date.
  package let authored: Timestamp
  /// The positions of the parents, in order; nil for one that is not in the index.
  let parents: [Int?]
  /// The store's folder in the repository, empty or with a trailing `/`; nil for the present one.
  let prefix: String?

  package static func == (a: IndexedCommit, b: IndexedCommit) -> Bool { a.id == b.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// An order that is equal in all clones: ancestors first, then by commit date, then by id.
  package func precedes(_ other: IndexedCommit) -> Bool {
    (generation, time, id) < (other.generation, other.time, other.id)
  }
}

/// Facts about a task after a commit that depend on all earlier commits.
///
/// Computed when the commit is indexed.
package struct Standing: Hashable {
  /// Computed from the commit and path in which the file began; nil if that is before the cut of a
  /// shallow history.
  package var birth: TaskID?
  /// The status of folder and text.
  package var status: Status?
  /// The status when both last agreed; nil if they never did.
  package var agreed: Status?
  /// The position of the commit that gave the task its present status; nil if that is before the
  /// cut.
  package var since: Int?
  /// The position of the commit that gave the file its id; nil if that is before the cut.
  var held: Int?
  /// The position of the commit that added the task; nil if that is before the cut.
  package var added: Int?
}

/// A task in a commit.
package struct RecordedTask {
  package var task: TaskRef
  package let state: FileState
  package let standing: Standing
  /// The position of the commit that wrote it.
  let position: Int
}

/// The change of one task by one commit.
package struct CommitChange: Hashable {
  package enum Kind: Int {
    case change
    /// The task never existed before.
    case add
    /// The task existed before and was deleted.
    case restore
    /// Another file already has the id.
    case copy
    case delete
    /// Another file still has the id.
    case deleteCopy
  }

  package let commit: IndexedCommit
  package let kind: Kind
  package var task: TaskRef
  package let delta: TaskDelta
  /// The statuses of the task in the parents.
  package let formerStatuses: [Status?]
  /// Nil if the commit deleted it.
  package let standing: Standing?

  package var before: FileState? { delta.befores.lazy.compactMap { $0 }.first }
  package var after: FileState? { delta.after }

  /// Parents before their children; in one commit, in the order of paths.
  package func precedes(_ other: CommitChange) -> Bool {
    commit == other.commit ? delta < other.delta : commit.precedes(other.commit)
  }
}
