public import Recording
public import StoreFiles
public import TaskFile
internal import TaskHistory

extension Store {
  /// Resolves conflict notes of tasks, in one commit.
  ///
  /// - Parameters:
  ///   - names: Ids, beginnings of ids, paths or file names.
  ///   - directory: The folder for relative paths, relative to the store.
  ///   - resolution: Whether to keep the current value or take the one in the note. To take a note
  ///     about a deletion deletes the task.
  ///   - number: The number of a note in the task, from 1; nil for all.
  /// - Throws: ``MemoError``. Nothing is changed then, except that hand edits may be committed.
  public func resolve(
    _ names: [String], from directory: String? = nil, _ resolution: TaskDocument.Resolution,
    number: Int? = nil
  ) throws(MemoError) -> ChangeReport {
    try modify(names, from: directory) { version, free throws(MemoError) in
      try version.checkReadable()
      let notes = try version.notes(number)
      if resolution == .takeDiscarded, notes.contains(where: \.note.saysDeleted) { return nil }
      let changed = try version.changing { (document) throws(Problem) in
        document = try document.resolving(notes, resolution)
      }
      try changed.checkReadable()
      guard let status = changed.item.status, status != version.folderStatus else { return changed }
      return try changed.moved(to: status, &free)
    }
  }
}

extension ConflictNote {
  /// Whether one side deleted the task that the other side changed.
  fileprivate var saysDeleted: Bool { part == .task && value == .removed }
}

extension TaskVersion {
  fileprivate func notes(_ number: Int?) throws(MemoError) -> [TaskDocument.PlacedNote] {
    let notes = document.conflictNotes
    guard !notes.isEmpty else {
      throw MemoError(
        .refused, "\(path) has no conflict note", hints: ["'memo conflicts' lists those that have"])
    }
    guard let number else { return notes }
    guard notes.indices.contains(number - 1) else {
      throw MemoError(
        .refused, "\(path) has no conflict note \(number), but \(notes.count)",
        hints: ["'memo conflicts' numbers them"])
    }
    return [notes[number - 1]]
  }
}
