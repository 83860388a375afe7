internal import Dispatch
internal import Git
internal import Synchronization
internal import TaskFile

extension Store {
  /// Reads every task from its file; nothing is written.
  ///
  /// - Parameter reconcile: Says which status a task has whose folder and text disagree.
  /// - Throws: ``MemoError`` when a folder can't be listed.
  package func readFiles(
    _ reconcile: (inout Snapshot) throws(MemoError) -> Void
  ) throws(MemoError) -> Snapshot {
    let noteFile = noteFile
    let mark = { noteFile.flatMap { WorkTree.status(at: $0) } }
    var attempts = 0
    while true {
      // Empty, as long as no change is at work.
      let before = mark()
      let change = before?.size ?? 0 > 0 ? noteFile.flatMap(unfinishedChange) : nil
      var snapshot = try readFiles(seeingThrough: change)
      try reconcile(&snapshot)
      attempts += 1
      // What was read while a change began or ended may be of two states.
      if attempts == Self.mostReadings || mark() == before { return snapshot }
    }
  }

  /// Who changes a store all the time must not keep others from reading it.
  private static let mostReadings = 5

  private func readFiles(
    seeingThrough change: UnfinishedChange?
  ) throws(MemoError) -> Snapshot {
    var snapshot = Snapshot(root: root, began: .now, tasks: [], strays: [])
    var names: [(folder: String, name: String)] = []
    // In the order of their names, so that what is read is sorted already.
    for status in [Status.doing, .done, .todo] {
      for entry in try entries(of: status.rawValue, &snapshot.hidden) {
        if entry.isTooDeep { snapshot.unlisted.insert(PathKey(entry.path)) }
        switch Self.role(of: entry) {
        case .task: names.append((Paths.parent(of: entry.path), Paths.name(of: entry.path)))
        case .stray(let message):
          snapshot.strays.append(
            StoreProblem(path: entry.path, message: message))
        case .none:
          if entry.kind == .regular, entry.isUTF8, NonTaskFiles.contains(entry.path) {
            snapshot.others.append(entry.path)
          }
        }
      }
    }
    (snapshot.tasks, snapshot.news) = readAll(names)
    if let change { try seeThrough(change, &snapshot) }
    if try dropIgnored(&snapshot) { snapshot.strays.sort { $0.path < $1.path } }
    snapshot.markDoubles()
    return snapshot
  }

  private func entries(
    of folder: String, _ hidden: inout [String]
  ) throws(MemoError) -> [WorkTree.Entry] {
    try MemoError.rethrowing(files.list(folder, upTo: Limits.listDepth) { hidden.append($0) })
  }

  private enum Role {
    case task, none
    case stray(String)
  }

  /// What an entry of a task folder is to a store.
  private static func role(of entry: WorkTree.Entry) -> Role {
    if entry.isTooDeep {
      return .stray("a folder in \(Limits.listDepth) others is not looked into")
    }
    guard StoredTask.isTaskName(entry.path) else { return .none }
    guard entry.isUTF8 else { return .stray("a file whose name is not UTF-8 is no task") }
    return switch entry.kind {
    case .regular: .task
    case .symbolicLink: .stray("a symbolic link, which memo never follows, is no task")
    case .folder: .stray("a folder with a task's name is no task")
    case .other: .stray("not a regular file, so no task")
    }
  }

  /// Reads the files on all cores; those that are as they were, from memory.
  private func readAll(
    _ names: [(folder: String, name: String)]
  ) -> (tasks: [StoredTask], news: Int) {
    let size = 256
    let chunks = (names.count + size - 1) / size
    let finished = Mutex<[Int: (tasks: [StoredTask], news: Int)]>([:])
    let files = files
    let memory = chunks > 1 ? fileMemory() : FileMemory()
    DispatchQueue.concurrentPerform(iterations: chunks) { chunk in
      let slice = names[(chunk * size)..<min(names.count, (chunk + 1) * size)]
      var news = 0
      let tasks = slice.split(whereNeighbours: { !$0.folder.isSamePath(as: $1.folder) })
        .flatMap { Self.read($0.map(\.name), in: $0[$0.startIndex].folder, files, memory, &news) }
      finished.withLock { $0[chunk] = (tasks, news) }
    }
    return finished.withLock { done in
      ((0..<chunks).flatMap { done[$0]?.tasks ?? [] }, done.values.reduce(0) { $0 + $1.news })
    }
  }

  private static func read(
    _ names: [String], in folder: String, _ files: WorkTree, _ memory: FileMemory,
    _ news: inout Int
  ) -> [StoredTask] {
    var hint = 0
    var found = 0
    let known = { (name: String, status: FileStatus) -> [UInt8]? in
      let bytes = memory.content(of: "\(folder)/\(name)", status, hint: &hint)
      if bytes != nil { found += 1 }
      return bytes
    }
    var tasks: [StoredTask] = []
    tasks.reserveCapacity(names.count)
    func unreadable(_ name: String, _ error: FileError) {
      // Deleted since the listing: then it is simply not there.
      guard !error.isMissing else { return }
      if let task = StoredTask(unread: "\(folder)/\(name)", error) { tasks.append(task) }
    }
    do throws(FileError) {
      try files.read(
        names[...], in: folder, atMost: Limits.taskBytes, known: memory.isEmpty ? nil : known
      ) { name, result in
        switch result {
        case .success(let (bytes, status)):
          if let task = StoredTask(path: "\(folder)/\(name)", bytes: bytes, file: status) {
            tasks.append(task)
          }
        case .failure(let error): unreadable(name, error)
        }
      }
    } catch {
      for name in names { unreadable(name, error) }
    }
    news += names.count - found
    return tasks
  }
}
