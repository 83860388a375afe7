internal import Git
internal import Synchronization
internal import TaskFile

/// What a task's file holds: found when it was read, or remembered and found when it is asked for.
final class TaskContent: Sendable {
  let path: String
  let file: FileStatus?
  let isRead: Bool
  /// What lists sort and sift by.
  let glance: TaskGlance
  /// Tells what is not known yet.
  private let recollection: TaskRecollection?
  private let found: Mutex<Found>

  private struct Found {
    var document: TaskDocument?
    /// In a box: it is large, and of most tasks nobody asks for it.
    var item: Boxed?
  }

  private final class Boxed: Sendable {
    let item: TaskItem
    init(_ item: TaskItem) { self.item = item }
  }

  init(
    _ path: String, _ file: FileStatus?, _ document: TaskDocument, _ item: TaskItem,
    isRead: Bool = true
  ) {
    self.path = path
    self.file = file
    self.isRead = isRead
    glance = TaskGlance(item)
    recollection = nil
    found = Mutex(Found(document: document, item: Boxed(item)))
  }

  /// - Returns: Nil where it isn't known what the text means.
  init?(_ path: String, _ file: FileStatus, _ recollection: TaskRecollection) {
    guard let glance = recollection.glance else { return nil }
    self.path = path
    self.file = file
    self.glance = glance
    isRead = true
    self.recollection = recollection
    found = Mutex(Found())
  }

  var document: TaskDocument { found.withLock { document(&$0) } }

  /// Text and meaning; what isn't known yet is found and not kept.
  var unkept: (document: TaskDocument, item: TaskItem) {
    let known = found.withLock { ($0.document, $0.item?.item) }
    let document =
      known.0 ?? TaskDocument(recollection?.text ?? [], recollection?.memory.aliases)
    let item =
      known.1 ?? recollection?.item ?? document.item(fileName: Paths.stem(of: path))
    return (document, item)
  }

  /// The meaning; where it isn't known yet it is found and not kept.
  var unkeptItem: TaskItem {
    if let known = found.withLock({ $0.item?.item }) { return known }
    return recollection?.item ?? item
  }

  private func document(_ found: inout Found) -> TaskDocument {
    if let document = found.document { return document }
    let document = TaskDocument(
      recollection?.text ?? [], recollection?.memory.aliases)
    found.document = document
    return document
  }

  var item: TaskItem {
    found.withLock { found in
      if let boxed = found.item { return boxed.item }
      let item =
        recollection?.item ?? document(&found).item(fileName: Paths.stem(of: path))
      found.item = Boxed(item)
      return item
    }
  }
}

/// Where a file stands in the memory of files.
struct TaskRecollection: Sendable {
  let memory: FileMemory
  let index: Int

  var glance: TaskGlance? { memory.glance(at: index) }
  var item: TaskItem? { memory.item(at: index) }
  var text: [UInt8] { memory.text(at: index) }
}
