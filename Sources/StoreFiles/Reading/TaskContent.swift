internal import Git
internal import Synchronization
internal import TaskFile

/// The contents of a task file, from the file or, when needed, from the cache.
final class TaskContent: Sendable {
  let path: String
  let file: FileStatus?
  let isRead: Bool
  /// The cache that has the file, and its row; nil for a file that was read.
  private let cached: (memory: TaskFileCache, row: Int)?
  private let found: Mutex<Found>

  /// Boxed, since both are large and rarely needed.
  private struct Found {
    var document: Boxed<TaskDocument>?
    var item: Boxed<TaskItem>?
  }

  private final class Boxed<Value: Sendable>: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  init(
    _ path: String, _ file: FileStatus?, _ document: TaskDocument, _ item: TaskItem,
    isRead: Bool = true
  ) {
    self.path = path
    self.file = file
    self.isRead = isRead
    cached = nil
    found = Mutex(Found(document: Boxed(document), item: Boxed(item)))
  }

  init(cachedIn memory: TaskFileCache, row: Int) {
    path = memory.path(at: row)
    file = memory.status(at: row)
    isRead = true
    cached = (memory, row)
    found = Mutex(Found())
  }

  var document: TaskDocument { found.withLock { document(&$0) } }

  /// Text and parsed task, which are not kept if they are new.
  var unkept: (document: TaskDocument, item: TaskItem) {
    let known = found.withLock { ($0.document?.value, $0.item?.value) }
    let document = known.0 ?? readDocument
    let item =
      known.1 ?? cachedItem ?? document.item(fileName: Paths.stem(of: path))
    return (document, item)
  }

  /// The parsed task, which is not kept if it is new.
  var unkeptItem: TaskItem {
    if let known = found.withLock({ $0.item?.value }) { return known }
    return cachedItem ?? item
  }

  private var cachedItem: TaskItem? { cached.flatMap { $0.memory.item(at: $0.row) } }

  private func document(_ found: inout Found) -> TaskDocument {
    if let boxed = found.document { return boxed.value }
    let document = readDocument
    found.document = Boxed(document)
    return document
  }

  private var readDocument: TaskDocument {
    TaskDocument(cached.map { $0.memory.text(at: $0.row) } ?? [], cached?.memory.aliases)
  }

  var item: TaskItem {
    found.withLock { found in
      if let boxed = found.item { return boxed.value }
      let item =
        cachedItem ?? document(&found).item(fileName: Paths.stem(of: path))
      found.item = Boxed(item)
      return item
    }
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
