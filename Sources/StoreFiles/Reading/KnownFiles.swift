internal import Git

/// The files that are as they are remembered.
struct KnownFiles: Sendable {
  let memory: FileMemory
  /// Of the files that were looked at again, those that are as they were, by their rows.
  private let tasks: Slots<StoredTask>

  init(_ memory: FileMemory) {
    self.memory = memory
    tasks = Slots(count: memory.count)
  }

  /// Looks at some of them again; no two threads at the same.
  func look(at rows: Range<Int>, in files: WorkTree) {
    let remembered = RememberedFiles(memory)
    memory.revisit(rows, in: files) { row, folder in
      let task =
        StoredTask(remembered, row: row, in: folder)
        ?? StoredTask(
          path: memory.path(at: row), bytes: memory.text(at: row), file: memory.status(at: row),
          memory.aliases)
      if let task { tasks.put(task, at: row) }
    }
  }

  func isKnown(_ row: Int) -> Bool { tasks.isFull(at: row) }

  /// Takes the tasks of the files that were found as well, by their paths.
  func take(where isFound: [Bool]) -> [StoredTask] { tasks.taken { isFound[$0] } }
}
