package import Git
internal import Platform
public import TaskFile

/// A task and its file at the time of reading.
public struct StoredTask: Sendable {
  private let source: Source
  // Stored inline, since lists of thousands of tasks are filtered and sorted by it.
  private let glance: TaskGlance

  private enum Source {
    case read(TaskContent)
    case remembered(CachedFiles, row: UInt32)
  }

  /// The path relative to the store, such as `todo/home/buy-milk.md`.
  public var path: String {
    switch source {
    case .read(let content): content.version.path
    case .remembered(let files, let row): files.memory.path(at: Int(row))
    }
  }
  /// The file's text.
  public var document: TaskDocument { document(isKept: true) }
  public var item: TaskItem { item(isKept: true) }
  public let folderStatus: Status
  /// The status, from the folder and the text.
  public package(set) var status: Status
  /// The problems, those of the file first.
  public package(set) var problems: [StoreProblem]
  package var sharesID = false
  /// - Parameter isKept: Whether to keep a cached file's text in memory, of which there may be
  ///   thousands.
  package func document(isKept: Bool) -> TaskDocument {
    switch source {
    case .read(let content): content.version.document
    case .remembered(let files, let row): files.document(at: Int(row), isKept: isKept)
    }
  }
  /// - Parameter isKept: Whether to keep a cached file's parsed task in memory.
  package func item(isKept: Bool) -> TaskItem {
    switch source {
    case .read(let content): content.version.item
    case .remembered(let files, let row): files.item(at: Int(row), isKept: isKept)
    }
  }
  /// Compares paths by bytes.
  public func isAt(_ path: String) -> Bool {
    switch source {
    case .read(let content): content.version.path.isSamePath(as: path)
    case .remembered(let files, let row): files.memory.isPath(path, at: Int(row))
    }
  }
  /// Compares paths by bytes.
  package func precedes(_ other: StoredTask) -> Bool {
    if case .remembered(let files, let row) = source,
      case .remembered(let others, let otherRow) = other.source, files.memory === others.memory
    {
      return row < otherRow
    }
    return path.precedes(path: other.path)
  }
  /// The status of the file at the time of reading; nil if it was unreadable or is from a commit.
  package var file: FileStatus? {
    switch source {
    case .read(let content): content.file
    case .remembered(let files, let row): files.memory.status(at: Int(row))
    }
  }
  /// Whether the task is from the work tree, not from a commit.
  public var isOnDisk: Bool { file != nil }
  /// Whether the text could be read.
  package var isRead: Bool {
    switch source {
    case .read(let content): content.isRead
    case .remembered: true
    }
  }

  /// - Parameter path: Relative to the store. Nil unless it is in a status folder.
  package init?(
    path: String, bytes: [UInt8], file: FileStatus?, _ aliases: FieldAliases? = nil,
    isRead: Bool = true
  ) {
    let version = TaskVersion(path: path, document: TaskDocument(bytes, aliases))
    self.init(version, file: file, isRead: isRead)
  }

  /// Nil unless the file is in a status folder.
  package init?(_ version: TaskVersion, file: FileStatus? = nil, isRead: Bool = true) {
    guard let folder = Self.folderStatus(of: version.path) else { return nil }
    source = .read(TaskContent(version, file, isRead: isRead))
    glance = TaskGlance(version.item)
    (folderStatus, status) = (folder, folder)
    problems = version.item.problems.map { StoreProblem(path: version.path, $0) }
  }

  /// Creates a task from an unchanged cached file.
  ///
  /// - Returns: Nil if its text must be parsed.
  init?(_ files: CachedFiles, row: Int, in folder: Status) {
    guard let glance = files.memory.glance(at: row) else { return nil }
    source = .remembered(files, row: UInt32(row))
    self.glance = glance
    (folderStatus, status) = (folder, folder)
    problems = []
  }

  /// Creates a task for an unreadable file.
  package init?(unread path: String, _ error: FileError) {
    self.init(path: path, bytes: [], file: nil, isRead: false)
    problems = [StoreProblem(unread: path, error)]
  }
}

