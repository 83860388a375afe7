internal import Git
public import StoreFiles
internal import TaskFile
internal import TaskHistory

extension Store {
  /// The command that opens the user's editor, for a shell.
  ///
  /// The first of `GIT_EDITOR`, `VISUAL`, `EDITOR`, git's `core.editor`, and `vi`.
  /// - Throws: ``MemoError`` when git's configuration can't be read.
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

  /// The command that opens links, for a shell.
  ///
  /// The first of git's `memo.opener`, `BROWSER`, and what the system has: `xdg-open` or `open`.
  /// - Throws: ``MemoError`` of kind `refused` where there is none.
  public func opener() throws(MemoError) -> String {
    let configured = try git().run("read memo.opener") { repository throws(GitError) in
      try repository.string("memo.opener")
    }
    if let configured, !configured.isEmpty { return configured }
    // Several, of which the first that is there counts.
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

  /// Writes a new task's file without recording it, for an editor to open.
  ///
  /// - Parameter task: Its title may be empty.
  /// - Throws: ``MemoError`` as ``add(_:_:)`` does.
  public func draft(
    _ task: NewTask, _ lockTimeout: LockTimeout = LockTimeout()
  ) throws(MemoError) -> (path: String, bytes: [UInt8]) {
    let snapshot = try read()
    var names = NewNames(besides: snapshot.tasks)
    let id = names.newID(environment)
    let version = try newVersion(task, &names, id: id, isDraft: true)
    try changeFile(lockTimeout) { files throws(FileError) in
      try files.replace(version.path, with: version.bytes, expecting: nil)
    }
    return (version.path, version.bytes)
  }

  /// Gives a draft the folder of the status and the file name of the title that were written into
  /// it.
  ///
  /// - Parameter path: Where it was written.
  /// - Returns: Where it is now; the same where it says no other title.
  /// - Throws: ``MemoError`` of kind `raced` when somebody writes into it at the same time.
  public func nameDraft(
    _ path: String, titled title: String, _ lockTimeout: LockTimeout = LockTimeout()
  ) throws(MemoError) -> String {
    guard let bytes = Self.content(ofFile: Paths.join(root, path)) else { return path }
    let item = try git().document(bytes).item(fileName: "")
    let place = item.status.map { StoredTask.path(path, movedTo: $0) } ?? path
    let name = item.title.isEmpty ? title : item.title
    guard name != title || !place.isSamePath(as: path) else { return path }
    var names = NewNames(besides: try read().tasks.filter { !$0.isAt(path) })
    let new = try newPath(name, in: Paths.parent(of: place), &names)
    guard !new.isSamePath(as: path) else { return path }
    try changeFile(lockTimeout) { files throws(FileError) in
      // In this order: if the plug is pulled between the two, there is one too many.
      try files.replace(new, with: bytes, expecting: nil)
      try files.remove(path, expecting: bytes)
    }
    return new
  }

  /// Changes a file without recording it, while nobody else who has the lock changes any.
  private func changeFile(
    _ lockTimeout: LockTimeout, _ body: (WorkTree) throws(FileError) -> Void
  ) throws(MemoError) {
    let lock = try git().lock(lockTimeout)
    defer { _ = lock }
    try MemoError.rethrowing(body(files))
  }

  /// Removes a draft that nobody wrote into.
  ///
  /// - Throws: ``MemoError`` of kind `raced` when somebody did.
  public func discard(
    _ path: String, ifStill bytes: [UInt8], _ lockTimeout: LockTimeout = LockTimeout()
  ) throws(MemoError) {
    try changeFile(lockTimeout) { files throws(FileError) in
      try files.remove(path, expecting: bytes)
    }
  }

  /// Gives a file the text that it had before, if nobody else changed it since.
  ///
  /// - Parameter bytes: What is in it now; nil when it is gone.
  /// - Throws: ``MemoError`` of kind `raced` when somebody did.
  public func putBack(
    _ path: String, from bytes: [UInt8]?, to original: [UInt8],
    _ lockTimeout: LockTimeout = LockTimeout()
  ) throws(MemoError) {
    try changeFile(lockTimeout) { files throws(FileError) in
      try files.replace(path, with: original, expecting: bytes)
    }
  }
}

extension Store {
  /// Writes a text that is no file of the store, for an editor to open.
  ///
  /// - Returns: Its path, absolute: in git's folder, where nothing takes it for a task.
  /// - Throws: ``MemoError``
  public func keepText(_ text: String) throws(MemoError) -> String {
    let folder = try git().repository.gitDirectory
    let name = "memo/edit-\(String(environment.randomNumber(), radix: 36)).txt"
    try MemoError.rethrowing(
      WorkTree(folder).replace(name, with: Array(text.utf8), expecting: nil))
    return Paths.join(folder, name)
  }

  /// Removes what ``keepText(_:)`` wrote.
  public func forgetText(_ path: String) {
    guard let bytes = WorkTree.content(at: path) else { return }
    // A text that stays lies where it disturbs nobody.
    try? WorkTree(Paths.parent(of: path)).remove(Paths.name(of: path), expecting: bytes)
  }
}

/// A few questions about the file system that a command line has.
extension Store {
  /// A regular file's content, or nil when there is none that can be read.
  public static func content(ofFile path: String) -> [UInt8]? { WorkTree.content(at: path) }

  /// A regular file's content, or nil when there surely is none.
  ///
  /// - Throws: ``MemoError`` when it can't be read.
  public static func knownContent(ofFile path: String) throws(MemoError) -> [UInt8]? {
    try MemoError.rethrowing(WorkTree.knownContent(at: path))
  }

