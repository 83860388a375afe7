internal import Git
internal import TaskFile

/// A task's file as one commit has it.
struct FileState: Hashable {
  /// Relative to the store.
  var path: String
  var blob: ObjectID
  var mode: FileMode
  /// Nil for a file that has none.
  var id: TaskID?
}

/// That a commit touched a task; what it changed is found by comparing the files.
struct Touch: Hashable {
  /// How each parent has it, in their order, nil where it has none; of a root commit one nil.
  var befores: [FileState?]
  /// How the commit has it; nil when it is gone.
  var after: FileState?

  var isBirth: Bool { befores.allSatisfy { $0 == nil } }

  /// Every state that it is about.
  var states: [FileState] { (befores + [after]).compactMap { $0 } }

  func mentions(_ id: TaskID) -> Bool { states.contains { $0.id == id } }
}
