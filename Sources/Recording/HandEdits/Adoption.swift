internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// What a store begins with, batch by batch: of a file that was looked at only stays what the
/// commits and the work tree need to know of it, and its text is in the repository.
struct Adoption {
  /// What happens to one task.
  struct Step {
    /// All of it.
    var change: TaskChange
    /// What nobody has recorded of it.
    var found: TaskChange?
    /// What memo makes of it.
    var made: TaskChange?
    /// What follows from that.
    var following: [TaskChange] = []
  }

  /// What is different in a commit's files.
  struct Tree {
    var put: [TreeEdit] = []
    /// Relative to the repository.
    var gone: [String] = []
    /// Relative to the store.
    var moved: [(from: String, to: String)] = []

    /// - Returns: The path of what goes.
    mutating func leave(_ old: TaskVersion, _ git: StoreGit) -> String {
      let path = git.repositoryPath(old.path)
      gone.append(path)
      return path
    }

    mutating func move(_ old: TaskVersion?, to new: TaskVersion?, _ git: StoreGit) {
      guard let old, !old.isAt(new?.path) else { return }
      gone.append(git.repositoryPath(old.path))
      if let new { moved.append((old.path, new.path)) }
    }
  }

  private(set) var steps: [Step] = []
  private(set) var found = Tree()
  private(set) var made = Tree()
  /// How many files of another program are recorded as they were found.
  private(set) var otherFound = 0
  /// What is to happen in the work tree.
  private(set) var rewrites: [Rewrite] = []
  private(set) var edits: [FileEdit] = []
  /// Files that need no commit.
  var restored: [VersionPair] = []
  private let git: StoreGit
  private let head: ObjectID?

  init(_ git: StoreGit, _ head: Head) {
    self.git = git
    self.head = head.commit
  }

  /// What is taken in.
  var tasks: [TaskChange] { steps.map(\.change).filter { $0.kind != .delete } }

  /// What was gone when it was looked for.
  var gone: [TaskChange] { steps.map(\.change).filter { $0.kind == .delete } }

  /// Where the tasks come to lie, relative to the store.
  var places: [String] { steps.map(\.change.path) }

  mutating func sort() {
    steps.sort { $0.change.precedes($1.change) }
  }

  /// Stores what is in these files, and notes what becomes of them.
  ///
  /// - Parameter files: As a file of another program's, each task lies elsewhere before.
  mutating func add(_ files: [(edit: TaskEdit, source: NewFile?)]) throws(MemoError) {
    var batch = Batch(git)
    for (edit, source) in files {
      var former: Int?
      if let source {
        let isRecorded = try git.isRecorded(source, in: head)
        if !isRecorded { former = try batch.add(source) }
      } else if let found = edit.onDisk, edit.before?.bytes != found.bytes {
        former = try batch.add(NewFile(found, git))
      }
      for made in edit.all {
        if let file = made.after { _ = try batch.add(NewFile(file, git), former: former) }
        former = nil
      }
    }
    var ids = try batch.store()[...]
    for (edit, source) in files { try note(edit, source, &ids) }
  }

