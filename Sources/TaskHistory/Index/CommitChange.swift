package import Git
public import TaskFile

/// A task in the history.
public enum TaskRef: Hashable, Sendable {
  case id(TaskID)
  /// A file that never had an id. The value is computed from the commit and path in which the file
  /// began, and is equal in all clones.
  case file(TaskID)

  /// The id of the task, or the computed id.
  package var id: TaskID {
    switch self {
    case .id(let id), .file(let id): id
    }
  }
}

package struct IndexedCommit: Hashable {
  /// Greater than the positions of all ancestors.
  package let position: Int
  package let id: ObjectID
  /// git's generation number: the length of the longest path to a root commit.
  let generation: Int
  /// The commit date, in seconds since 1970.
  package let time: Int64
  package let authored: Timestamp
  /// The positions of the parents, in order; nil for a parent that is not in the index.
  let parents: [Int?]
  /// The store's folder in the repository, empty or with a trailing `/`; nil for the present
  /// folder.
  let prefix: String?

  package static func == (a: IndexedCommit, b: IndexedCommit) -> Bool { a.id == b.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// Orders ancestors first, then by commit date, then by id, equally in all clones.
  package func precedes(_ other: IndexedCommit) -> Bool {
    (generation, time, id) < (other.generation, other.time, other.id)
  }
}

/// Facts about a task after a commit that depend on all earlier commits.
///
/// They are computed when the commit is indexed.
package struct TaskFacts: Hashable {
  /// The id computed from the commit and path in which the file began.
  ///
  /// Nil if that is before the cut of a shallow history.
  package var birth: TaskID?
  /// The status from folder and text.
  package var status: Status?
  /// The status when folder and text last agreed; nil if they never did.
  package var agreed: Status?
  /// The position of the commit that set the present status; nil before the cut.
  package var since: Int?
  /// The position of the commit that gave the file its id; nil before the cut.
  var held: Int?
  /// The position of the commit that added the task; nil before the cut.
  package var added: Int?
}

/// A task in a commit.
///
/// It is a class, since maps of thousands of values of this size are slow.
package final class RecordedTask {
  package internal(set) var task: TaskRef
  package let state: FileState
  package let facts: TaskFacts
  /// The position of the commit that wrote the file.
  let position: Int

  init(task: TaskRef, state: FileState, facts: TaskFacts, position: Int) {
    (self.task, self.state, self.facts, self.position) = (task, state, facts, position)
  }
}

package struct CommitChange: Hashable {
  package enum Kind: Int {
    case change
    case add
    /// The task was deleted before.
    case restore
    /// Another file has the same id.
    case copy
    case delete
    /// Another file keeps the same id.
    case deleteCopy
  }

  package let commit: IndexedCommit
  package let kind: Kind
  package var task: TaskRef
  package var delta: TaskDelta
  /// The status of the task in each parent.
  package var formerStatuses: [Status?]
  /// Nil if the commit deleted the task.
  package let facts: TaskFacts?

  package var before: FileState? { delta.befores.lazy.compactMap { $0 }.first }
  package var after: FileState? { delta.after }

  /// Parents first; in one commit, in the order of paths.
  package func precedes(_ other: CommitChange) -> Bool {
    commit == other.commit ? delta < other.delta : commit.precedes(other.commit)
  }
}
