internal import Git
internal import Synchronization
internal import TaskFile

/// The contents of a task's file: read from the file, or taken from the cache when needed.
final class TaskContent: Sendable {
  let path: String
  let file: FileStatus?
  let isRead: Bool
  /// The cached task.
  private let recollection: CachedTask?
  private let found: Mutex<Found>

  /// In boxes, since both are large and rarely needed.
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
    recollection = nil
    found = Mutex(Found(document: Boxed(document), item: Boxed(item)))
  }

  /// - Parameter recollection: The cached task.
  init(_ path: String, _ file: FileStatus, _ recollection: CachedTask) {
    self.path = path
    self.file = file
    isRead = true
    self.recollection = recollection
    found = Mutex(Found())
  }

  var document: TaskDocument { found.withLock { document(&$0) } }

  /// Text and parsed task; a new result is not kept.
  var unkept: (document: TaskDocument, item: TaskItem) {
    let known = found.withLock { ($0.document?.value, $0.item?.value) }
    let document = known.0 ?? readDocument
    let item =
      known.1 ?? recollection?.item ?? document.item(fileName: Paths.stem(of: path))
    return (document, item)
  }

  /// The parsed task; a new result is not kept.
  var unkeptItem: TaskItem {
    if let known = found.withLock({ $0.item?.value }) { return known }
    return recollection?.item ?? item
  }

  private func document(_ found: inout Found) -> TaskDocument {
    if let boxed = found.document { return boxed.value }
    let document = readDocument
    found.document = Boxed(document)
    return document
  }

  private var readDocument: TaskDocument {
    TaskDocument(recollection?.text ?? [], recollection?.memory.aliases)
  }

  var item: TaskItem {
    found.withLock { found in
      if let boxed = found.item { return boxed.value }
      let item =
        recollection?.item ?? document(&found).item(fileName: Paths.stem(of: path))
      found.item = Boxed(item)
      return item
    }
  }
}

/// The position of a file in the cache.
struct CachedTask: Sendable {
  let memory: FileMemory
  let index: Int

  var item: TaskItem? { memory.item(at: index) }
  var text: [UInt8] { memory.text(at: index) }
}

extension Store {
  /// The content of a file beside tasks, such as an image.
  ///
  /// Links are not followed.
  ///
  /// - Parameters:
  ///   - path: Relative to the store.
  ///   - most: The maximum size in bytes; a larger file counts as absent.
  /// - Returns: Nil if there is no such readable file.
  package func content(besideTasks path: String, atMost most: Int = 16 << 20) -> [UInt8]? {
    // The caller doesn't show the reason.
    (try? WorkTree(root).read(path, atMost: most))?.bytes
  }
}
