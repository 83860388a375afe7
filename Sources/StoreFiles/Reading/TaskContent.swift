internal import Git
internal import Synchronization
internal import TaskFile

/// What a task's file holds: found when it was read, or remembered and found when it is asked for.
final class TaskContent: Sendable {
  let path: String
  let file: FileStatus?
  let isRead: Bool
  /// Tells what is not known yet.
  private let recollection: CachedTask?
  private let found: Mutex<Found>

  /// In boxes: both are large, and of most tasks nobody asks for them.
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

  /// - Parameter recollection: Of a file of which it is known what its text means.
  init(_ path: String, _ file: FileStatus, _ recollection: CachedTask) {
    self.path = path
    self.file = file
    isRead = true
    self.recollection = recollection
    found = Mutex(Found())
  }

  var document: TaskDocument { found.withLock { document(&$0) } }

  /// Text and meaning; what isn't known yet is found and not kept.
  var unkept: (document: TaskDocument, item: TaskItem) {
    let known = found.withLock { ($0.document?.value, $0.item?.value) }
    let document = known.0 ?? readDocument
    let item =
      known.1 ?? recollection?.item ?? document.item(fileName: Paths.stem(of: path))
    return (document, item)
  }

  /// The meaning; where it isn't known yet it is found and not kept.
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

/// Where a file stands in the memory of files.
struct CachedTask: Sendable {
  let memory: FileMemory
  let index: Int

  var item: TaskItem? { memory.item(at: index) }
  var text: [UInt8] { memory.text(at: index) }
}

extension Store {
  /// The content of a file that is not a task, as an image beside one; no link is followed.
  ///
  /// - Parameters:
  ///   - path: Relative to the store.
  ///   - most: Bytes; a file with more is none.
  /// - Returns: Nil where there is no such file, or nothing that could be read as one.
  package func content(besideTasks path: String, atMost most: Int = 16 << 20) -> [UInt8]? {
    // Whoever asks shows it or doesn't; why not is seen by who opens the folder.
    (try? WorkTree(root).read(path, atMost: most))?.bytes
  }
}
