internal import Git
public import StoreFiles
internal import TaskFile
internal import TaskHistory

extension Store {
  /// Makes a new task in a file named after its title, and commits it.
  ///
  /// - Throws: ``MemoError`` of kind `refused` for a title or folder that can't be.
  public func add(
    _ task: NewTask, _ patience: Patience = Patience()
  ) throws(MemoError) -> ChangeReport {
    try add(all: [task], patience)
  }

  /// Makes new tasks, all in one commit.
  ///
  /// - Throws: ``MemoError`` of kind `refused` for a title or folder that can't be; then there
  ///   is none of them.
  public func add(
    all tasks: [NewTask], _ patience: Patience = Patience()
  ) throws(MemoError) -> ChangeReport {
    // Refused before anything else happens.
    for task in tasks { _ = try (folder(of: task), NewTask.checkedTitle(task.title)) }
    try check(tasks.flatMap(\.edits))
    return try write(patience) { session throws(MemoError) in
      var normalization = Normalization(
        on: .command, session.snapshot, RecordedPast(self, session.git, of: session.head.commit),
        environment)
      var names = NewNames(besides: session.snapshot.tasks)
      var edits: [TaskEdit] = []
      for task in tasks {
        let version = try newVersion(task, &names, id: normalization.newID())
        try version.checkUsable(task.edits)
        // As a file that somebody made by hand, with nothing left to put right.
        let pair = VersionPair(after: version)
        if let edit = TaskEdit(from: nil, to: try normalization.normalize(pair)) {
          edits.append(edit)
        }
      }
      session.notices += edits.doubts
      try session.commit(edits)
      return ChangeReport(session, changes: edits.map(\.change), paths: edits.map(\.change.path))
    }
  }

  /// The first version of a new task, with a file name that no other has.
  func newVersion(
    _ task: NewTask, _ names: inout NewNames, id: TaskID, isDraft: Bool = false
  ) throws(MemoError) -> TaskVersion {
    let folder = try folder(of: task)
    var task = task
    if !isDraft || !task.title.isEmpty { task.title = try NewTask.checkedTitle(task.title) }
    let document: TaskDocument
    do throws(Problem) {
      document = try task.document(
        id: id, created: environment.timestamp, settings.aliases)
    } catch {
      throw MemoError(.refused, error.message, hints: error.hint.map { [$0] } ?? [])
    }
    return TaskVersion(path: try newPath(task.title, in: folder, &names), document: document)
  }

  /// A path that a title gives and nothing has.
  func newPath(
    _ title: String, in folder: String, _ names: inout NewNames
  ) throws(MemoError) -> String {
    try names.take(FileName.slug(of: title), in: folder) { path throws(MemoError) in
      try MemoError.rethrowing(files.status(of: path) != nil)
    }
  }

  /// A file name that no task of the store has, in whatever folder: a task can be named by it.
  func freeName(_ slug: String, besides tasks: [StoredTask]) -> String {
    var names = NewNames(besides: tasks)
    return names.free(slug)
  }

  /// The folder of a new task, relative to the store; refuses what would lead out of it.
  private func folder(of task: NewTask) throws(MemoError) -> String {
    try newFolder(task.folder, below: task.status)
  }

  /// A folder for tasks as ``folder(_:below:)`` has it, which no disk takes for another one that is
  /// there.
  func newFolder(_ name: String, below status: Status) throws(MemoError) -> String {
    let folder = try Self.folder(name, below: status)
    for status in Status.allCases {
      var place = status.rawValue
      for part in folder.split(separator: "/").dropFirst().map(String.init) {
        let names = WorkTree.names(in: Paths.join(root, place)) ?? []
        place = Paths.join(place, part)
        if names.contains(where: { $0.isSamePath(as: part) }) { continue }
        guard let twin = names.first(where: { $0.lowercased() == part.lowercased() }) else { break }
        throw MemoError(
          .refused, "'\(name)' can't be a folder for tasks: many disks take it for '\(twin)'",
          hints: ["use '\(twin)', or another name"])
      }
    }
    return folder
  }

  /// A folder for tasks, relative to the store; refuses what would lead out of it.
  ///
  /// - Parameter name: As typed; `.` and nothing are the status's own folder.
  static func folder(_ name: String, below status: Status) throws(MemoError) -> String {
    let name = name == "." ? "" : name
    // A slash at the end is one of completion; one that is doubled had a variable in between.
    let parts = (name.hasSuffix("/") ? name.dropLast() : name[...])
      .split(separator: "/", omittingEmptySubsequences: name.isEmpty).map(String.init)
    let isSafe =
      parts.allSatisfy { $0.contains { !$0.isWhitespace } }
      && parts.allSatisfy {
        !$0.hasPrefix(".") && !$0.hasSuffix(".md") && !$0.utf8.contains { $0 < 0x20 || $0 == 0x7F }
      }
    guard isSafe else {
      throw MemoError(
        .refused, "'\(name)' can't be a folder for tasks",
        hints: ["name a folder below \(status.rawValue)/, such as home or home/kitchen"])
    }
    for part in parts {
      guard let obstacle = FileName.obstacle(to: part) else { continue }
      throw MemoError(
        .refused, "'\(name)' can't be a folder for tasks: '\(part)' \(obstacle)",
        hints: ["use letters, digits and -"])
    }
    return ([status.rawValue] + parts).joined(separator: "/")
  }
}

/// File names for new tasks that no task of the store has, in whatever folder: a task can be
/// named by it.
struct NewNames {
  private let tasks: [StoredTask]
  /// In small letters.
  private var taken: Set<String> = []
  /// Whether those of the tasks are among them.
  private var isComplete = false
  /// How many were asked for.
  private var count = 0
  private var paths = FreePaths()

  init(besides tasks: [StoredTask]) { self.tasks = tasks }

  /// - Parameter isThere: Whether something that is no task lies at a path.
  mutating func take(
    _ slug: String, in folder: String, _ isThere: (String) throws(MemoError) -> Bool
  ) throws(MemoError) -> String {
    begin()
    let path = try paths.free(like: "\(folder)/\(slug).md") { [self] path throws(MemoError) in
      if isTaken(Paths.stem(of: path)) { return true }
      return try isThere(path)
    }
    taken.insert(Paths.stem(of: path).lowercased())
    return path
  }

  /// To look at all for each of a few is quicker than to put them all into a set.
  private mutating func begin() {
    count += 1
    guard !isComplete, count > 8 else { return }
    taken.formUnion(tasks.lazy.map { $0.name.lowercased() })
    isComplete = true
  }

  /// A name, without an ending, that nobody has.
  mutating func free(_ slug: String) -> String {
    begin()
    var paths = FreePaths()
    return Paths.stem(of: paths.free(like: "\(slug).md") { isTaken(Paths.stem(of: $0)) })
  }

  private func isTaken(_ name: String) -> Bool {
    let name = name.lowercased()
    if taken.contains(name) { return true }
    let last = name.utf8.last
    return !isComplete
      && tasks.contains { $0.mayEnd(lowercased: last) && $0.isCalled(lowercased: name) }
  }
}

extension StoredTask {
  /// Whether its name may end with a letter in its small form; asked first of thousands, of which
  /// most end with another.
  fileprivate func mayEnd(lowercased letter: UInt8?) -> Bool {
    guard let letter, letter < 0x80, let last = path.utf8.dropLast(Self.ending.utf8.count).last,
      last < 0x80
    else { return true }
    return letter == ((0x41...0x5A).contains(last) ? last | 0x20 : last)
  }
}
