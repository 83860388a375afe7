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
  /// Where the file is read again if its text was not kept.
  private let origin: TaskOrigin?
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
    (recollection, origin) = (nil, nil)
    found = Mutex(Found(document: Boxed(document), item: Boxed(item)))
  }

  /// The same without its text, which is read again when needed, and never kept.
  init(forgetting content: TaskContent, in origin: TaskOrigin) {
    (path, file, isRead) = (content.path, content.file, content.isRead)
    (recollection, self.origin) = (nil, origin)
    found = Mutex(Found())
  }

  /// - Parameter recollection: The cached task.
  init(_ path: String, _ file: FileStatus, _ recollection: CachedTask) {
    self.path = path
    self.file = file
    isRead = true
    (self.recollection, origin) = (recollection, nil)
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
    if origin == nil { found.document = Boxed(document) }
    return document
  }

  private var readDocument: TaskDocument {
    origin?.document(at: path)
      ?? TaskDocument(recollection?.text ?? [], recollection?.memory.aliases)
  }

  var item: TaskItem {
    found.withLock { found in
      if let boxed = found.item { return boxed.value }
      let item =
        recollection?.item ?? document(&found).item(fileName: Paths.stem(of: path))
      if origin == nil { found.item = Boxed(item) }
      return item
    }
  }
}

/// The file of a text that was not kept.
struct TaskOrigin: Sendable {
  let files: WorkTree
  let aliases: FieldAliases?

  /// The present text of the file; empty if it is absent, which the next reading shows.
  func document(at path: String) -> TaskDocument {
    TaskDocument((try? files.read(path, atMost: Limits.taskBytes).bytes) ?? [], aliases)
  }
}

/// The position of a file in the cache.
struct CachedTask: Sendable {
  let memory: FileMemory
  let index: Int

  var item: TaskItem? { memory.item(at: index) }
  var text: [UInt8] { memory.text(at: index) }
}

/// Looks at texts while they are read, so that thousands of texts in an adopted folder are not kept
/// in memory.
///
/// A store with such an object reads every file and keeps only the values for sorting. A text that
/// is needed later is read again.
package final class PassingTexts: Sendable {
  let note: @Sendable (StoredTask) -> (any Sendable)?
  private let found = Mutex<[Int: [any Sendable]]>([:])

  /// - Parameter note: Called with each task and its text, on any thread; nil for no note.
  package init(_ note: @escaping @Sendable (StoredTask) -> (any Sendable)? = { _ in nil }) {
    self.note = note
  }

  /// The notes of the last reading, in the order of paths.
  package var notes: [any Sendable] {
    found.withLock { found in found.keys.sorted().flatMap { found[$0] ?? [] } }
  }

  func begin() { found.withLock { $0 = [:] } }

  func add(_ notes: [any Sendable], at place: Int) { found.withLock { $0[place] = notes } }

  enum Key: StoreKey {
    static var initialValue: PassingTexts? { nil }
  }
}

extension Store {
  /// The object that looks at texts; nil if texts are kept.
  package var passingTexts: PassingTexts? {
    get { self[PassingTexts.Key.self] }
    set { self[PassingTexts.Key.self] = newValue }
  }
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