  /// Why a file can't be read, in words.
  public static func whyUnreadable(_ path: String) -> String {
    do throws(FileError) {
      guard try WorkTree.knownStatus(at: path) != nil else { return "there is no such file" }
      _ = try WorkTree.knownContent(at: path)
      return "it is no regular file"
    } catch {
      return error.why
    }
  }

  /// - Throws: ``MemoError`` where nobody can tell whether anything stands at a path.
  public static func checkIsSeen(_ path: String) throws(MemoError) {
    _ = try MemoError.rethrowing(WorkTree.knownStatus(at: path))
  }

  /// Whether nothing stands at a path; false where that can't be seen.
  public static func isSurelyGone(_ path: String) -> Bool {
    // What can't be seen is taken for there.
    (try? WorkTree.knownStatus(at: path) == nil) ?? false
  }

  /// What a pipe gives until it ends, as `/dev/stdin` and what a shell puts in place of `<(…)`;
  /// nil where there is none, and where it gives more than any task may have.
  public static func content(ofPipe path: String) -> [UInt8]? {
    WorkTree.content(ofPipe: path, atMost: Limits.taskBytes)
  }

  /// Whether a folder is there, links followed.
  public static func isFolder(_ path: String) -> Bool {
    WorkTree.resolved(path).flatMap(WorkTree.status(at:))?.kind == .folder
  }

  /// The files in a folder and below, relative to it, in the order of their paths; none where it
  /// can't be listed.
  ///
  /// What begins with a dot is left out.
  public static func files(inFolder path: String) -> [String] {
    let name = Paths.name(of: path)
    let found = try? WorkTree(Paths.parent(of: path)).list(name, upTo: Limits.listDepth)
    return (found ?? []).filter { $0.kind == .regular }
      .map { String($0.path.dropFirst(name.utf8.count + 1)) }
      .sorted { $0.precedes(path: $1) }
  }

  /// Writes a file of the user's, in place of one that is there, or that a link there leads to.
  ///
  /// - Throws: ``MemoError`` of kind `refused`, also for what is no regular file; what was there is
  ///   then as it was.
  public static func write(_ text: String, toFile path: String) throws(MemoError) {
    let place = WorkTree.resolved(path) ?? path
    guard [nil, .regular].contains(WorkTree.status(at: place)?.kind) else {
      throw MemoError(.refused, "\(path) is not a regular file")
    }
    try MemoError.rethrowing(WorkTree.write(Array(text.utf8), to: place))
  }

  /// Whether a program is there that may be run.
  public static func isProgram(_ path: String) -> Bool { WorkTree.isProgram(path) }

  /// A path seen from a folder, with `~`, `.` and `..` resolved in the text alone.
  public static func absolute(_ path: String, from directory: String, environment: Environment)
    -> String
  {
    Paths.absolute(path, from: directory, home: environment.home)
  }

  /// Where a file or folder is in the store; nil for one that is not there, or elsewhere.
  ///
  /// A link is not followed: it is what is meant.
  public func place(of path: String) -> String? {
    let folder = WorkTree.resolved(Paths.parent(of: path)) ?? Paths.parent(of: path)
    let path = Paths.join(folder, Paths.name(of: path))
    return WorkTree.status(at: path) == nil ? nil : Paths.relative(path, to: root)
  }
}

/// An editor works on the text that it has opened. What a sync or another command does to the
/// task meanwhile, it doesn't know of: what it saves, taken as it is, would take that back.
extension Store {
  /// Merges what an editor has made of a task with what has become of the task meanwhile.
  ///
  /// Nothing is recorded by it. What nobody edited stays as others made it, also moved or deleted.
  /// - Parameter opened: The task as the editor got it, recorded.
  /// - Throws: ``MemoError``; then the files are as they were.
  public func mergeEdit(
    of opened: StoredTask, _ lockTimeout: LockTimeout = LockTimeout()
  ) throws(MemoError) {
    try write(lockTimeout, recording: false) { session throws(MemoError) in
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
        // Nobody edited anything.
        if saved != nil, recorded?.isAt(opened.path) != true { try put(nil, at: opened.path) }
        if let recorded { try put(recorded.bytes, at: recorded.path) }
        return try session.readFiles()
      }
      // What somebody deleted meanwhile comes back with what was written into it.
      guard let recorded else { return }
      let past = CommittedHistory(self, git, of: head)
      let origin = try past.origin(at: recorded.path) ?? head
      let theirs = LastChange(try git.commit(origin))
      let mine = LastChange(
        author: try session.signatures().author.name,
        // It was written just now, whatever the clocks say.
        time: max(theirs.time, environment.timestamp),
        commit: "~")
      let merge = TaskMerge(
        base: PlacedDocument(path: base.path, document: base.document),
        MergeSide(
          task: PlacedDocument(path: saved.path, document: saved.document), last: mine),
        MergeSide(
          task: PlacedDocument(path: recorded.path, document: recorded.document), last: theirs))
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

  /// Whether a task that an editor has is not at its path because somebody moved or deleted it.
  public func isElsewhere(_ opened: StoredTask) throws(MemoError) -> Bool {
    let git = try git()
    guard let head = try git.head().commit else { return false }
    if try git.version(at: opened.path, in: head) == nil { return true }
    // Moved by hand, perhaps from within the editor: that is recorded as it always is.
    guard let id = opened.id else { return false }
    return try read().tasks.contains { $0.id == id }
  }

  /// The task as a commit has it, by its path or by its id; nil when it is gone.
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