  /// - Parameter ids: What is stored of it stands first there, and is taken.
  private mutating func note(
    _ edit: TaskEdit, _ source: NewFile?, _ ids: inout ArraySlice<Batch.Stored>
  ) throws(MemoError) {
    var step = Step(change: edit.change)
    if let source {
      if let stored = ids.first, stored.path.isSamePath(as: source.path) {
        found.put.append(.put(path: source.path, id: stored.id, mode: source.mode))
        ids = ids.dropFirst()
        otherFound += 1
      }
      made.gone.append(source.path)
      step.made = edit.change
    } else {
      step.found = edit.asFound?.change
      let normalization = edit.normalization
      step.made = normalization?.change
      found.move(edit.before, to: edit.onDisk, git)
      if let onDisk = edit.onDisk, edit.before?.bytes != onDisk.bytes, let stored = ids.popFirst() {
        found.put.append(.put(path: stored.path, id: stored.id, mode: onDisk.mode))
      } else if let onDisk = edit.onDisk, step.found != nil, let before = edit.before {
        // Only its place or its mode is another one.
        found.put.append(try git.put(before, as: onDisk, in: head))
      }
      if normalization != nil { made.move(edit.onDisk, to: edit.after, git) }
    }
    step.following = edit.following.map(\.change)
    for part in edit.all {
      guard let after = part.after else {
        if let onDisk = part.onDisk {
          edits.append(
            FileEdit(path: made.leave(onDisk, git), before: onDisk.bytes, after: nil))
        }
        continue
      }
      guard let stored = ids.popFirst() else { continue }
      let isNews = source != nil || part.onDisk == nil || part.onDisk != after
      if isNews { made.put.append(.put(path: stored.path, id: stored.id, mode: after.mode)) }
      let target = git.repositoryPath(after.path)
      if let old = source?.bytes ?? part.onDisk?.bytes {
        let path = source?.path ?? part.onDisk.map { git.repositoryPath($0.path) } ?? target
        if path.isSamePath(as: target), old == after.bytes { continue }
        rewrites.append(Rewrite(from: path, old, try git.id(of: old), to: target, after.bytes))
      } else if isNews {
        edits.append(
          FileEdit(
            path: target, after: after.bytes, isExecutable: after.mode == .executable))
      }
    }
    steps.append(step)
  }
}

/// Contents that reach the repository together.
private struct Batch {
  struct Stored {
    var path: String
    var id: ObjectID
  }

  private let git: StoreGit
  private var paths: [String] = []
  private var contents: [PackedContent] = []
  private var filters: ContentFilters

  init(_ git: StoreGit) {
    self.git = git
    filters = ContentFilters(git.repository)
  }

  /// - Parameter former: The number of what it was before.
  /// - Returns: Its number.
  mutating func add(_ file: NewFile, former: Int? = nil) throws(MemoError) -> Int {
    var filters = filters
    let bytes = try git.run("store \(file.path)") { _ throws(GitError) in
      try filters.blobContent(of: file.bytes, at: file.path)
    }
    self.filters = filters
    paths.append(file.path)
    contents.append(PackedContent(bytes, former: former))
    return contents.count - 1
  }

  func store() throws(MemoError) -> [Stored] {
    let (contents, git) = (contents, git)
    let ids = try git.run("store \(contents.count) files") { repository throws(GitError) in
      guard contents.count >= CommitChain.fewestInPack else {
        return try contents.map { content throws(GitError) in
          try repository.writeBlob(content.bytes)
        }
      }
      return try repository.writePack(of: contents)
    }
    return zip(paths, ids).map(Stored.init)
  }
}

extension StoreGit {
  /// Whether a commit has a file just as it is.
  fileprivate func isRecorded(_ file: NewFile, in commit: ObjectID?) throws(MemoError) -> Bool {
    guard let commit else { return false }
    return try run("read HEAD") { repository throws(GitError) in
      guard let entry = try repository.entry(at: file.path, in: commit) else { return false }
      return try ObjectID.blob(repository.blobContent(of: file.bytes, at: file.path)) == entry.id
    }
  }

  fileprivate func put(
    _ before: TaskVersion, as now: TaskVersion, in commit: ObjectID?
  ) throws(MemoError) -> TreeEdit {
    let path = repositoryPath(now.path)
    return try run("store \(path)") { repository throws(GitError) in
      let content = try repository.blobContent(of: now.bytes, at: path)
      return .put(path: path, id: try repository.writeBlob(content), mode: now.mode)
    }
  }

  fileprivate func id(of bytes: [UInt8]) throws(MemoError) -> ObjectID {
    try MemoError.rethrowing(doing: "note what is about to change", ObjectID.blob(bytes))
  }
}
