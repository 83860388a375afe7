package import Git
package import TaskFile

/// A task's file as one commit has it.
package struct FileState: Hashable {
  /// Relative to the store.
  package var path: String
  var blob: ObjectID
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

  /// Whether one of them is so.
  func hasState(_ isWanted: (FileState) -> Bool) -> Bool {
    after.map(isWanted) ?? false || befores.contains { $0.map(isWanted) ?? false }
  }
}
