internal import Git
public import StoreFiles
internal import TaskFile
internal import TaskHistory

extension Store {
  /// The shell command of the user's editor: `GIT_EDITOR`, `VISUAL`, `EDITOR`, git's `core.editor`,
  /// or `vi`.
  ///
  /// - Throws: ``MemoError`` if git's configuration can't be read.
  public func editor() throws(MemoError) -> String {
    func variable(_ name: String) -> String? {
      environment.variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    if let editor = variable("GIT_EDITOR") ?? variable("VISUAL") ?? variable("EDITOR") {
      return editor
    }
    let configured = try git().run("read core.editor") { repository throws(GitError) in
      try repository.string("core.editor")
    }
    return configured ?? "vi"
  }

  /// The shell command that opens links: git's `memo.opener`, `BROWSER`, `xdg-open` or `open`.
  ///
  /// - Throws: ``MemoError`` of kind `refused` if there is none.
  public func opener() throws(MemoError) -> String {
    let configured = try git().run("read memo.opener") { repository throws(GitError) in
      try repository.string("memo.opener")
    }
    if let configured, !configured.isEmpty { return configured }
    // A list, of which the first existing command counts.
    for command in (environment.variables["BROWSER"] ?? "").split(separator: ":") {
      let name = command.split(separator: " ").first.map(String.init) ?? ""
      if name.hasPrefix("/") ? Self.isProgram(name) : environment.path(of: name) != nil {
        return String(command)
      }
    }
    for name in ["xdg-open", "open"] {
      if let path = environment.path(of: name) { return path }
    }
    throw MemoError(
      .refused, "there is no program to open links",
      hints: ["'git config --global memo.opener firefox' names one; so does BROWSER"])
  }

  /// Writes a new task's file for an editor, without committing it.
  ///
  /// - Parameter task: Its title may be empty.
  /// - Throws: ``MemoError`` as ``add(_:)`` does.
  public func draft(
    _ task: NewTask
  ) throws(MemoError) -> (path: String, bytes: [UInt8]) {
    let tasks = try read().tasks
    var ids = FreeIDs(besides: tasks, environment)
    var paths = try git().freePaths(besides: tasks, in: nil)
    var task = task
    if !task.title.isEmpty { task.title = try NewTask.checkedTitle(task.title) }
    let folder = try newFolder(task.folder, below: task.status)
    let version = try task.version(id: ids.take(), in: folder, &paths, of: self)
    try changeFile { files throws(FileError) in
      try files.replace(version.path, with: version.bytes, expecting: nil)
    }
    return (version.path, version.bytes)
  }

  /// Moves a draft to the folder of its status and the file name of its title.
  ///
  /// - Returns: The draft's path now.
  /// - Throws: ``MemoError`` of kind `raced` if somebody else writes to it meanwhile.
  public func nameDraft(_ path: String, titled title: String) throws(MemoError) -> String {
    guard let bytes = Self.content(ofFile: Paths.join(root, path)) else { return path }
    let git = try git()
    let item = git.document(bytes).item(fileName: "")
    let place = item.status.map { StoredTask.path(path, movedTo: $0) } ?? path
    let name = item.title.isEmpty ? title : item.title
    guard name != title || !place.isSamePath(as: path) else { return path }
    var paths = git.freePaths(besides: try read().tasks, in: nil)
    paths.leave(path)
    let new = paths.take(named: FileName.slug(of: name), in: Paths.parent(of: place))
    guard !new.isSamePath(as: path) else { return path }
    try changeFile { files throws(FileError) in
      // In this order, so that a crash in between leaves two files rather than none.
      try files.replace(new, with: bytes, expecting: nil)
      try files.remove(path, expecting: bytes)
    }
    return new
  }

  /// Changes a file under the writers' lock, without committing it.
  private func changeFile(_ body: (WorkTree) throws(FileError) -> Void) throws(MemoError) {
    let lock = try git().lock(lockTimeout)
    defer { _ = lock }
    try MemoError.rethrowing(body(files))
  }

  /// Removes a draft that nobody has changed.
  ///
  /// - Throws: ``MemoError`` of kind `raced` if somebody has.
  public func discard(_ path: String, ifStill bytes: [UInt8]) throws(MemoError) {
    try changeFile { files throws(FileError) in
      try files.remove(path, expecting: bytes)
    }
  }

  /// Restores a file's earlier text, if nobody else has changed it since.
  ///
  /// - Parameter bytes: The expected present content; nil if the file is absent.
  /// - Throws: ``MemoError`` of kind `raced` if somebody has.
  public func putBack(
    _ path: String, from bytes: [UInt8]?, to original: [UInt8]
  ) throws(MemoError) {
    try changeFile { files throws(FileError) in
      try files.replace(path, with: original, expecting: bytes)
    }
  }
}

extension Store {
  /// Writes a temporary text, such as a list of changes, for an editor.
  ///
  /// - Returns: The absolute path of a file in git's folder.
  public func keepText(_ text: String) throws(MemoError) -> String {
    let folder = try git().repository.gitDirectory
    let name = "memo/edit-\(String(environment.randomNumber(), radix: 36)).txt"
    try MemoError.rethrowing(
      WorkTree(folder).replace(name, with: Array(text.utf8), expecting: nil))
    return Paths.join(folder, name)
  }

