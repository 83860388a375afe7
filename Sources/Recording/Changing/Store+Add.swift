internal import Git
public import Query
public import StoreFiles
public import TaskFile
internal import TaskHistory

/// What a new task starts with.
public struct NewTask: Sendable {
  /// One line.
  public var title: String
  public var status: Status = .todo
  public var deadline: Deadline?
  public var priority: Priority?
  public var tags: [String] = []
  /// Markdown; empty for none.
  public var body: String = ""
  /// A folder below the status's own, as `home/kitchen`; empty for none.
  public var folder: String = ""
  /// The rest of its fields, in their order.
  public private(set) var otherFields: [FieldEdit] = []

  public init(title: String) { self.title = title }
}

extension Store {
  /// Makes a new task in a file named after its title, and commits it.
  ///
  /// - Throws: ``MemoError`` of kind `refused` for a title or folder that can't be.
  public func add(
    _ task: NewTask, _ patience: Patience = Patience()
  ) throws(MemoError) -> ChangeReport {
    // Refused before anything else happens.
    _ = try (Self.folder(of: task), NewTask.checkedTitle(task.title))
    return try write(patience) { session throws(MemoError) in
      var normalization = Normalization(
        on: .command, session.snapshot, RecordedPast(self, session.git, of: session.head.commit),
        environment)
      let version = try newVersion(task, in: session.snapshot, id: normalization.newID())
      // As a file that somebody made by hand, with nothing left to put right.
      let edit = TaskEdit(from: nil, to: try normalization.normalize(VersionPair(after: version)))
      let edits = [edit].compactMap { $0 }
      try session.commit(edits)
      return ChangeReport(session, changes: edits.map(\.change), paths: edits.map(\.change.path))
    }
  }

  /// The first version of a new task, with a file name that no other has.
  func newVersion(
    _ task: NewTask, in snapshot: Snapshot, id: TaskID
  ) throws(MemoError) -> TaskVersion {
    let folder = try Self.folder(of: task)
    let title = try NewTask.checkedTitle(task.title)
    var document = TaskDocument.new(
      title: title, status: task.status, deadline: task.deadline, priority: task.priority,
      tags: task.tags, id: id,
      created: environment.timestamp,
      body: task.body)
    do throws(Problem) {
      for case .set(let key, let value) in task.otherFields.reversed() {
        try document.set(key, to: value)
      }
    } catch {
      throw MemoError(.refused, error.message, hints: error.hint.map { [$0] } ?? [])
    }
    var free = FreePaths()
    let path = try free.free(
      like: "\(folder)/\(freeName(FileName.slug(of: title), besides: snapshot.tasks)).md"
    ) { path throws(MemoError) in
      try MemoError.rethrowing(files.status(of: path) != nil)
    }
    return TaskVersion(path: path, document: document)
  }

  /// A file name that no task of the store has, in whatever folder: a task can be named by it.
  func freeName(_ slug: String, besides tasks: [StoredTask]) -> String {
    let names = Set(tasks.map { $0.name.lowercased() })
    guard names.contains(slug.lowercased()) else { return slug }
    var number = 2
    while names.contains("\(slug)-\(number)".lowercased()) { number += 1 }
    return "\(slug)-\(number)"
  }

  /// The folder of a new task, relative to the store; refuses what would lead out of it.
  private static func folder(of task: NewTask) throws(MemoError) -> String {
    try folder(task.folder, below: task.status)
  }

  /// A folder for tasks, relative to the store; refuses what would lead out of it.
  ///
  /// - Parameter name: As typed; `.` and nothing are the status's own folder.
  static func folder(_ name: String, below status: Status) throws(MemoError) -> String {
    let name = name == "." ? "" : name
    let parts = name.split(separator: "/").map(String.init)
    let isSafe =
      !name.hasPrefix("/")
      && parts.allSatisfy {
        !$0.hasPrefix(".") && !$0.hasSuffix(".md") && !$0.utf8.contains { $0 < 0x20 || $0 == 0x7F }
      }
    guard isSafe else {
      throw MemoError(
        .refused, "'\(name)' can't be a folder for tasks",
        hints: ["name a folder below \(status.rawValue)/, such as home or home/kitchen"])
    }
    return ([status.rawValue] + parts).joined(separator: "/")
  }
}

extension NewTask {
  /// Gives it fields; of two values of one key, the later one counts.
  public mutating func apply(_ edits: [FieldEdit]) {
    for edit in edits {
      switch (edit, edit.key) {
      case (.addTag(let tag), _): tags += tags.contains(tag) ? [] : [tag]
      case (.removeTag(let tag), _): tags.removeAll { $0 == tag }
      case (.set(_, .text(let text)), "title"): title = text
      case (.set(_, .text(let text)), "status"): status = Status(rawValue: text) ?? status
      case (.set(_, .text(let text)), "deadline"): deadline = Deadline(text)
      case (.set(_, .text(let text)), "priority"): priority = Priority(rawValue: text)
      case (.set(_, .list(let items)), "tags"): tags += items.filter { !tags.contains($0) }
      case (.clear, "deadline"): deadline = nil
      case (.clear, "priority"): priority = nil
      case (.clear, "tags"): tags = []
      default:
        otherFields.removeAll { $0.key == edit.key }
        if case .set = edit { otherFields.append(edit) }
      }
    }
  }

  /// One line that says something; what a terminal or YAML can't hold is refused, not dropped.
  ///
  /// - Throws: ``MemoError`` of kind `refused`.
  public static func checkedTitle(_ title: String) throws(MemoError) -> String {
    let trimmed = title.trimmingSpaces
    guard !trimmed.isEmpty else {
      throw MemoError(
        .refused, "a task needs a title", hints: ["one line that says what is to be done"])
    }
    guard !trimmed.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw MemoError(
        .refused, "a title is one line without control characters",
        hints: ["put the rest into the task's text: memo add TITLE -m TEXT"])
    }
    return trimmed
  }
}