extension StoredTask {
  public var id: TaskID? { glance.id }
  public var deadline: Deadline? { glance.deadline }
  public var priority: Priority? { glance.priority }
  public var created: Timestamp? { glance.created }
  /// The id in another tool.
  public var foreignID: String? { glance.hasForeignID ? item.foreignID : nil }
  /// The value of a key, as in ``TaskDocument/value(of:)``.
  ///
  /// For a cached file, a key that memo doesn't know needs no read of the text.
  public func value(of key: String) -> FieldValue? { value(of: key, in: nil) }

  /// - Parameter lent: The parsed task, if the caller has it.
  package func value(of key: String, in lent: TaskItem?) -> FieldValue? {
    guard problems.isEmpty, isRead, !TaskDocument.isKnown(key) else {
      return document.value(of: key)
    }
    guard hasOtherFields else { return nil }
    return (lent ?? item).otherFields.first { $0.key == key }?.value
  }

  /// The invalid value of a known key; nil if the value is valid or missing.
  public func unusable(_ key: String) -> String? {
    // An invalid `created` is not among the problems.
    guard !problems.isEmpty || key == "created" && created == nil, !item.unusableKeys.isEmpty
    else { return nil }
    let names = KnownField(rawValue: key)?.keys ?? [key]
    guard names.contains(where: item.unusableKeys.contains) else { return nil }
    return document.value(of: key)?.joined
  }
  /// The number of notes about conflicts in the text.
  public var conflictNotes: Int { glance.conflictNotes }
  package var statusInText: Status? { glance.status }
  /// Whether the front matter has keys other than those of ``KnownField/core``.
  package var hasOtherFields: Bool { glance.hasOtherFields }

  public var title: String { item.title }

  /// The file name without `.md`, which users may type to name the task.
  public var name: String { Paths.stem(of: path) }

  /// Whether ``name`` in lower case equals this text.
  package func isCalled(lowercased name: String) -> Bool {
    // Called for thousands of tasks, most of which differ in the last letter.
    let path = path
    var rest = path.utf8.dropLast(Self.ending.utf8.count)
    for letter in name.utf8.reversed() {
      guard let last = rest.popLast() else { return false }
      guard last < 0x80, letter < 0x80 else { return Paths.stem(of: path).lowercased() == name }
      guard last.lowercased == letter else { return false }
    }
    return rest.last == UInt8(ascii: "/")
  }

  /// Adds a problem at the value of a key, or about the whole file without that key.
  package mutating func complain(about key: String, _ message: String, hint: String) {
    problems.append(
      document.problem(at: key, message, hint: hint).map { StoreProblem(path: path, $0) }
        ?? StoreProblem(path: path, message: message, hint: hint))
  }

  private static let statusFolders = Status.allCases.map { (status: $0, folder: "\($0.rawValue)/") }

  /// The status folder at the start of a path relative to the store; nil if none.
  package static func folderStatus(of path: String) -> Status? {
    // Called for thousands of tasks, so don't create a string.
    statusFolders.first { path.shares(utf8: $0.folder.utf8.count, with: $0.folder) }?.status
  }

  package static let ending = ".md"

  /// Whether a path has the name of a task, and no hidden part or lock file of an office program.
  package static func isTaskName(_ path: String) -> Bool {
    // Files in hidden folders are not listed, so a missing one must not count as deleted.
    var (isFirst, isSecond) = (true, false)
    for byte in path.utf8 {
      if isFirst, byte == UInt8(ascii: ".") { return false }
      if isSecond, byte == UInt8(ascii: "$") { return false }
      isSecond = isFirst && byte == UInt8(ascii: "~")
      isFirst = byte == UInt8(ascii: "/")
    }
    return path.ends(inUTF8: ending)
  }

  /// The path in another status folder.
  ///
  /// Subfolders stay, except for the month of an archived task.
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

extension StoredTask {
  /// Reduces parsed tasks on all cores.
  ///
  /// - Parameter empty: The initial value of each part.
  /// - Returns: The results of the parts, in order.
  package static func gatherItems<Sum: Sendable>(
    _ tasks: [StoredTask], into empty: Sum,
    _ add: @Sendable (inout Sum, StoredTask, TaskItem) -> Void
  ) -> [Sum] {
    System.parts(of: tasks.indices) { part in
      var sum = empty
      for task in tasks[part] { add(&sum, task, task.item(isKept: false)) }
      return sum
    }
  }
}
