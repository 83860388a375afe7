internal import Git
internal import TaskFile

/// The contents of a task file that was read.
final class TaskContent: Sendable {
  let path: String
  /// Nil if the file was unreadable or is from a commit.
  let file: FileStatus?
  let isRead: Bool
  let document: TaskDocument
  let item: TaskItem

  init(
    _ path: String, _ file: FileStatus?, _ document: TaskDocument, _ item: TaskItem, isRead: Bool
  ) {
    self.path = path
    self.file = file
    self.document = document
    self.item = item
    self.isRead = isRead
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
