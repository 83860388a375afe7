internal import Git
internal import Synchronization
internal import TaskFile

/// Some of the files that are as they are remembered: of thousands, nothing is made of one before
/// somebody asks for it.
///
/// Those that lie side by side share one, so that threads which look at others don't get into
/// each other's way.
final class RememberedFiles: Sendable {
  let memory: FileMemory
  /// What was asked for, by rows.
  private let contents = Mutex<[Int: TaskContent]>([:])

  init(_ memory: FileMemory) { self.memory = memory }

  /// A file's path, text and meaning.
  ///
  /// - Parameter isKept: Whether what is found is kept for the next one who asks.
  func content(at row: Int, isKept: Bool = true) -> TaskContent {
    if let known = contents.withLock({ $0[row] }) { return known }
    let content = TaskContent(
      memory.path(at: row), memory.status(at: row), TaskRecollection(memory: memory, index: row))
    guard isKept else { return content }
    return contents.withLock { contents in
      let first = contents[row] ?? content
      contents[row] = first
      return first
    }
  }

  /// A file's meaning, which isn't kept where it isn't known yet.
  func item(at row: Int) -> TaskItem {
    if let known = contents.withLock({ $0[row] }) { return known.unkeptItem }
    return memory.item(at: row) ?? content(at: row).item
  }
}
