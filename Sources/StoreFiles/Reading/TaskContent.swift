internal import Git
internal import Synchronization
internal import TaskFile

/// The contents of a task file that was read.
final class TaskContent: Sendable {
  let version: TaskVersion
  /// Nil if the file was unreadable or is from a commit.
  let file: FileStatus?
  let isRead: Bool

  init(_ version: TaskVersion, _ file: FileStatus?, isRead: Bool) {
    self.version = version
    self.file = file
    self.isRead = isRead
  }
}

/// Some cached files, whose contents are read from the cache when needed.
///
/// Threads use separate instances, so they don't wait for each other's lock.
final class CachedFiles: Sendable {
  let memory: TaskFileCache
  private let kept = Mutex<(items: [Int: TaskItem], documents: [Int: TaskDocument])>(([:], [:]))

  init(_ memory: TaskFileCache) { self.memory = memory }

  /// The parsed task of a file.
  ///
  /// - Parameter isKept: Whether to keep a new result for later calls.
  func item(at row: Int, isKept: Bool) -> TaskItem {
    if let known = kept.withLock({ $0.items[row] }) { return known }
    let item =
      memory.item(at: row)
      ?? document(at: row, isKept: isKept).item(fileName: Paths.stem(of: memory.path(at: row)))
    if isKept { kept.withLock { $0.items[row] = item } }
    return item
  }

  /// The text of a file.
  ///
  /// - Parameter isKept: Whether to keep a new result for later calls.
  func document(at row: Int, isKept: Bool) -> TaskDocument {
    if let known = kept.withLock({ $0.documents[row] }) { return known }
    let document = TaskDocument(memory.text(at: row), memory.aliases)
    if isKept { kept.withLock { $0.documents[row] = document } }
    return document
  }
}

extension Store {
  /// The content of a file beside tasks, such as an image.
  ///
  /// Symbolic links are not followed.
  ///
  /// - Parameters:
  ///   - path: Relative to the store.
  ///   - most: The maximum size in bytes.
  /// - Returns: Nil for a missing, unreadable or larger file.
  package func content(besideTasks path: String, atMost most: Int = 16 << 20) -> [UInt8]? {
    (try? WorkTree(root).read(path, atMost: most))?.bytes
  }
}
