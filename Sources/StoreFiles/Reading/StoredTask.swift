package import Git
public import TaskFile

/// A task and the file that it is in, as read at one moment.
public struct StoredTask: Sendable {
  private let source: Source
  // Here, and not behind a reference: lists of thousands are filtered and sorted by it.
  private let glance: TaskGlance

  /// Where path, text and meaning are.
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
  /// The text's meaning.
  public var item: TaskItem { content.item }
  /// The status whose folder the file is in.
  public let folderStatus: Status
  /// What folder and text say together.
  public package(set) var status: Status
  /// What is wrong with it, beginning with what stands in the file.
  public package(set) var problems: [StoreProblem]
  /// Whether its id is another task's as well, so that the id doesn't say which of them is meant.
  package var sharesID = false
  /// Hands over text and meaning, for one look: of a file that is remembered they aren't kept
  /// behind it, as thousands of them would be.
  package func lend<Result>(_ look: (TaskDocument, TaskItem) -> Result) -> Result {
    let (document, item) =
      switch source {
      case .read(let content): content.unkept
      case .remembered(let files, let row): files.content(at: Int(row), isKept: false).unkept
      }
    return look(document, item)
  }
  /// The meaning alone, for one look.
  var lentItem: TaskItem {
    switch source {
    case .read(let content): content.unkeptItem
    case .remembered(let files, let row): files.item(at: Int(row))
    }
  }
  /// Whether a path is its own, by the bytes: one that only looks alike is another file's.
  public func isAt(_ path: String) -> Bool {
    switch source {
    case .read(let content): content.path.isSamePath(as: path)
    case .remembered(let files, let row): files.memory.isPath(path, at: Int(row))
    }
  }
  /// Whether its path comes before another one's by their bytes.
  package func precedes(_ other: StoredTask) -> Bool {
    if case .remembered(let files, let row) = source,
      case .remembered(let others, let otherRow) = other.source, files.memory === others.memory
    {
      return row < otherRow
    }
    return path.precedes(path: other.path)
  }
  /// What the operating system said of the file when it was read; nil when it could not be.
  package var file: FileStatus? {
    switch source {
    case .read(let content): content.file
    case .remembered(let files, let row): files.memory.status(at: Int(row))
    }
  }
  /// Whether it was read from a file of the work tree, and not from a commit.
  public var isOnDisk: Bool {
    switch source {
    case .read(let content): content.file != nil
    case .remembered: true
    }
  }
  /// Equal for two readings only where the file was not read again in between.
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

  /// - Parameter path: Must begin with a status folder's name.
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

  /// A file that is as it is remembered, in a status's folder.
  ///
  /// - Returns: Nil where it isn't known what the text means.
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
  /// When it is due, by its text.
  public var deadline: Deadline? { glance.deadline }
  public var priority: Priority? { glance.priority }
  /// When it was made, by its text.
  public var created: Timestamp? { glance.created }
  /// What another tool calls it, in its text.
  public var foreignID: String? { glance.hasForeignID ? item.foreignID : nil }
  /// What stands behind a key, as ``TaskDocument/value(of:)`` says.
  ///
  /// Of a file that is remembered the text isn't read for it, where memo makes nothing of the key.
  public func value(of key: String) -> FieldValue? { value(of: key, in: nil) }

  /// The same, of a meaning that was lent.
  package func value(of key: String, in lent: TaskItem?) -> FieldValue? {
    guard problems.isEmpty, isRead, !TaskDocument.isKnown(key) else {
      return document.value(of: key)
    }
    guard hasOtherFields else { return nil }
    return (lent ?? item).otherFields.first { $0.key == key }?.value
  }

  /// What stands behind a key that memo knows, where that is nothing that it can use.
  public func unusable(_ key: String) -> String? {
    // What a task has no use for is no problem with `created`.
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
  /// How many lines of its text tell what gave way in a merge.
  public var conflictNotes: Int { glance.conflictNotes }
  /// The status that its text names, if it names one.
  package var statusInText: Status? { glance.status }
  /// Whether its front matter has keys besides those that every task may have.
  package var hasOtherFields: Bool { glance.hasOtherFields }

  public var title: String { item.title }

  /// The file name without folder and ending, by which the task can be named as well.
  public var name: String { Paths.stem(of: path) }

  /// Whether this is its ``name`` in small letters.
  package func isCalled(lowercased name: String) -> Bool {
    // Asked of thousands, of which nearly none has as many letters, or the same last one.
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

  /// Adds a problem that stands at the value of a key, or is about the file as a whole.
  package mutating func complain(about key: String, _ message: String, hint: String) {
    problems.append(
      document.problem(at: key, message, hint: hint).map { StoreProblem(path: path, $0) }
        ?? StoreProblem(path: path, message: message, hint: hint))
  }

  private static let statusFolders = Status.allCases.map { (status: $0, folder: "\($0.rawValue)/") }

  /// The status folder at the beginning of a path relative to the store.
  package static func folderStatus(of path: String) -> Status? {
    // Asked of thousands, so no text is made for it.
    statusFolders.first { path.shares(utf8: $0.folder.utf8.count, with: $0.folder) }?.status
  }

  /// What every task's file name ends with.
  package static let ending = ".md"

  /// Whether a file of this name, in a task folder, is a task.
  package static func isTaskName(_ path: String) -> Bool {
    // Nor what lies in a hidden folder: nobody sees it, so nobody can have deleted it.
    var isFirst = true
    for byte in path.utf8 {
      if isFirst, byte == UInt8(ascii: ".") { return false }
      isFirst = byte == UInt8(ascii: "/")
    }
    return path.ends(inUTF8: ending)
  }

  /// The same path below another status's folder; subfolders stay, but not the month under which
  /// a done task was shelved.
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
      message: "larger than \(Limits.taskSize), so memo neither looks into it nor records it",
      hint: "make it shorter, or record it with 'memo git add' and 'memo git commit'")
  }
}

/// One reading of one file, as something to compare.
package struct TaskReading: Hashable, Sendable {
  /// Of what the reading made.
  fileprivate var source: ObjectIdentifier
  fileprivate var row: UInt32
}

extension StoredTask {
  /// Adds up what looks at many give, in their order; they are taken on all cores.
  ///
  /// - Parameter empty: What each part of them is added to.
  /// - Returns: The parts, in their order.
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
