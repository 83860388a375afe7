package import Git
public import TaskFile

/// A task and its file, as read at one moment.
public struct StoredTask: Sendable {
  private let source: Source
  // Stored inline, since lists of thousands are filtered and sorted by it.
  private let glance: TaskGlance

  /// Where path, text and parsed task are.
  private enum Source {
    case read(TaskContent)
    case remembered(RememberedFiles, row: UInt32)
  }

  private var content: TaskContent {
    switch source {
    case .read(let content): content
    case .remembered(let files, let row): files.content(at: Int(row))
    }
  }

  /// The file, relative to the store: `todo/home/buy-milk.md`.
  public var path: String {
    switch source {
    case .read(let content): content.path
    case .remembered(let files, let row): files.memory.path(at: Int(row))
    }
  }
  /// The file's text.
  public var document: TaskDocument { content.document }
  /// The parsed text.
  public var item: TaskItem { content.item }
  /// The status of the file's folder.
  public let folderStatus: Status
  /// The status of folder and text.
  public package(set) var status: Status
  /// The problems, those in the file first.
  public package(set) var problems: [StoreProblem]
  /// Whether another task has the same id.
  package var sharesID = false
  /// Gives access to text and parsed task for one call.
  ///
  /// Those of a cached file are not kept, since there may be thousands.
  package func lend<Result>(_ look: (TaskDocument, TaskItem) -> Result) -> Result {
    let (document, item) =
      switch source {
      case .read(let content): content.unkept
      case .remembered(let files, let row): files.content(at: Int(row), isKept: false).unkept
      }
    return look(document, item)
  }
  /// The parsed task for one call.
  var lentItem: TaskItem {
    switch source {
    case .read(let content): content.unkeptItem
    case .remembered(let files, let row): files.item(at: Int(row))
    }
  }
  /// Whether a path is its own, compared by bytes.
  public func isAt(_ path: String) -> Bool {
    switch source {
    case .read(let content): content.path.isSamePath(as: path)
    case .remembered(let files, let row): files.memory.isPath(path, at: Int(row))
    }
  }
  /// Whether its path comes before another one's, compared by bytes.
  package func precedes(_ other: StoredTask) -> Bool {
    if case .remembered(let files, let row) = source,
      case .remembered(let others, let otherRow) = other.source, files.memory === others.memory
    {
      return row < otherRow
    }
    return path.precedes(path: other.path)
  }
  /// The state of the file when it was read; nil if it could not be read.
  package var file: FileStatus? {
    switch source {
    case .read(let content): content.file
    case .remembered(let files, let row): files.memory.status(at: Int(row))
    }
  }
  /// Whether it was read from the work tree, not from a commit.
  public var isOnDisk: Bool {
    switch source {
    case .read(let content): content.file != nil
    case .remembered: true
    }
  }
  /// Equal for two readings only if the file was not read again.
  package var reading: TaskReading {
    switch source {
    case .read(let content): TaskReading(source: ObjectIdentifier(content), row: 0)
    case .remembered(let files, let row):
      TaskReading(source: ObjectIdentifier(files.memory), row: row)
    }
  }
  /// Whether its text is known.
  package var isRead: Bool {
    switch source {
    case .read(let content): content.isRead
    case .remembered: true
    }
  }

  /// - Parameter path: Must begin with the name of a status folder.
  package init?(
    path: String, bytes: [UInt8], file: FileStatus?, _ aliases: FieldAliases? = nil
  ) {
    guard let folder = Self.folderStatus(of: path) else { return nil }
    let document = TaskDocument(bytes, aliases)
    let item = document.item(fileName: Paths.stem(of: path))
    source = .read(TaskContent(path, file, document, item))
    glance = TaskGlance(item)
    (folderStatus, status) = (folder, folder)
    problems = item.problems.map { StoreProblem(path: path, $0) }
  }

  /// An unchanged file in a status folder.
  ///
  /// - Returns: Nil if its text has to be parsed.
  init?(_ files: RememberedFiles, row: Int, in folder: Status) {
    guard let glance = files.memory.glance(at: row) else { return nil }
    source = .remembered(files, row: UInt32(row))
    self.glance = glance
    (folderStatus, status) = (folder, folder)
    problems = []
  }

  /// A file that could not be read.
  package init?(unread path: String, _ error: FileError) {
    guard let folder = Self.folderStatus(of: path) else { return nil }
    let nothing = TaskDocument([])
    let item = nothing.item(fileName: Paths.stem(of: path))
    source = .read(TaskContent(path, nil, nothing, item, isRead: false))
    glance = TaskGlance(item)
    (folderStatus, status) = (folder, folder)
    problems = [StoreProblem(unread: path, error)]
  }
}

extension StoredTask {
  public var id: TaskID? { glance.id }
  /// The deadline in the text.
  public var deadline: Deadline? { glance.deadline }
  public var priority: Priority? { glance.priority }
  /// The creation time in the text.
  public var created: Timestamp? { glance.created }
  /// The id of another tool in the text.
  public var foreignID: String? { glance.hasForeignID ? item.foreignID : nil }
  /// The value of a key, as ``TaskDocument/value(of:)``.
  ///
  /// For a cached file the text isn't read if memo doesn't know the key.
  public func value(of key: String) -> FieldValue? { value(of: key, in: nil) }