  /// Removes a file that ``keepText(_:)`` wrote.
  public func forgetText(_ path: String) {
    guard let bytes = WorkTree.content(at: path) else { return }
    // A remaining file disturbs nobody.
    try? WorkTree(Paths.parent(of: path)).remove(Paths.name(of: path), expecting: bytes)
  }
}

extension Store {
  /// A regular file's content; nil if there is none or it can't be read.
  public static func content(ofFile path: String) -> [UInt8]? { WorkTree.content(at: path) }

  /// A regular file's content; nil if there is none.
  ///
  /// - Throws: ``MemoError`` if it can't be read.
  public static func knownContent(ofFile path: String) throws(MemoError) -> [UInt8]? {
    try MemoError.rethrowing(WorkTree.knownContent(at: path))
  }

  public static func whyUnreadable(_ path: String) -> String {
    do throws(FileError) {
      guard try WorkTree.knownStatus(at: path) != nil else { return "there is no such file" }
      _ = try WorkTree.knownContent(at: path)
      return "it is no regular file"
    } catch {
      return error.why
    }
  }

  /// - Throws: ``MemoError`` if the path can't be checked.
  public static func checkIsSeen(_ path: String) throws(MemoError) {
    _ = try MemoError.rethrowing(WorkTree.knownStatus(at: path))
  }

  /// Whether nothing is at a path; false if that can't be checked.
  public static func isSurelyGone(_ path: String) -> Bool {
    // If it can't be checked, it counts as existing.
    (try? WorkTree.knownStatus(at: path) == nil) ?? false
  }

  /// The content of a pipe, such as `/dev/stdin` or the shell's `<(…)`; nil if it is none, or too
  /// large for a task.
  public static func content(ofPipe path: String) -> [UInt8]? {
    WorkTree.content(ofPipe: path, atMost: Limits.taskBytes)
  }

  /// Whether a path leads to a folder, also through links.
  public static func isFolder(_ path: String) -> Bool {
    WorkTree.resolved(path).flatMap(WorkTree.status(at:))?.kind == .folder
  }

  /// The files in a folder and below, relative to it, in the order of paths; empty if it can't be
  /// listed.
  ///
  /// Names that begin with a dot are left out.
  public static func files(inFolder path: String) -> [String] {
    let name = Paths.name(of: path)
    let found = try? WorkTree(Paths.parent(of: path)).list(name, upTo: Limits.listDepth)
    return (found ?? []).filter { $0.kind == .regular }
      .map { String($0.path.dropFirst(name.utf8.count + 1)) }
      .sorted { $0.precedes(path: $1) }
  }

  /// Writes a user's file, in place of an existing one or the target of a link.
  ///
  /// - Throws: ``MemoError``, also for a path that is no regular file; nothing is changed then.
  public static func write(_ text: String, toFile path: String) throws(MemoError) {
    let place = WorkTree.resolved(path) ?? path
    guard [nil, .regular].contains(WorkTree.status(at: place)?.kind) else {
      throw MemoError(.refused, "\(path) is not a regular file")
    }
    try MemoError.rethrowing(WorkTree.write(Array(text.utf8), to: place))
  }