  /// The same, with a parsed task.
  package func value(of key: String, in lent: TaskItem?) -> FieldValue? {
    guard problems.isEmpty, isRead, !TaskDocument.isKnown(key) else {
      return document.value(of: key)
    }
    guard hasOtherFields else { return nil }
    return (lent ?? item).otherFields.first { $0.key == key }?.value
  }

  /// The value of a known key if it is invalid.
  public func unusable(_ key: String) -> String? {
    // An invalid `created` is no problem.
    guard !problems.isEmpty || key == "created" && created == nil, !item.unusableKeys.isEmpty
    else { return nil }
    let names = KnownField(rawValue: key)?.keys ?? [key]
    guard names.contains(where: item.unusableKeys.contains) else { return nil }
    switch document.value(of: key) {
    case .text(let text)?: return text
    case .list(let items)?: return items.joined(separator: ", ")
    case nil: return nil
    }
  }
  /// The number of conflict notes in the text.
  public var conflictNotes: Int { glance.conflictNotes }
  /// The status in the text, if there is one.
  package var statusInText: Status? { glance.status }
  /// Whether the front matter has keys outside of ``KnownField/core``.
  package var hasOtherFields: Bool { glance.hasOtherFields }

  public var title: String { item.title }

  /// The file name without folder and ending, which names the task, too.
  public var name: String { Paths.stem(of: path) }

  /// Whether this is its ``name`` in lower case.
  package func isCalled(lowercased name: String) -> Bool {
    // Called for thousands of tasks, most of which differ in length or in the last letter.
    let path = path
    let (name8, path8) = (name.utf8, path.utf8)
    guard path8.allSatisfy({ $0 < 0x80 }) else {
      return Paths.stem(of: path).lowercased() == name
    }
    let start = path8.count - Self.ending.utf8.count - name8.count
    guard start > 0, path8.dropFirst(start - 1).first == UInt8(ascii: "/") else { return false }
    return zip(path8.dropFirst(start), name8).allSatisfy { byte, small in
      ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) == small
    }
  }

  /// Adds a problem at the value of a key, or about the file as a whole.
  package mutating func complain(about key: String, _ message: String, hint: String) {
    problems.append(
      document.problem(at: key, message, hint: hint).map { StoreProblem(path: path, $0) }
        ?? StoreProblem(path: path, message: message, hint: hint))
  }

  private static let statusFolders = Status.allCases.map { (status: $0, folder: "\($0.rawValue)/") }

  /// The status folder at the beginning of a path relative to the store.
  package static func folderStatus(of path: String) -> Status? {
    // Called for thousands of tasks, so without making a string.
    statusFolders.first { path.shares(utf8: $0.folder.utf8.count, with: $0.folder) }?.status
  }

  /// The ending of every task's file name.
  package static let ending = ".md"

  /// Whether a file with this name, in a task folder, is a task.
  package static func isTaskName(_ path: String) -> Bool {
    // Hidden folders don't count: their files are invisible, so nobody can have deleted them.
    var isFirst = true
    for byte in path.utf8 {
      if isFirst, byte == UInt8(ascii: ".") { return false }
      isFirst = byte == UInt8(ascii: "/")
    }
    return path.ends(inUTF8: ending)
  }

  /// The path below another status folder.
  ///
  /// Subfolders stay, but not the month of an archived task.
  package static func path(_ path: String, movedTo status: Status) -> String {
    guard let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")) else { return path }
    let below = String(path[path.utf8.index(after: slash)...])
    let isLeaving = path.hasPrefix("\(Status.done.rawValue)/") && status != .done
    return "\(status.rawValue)/\(isLeaving ? ArchiveFolder.removed(from: below) : below)"
  }
}

extension StoreProblem {
  fileprivate init(unread path: String, _ error: FileError) {
    guard error.reason == .tooLarge else {
      self.init(path: path, message: error.description)
      return
    }
    self.init(
      path: path,
      message: "larger than \(Limits.taskSize), so memo neither reads nor commits it",
      hint: "make it shorter, or commit it with 'memo git add' and 'memo git commit'")
  }
}

/// Identifies one reading of a file.
package struct TaskReading: Hashable, Sendable {
  /// The object that the reading created.
  fileprivate var source: ObjectIdentifier
  fileprivate var row: UInt32
}

extension StoredTask {
  /// Reduces parsed tasks on all cores.
  ///
  /// - Parameter empty: The initial value of each part.
  /// - Returns: The parts, in order.
  package static func gatherItems<Sum: Sendable>(
    _ tasks: [StoredTask], into empty: Sum,
    _ add: @Sendable (inout Sum, StoredTask, TaskItem) -> Void
  ) -> [Sum] {
    AllCores.parts(of: tasks.indices) { part in
      var sum = empty
      for task in tasks[part] { add(&sum, task, task.lentItem) }
      return sum
    }
  }
}