  public static func isProgram(_ path: String) -> Bool { WorkTree.isProgram(path) }

  /// An absolute path, with `~`, `.` and `..` resolved in the text only.
  public static func absolute(_ path: String, from directory: String, environment: Environment)
    -> String
  {
    Paths.absolute(path, from: directory, home: environment.home)
  }

  /// The path in the store of an existing file or folder; nil if it is elsewhere.
  ///
  /// A link itself counts, not its target.
  public func place(of path: String) -> String? {
    let folder = WorkTree.resolved(Paths.parent(of: path)) ?? Paths.parent(of: path)
    let path = Paths.join(folder, Paths.name(of: path))
    return WorkTree.status(at: path) == nil ? nil : Paths.relative(path, to: root)
  }
}

/// An editor doesn't notice changes made meanwhile, so its save would undo them.
extension Store {
  /// Merges an editor's text with later commits of the task, without committing.
  ///
  /// Parts that the user didn't edit stay as others made them, including moves and deletions.
  ///
  /// - Parameter opened: The committed task when the editor opened it.
  /// - Throws: ``MemoError``; the files are unchanged then.
  public func mergeEdit(of opened: StoredTask) throws(MemoError) {
    try write(recording: false) { session throws(MemoError) in
      guard let head = session.head.commit else { return }
      let recorded = try recorded(opened, session.snapshot, session.git, in: head)
      let base = TaskVersion(opened)
      guard recorded != base else { return }
      let saved = session.snapshot.tasks.first { $0.path.isSamePath(as: opened.path) }
      let git = session.git
      func put(_ after: [UInt8]?, at path: String) throws(MemoError) {
        let path = git.repositoryPath(path)
        let before = try git.content(of: path)
        guard before != after else { return }
        try git.apply(FileEdit(path: path, before: before, after: after))
      }
      guard let saved, saved.document.bytes != base.bytes else {
        // The user edited nothing.
        if saved != nil, recorded?.isAt(opened.path) != true { try put(nil, at: opened.path) }
        if let recorded { try put(recorded.bytes, at: recorded.path) }
        return try session.readFiles()
      }
      // A task that was deleted meanwhile comes back with the new text.
      guard let recorded else { return }
      guard let theirs = try session.lastChange(at: recorded.path) else { return }
      let merge = TaskMerge(
        base: base, TaskVersion(saved), by: try Signatures(git, environment).author.name,
        into: recorded, of: theirs, at: environment.timestamp)
      var free = session.freePaths
      for result in [merge.task, merge.second].compactMap({ $0 }) {
        let isTaken = result != merge.task
        try put(
          result.document.bytes, at: isTaken ? free.take(like: result.path) : result.path)
      }
      if let task = merge.task, !task.path.isSamePath(as: saved.path) {
        try put(nil, at: saved.path)
      }
      try session.readFiles()
    }
  }

  /// Whether somebody moved or deleted a task that an editor has opened.
  public func isElsewhere(_ opened: StoredTask) throws(MemoError) -> Bool {
    let git = try git()
    guard let head = try git.head().commit else { return false }
    if try git.version(at: opened.path, in: head) == nil { return true }
    // A move by hand, perhaps from the editor, is committed as usual.
    guard let id = opened.id else { return false }
    return try read().tasks.contains { $0.id == id }
  }

  /// The task in a commit, by its path or id; nil if it was deleted.
  private func recorded(
    _ opened: StoredTask, _ snapshot: Snapshot, _ git: StoreGit, in head: ObjectID
  ) throws(MemoError) -> TaskVersion? {
    if let version = try git.version(at: opened.path, in: head),
      version.id == nil || opened.id == nil || version.id == opened.id
    {
      return version
    }
    for task in snapshot.tasks where task.id != nil && task.id == opened.id {
      if let version = try git.version(at: task.path, in: head) { return version }
    }
    return nil
  }
}
