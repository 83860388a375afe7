package import Git
package import StoreFiles
package import TaskFile
package import TaskHistory

/// Commits written as objects, each on the one before, and the changes of files that go with them.
///
/// A session runs their hooks and signs them before it moves HEAD.
package struct CommitChain {
  let git: StoreGit
  let environment: Environment
  /// Made for the first commit, so that all of them have one time.
  let signatures: Signatures
  /// Whether the commits are only inspected, and belong to no operation.
  let isTrial: Bool
  /// The parent of the first commit.
  let start: ObjectID?
  /// The last commit.
  package var tip: ObjectID?
  /// All commits before hooks and signing, parents first.
  private(set) var drafts: [ObjectID] = []
  /// Whether hooks ran, which may have changed any file.
  var wereShown = false
  /// The operation of the next commits; nil for a new one with a random name.
  package var operation: TaskID?
  /// Whether a command requested the commits, so that they name the program; false for hand edits.
  var isAsked = false
  /// The changes of files.
  package var edits: [FileEdit] = []
  /// The moves of tasks' folders, as paths of the repository.
  package var moves: [PathMove] = []
  /// The same moves, as paths of the store.
  var movesSoFar = PathMoves()
  /// The final paths of tasks in all commits.
  var places: Set<PathKey> = []
  var notices: [String] = []
  /// New paths of tasks in earlier commits, which later commits must not remove.
  var occupied: Set<PathKey> = []

  /// Begins another change on top of the commits so far.
  ///
  /// - Parameter operation: Nil for a new one.
  mutating func begin(_ operation: TaskID?) {
    self.operation = operation
    isAsked = false
    (movesSoFar, places, occupied, notices) = (PathMoves(), [], [], [])
  }

  /// Adds a commit with these differences from the last one.
  ///
  /// - Parameters:
  ///   - theirs: The second parent of a merge.
  ///   - saved: The author date in seconds since 1970; nil for now.
  package mutating func commit(
    _ files: [FileChange], _ entry: JournalEntry, _ kind: OperationMark.Kind,
    merging theirs: ObjectID? = nil, saved: Int64? = nil
  ) throws(MemoError) {
    var author = signatures.author
    if let saved {
      author.seconds = saved
      author.offsetMinutes = environment.utcOffset(saved) / 60
    }
    if operation == nil, !isTrial {
      var random = EnvironmentRandom(environment)
      operation = TaskID.random(using: &random)
    }
    var entry = entry
    if isAsked, let client = environment.client {
      entry.trailers.append("\(Commit.clientTrailer): \(client)")
    }
    if let operation { entry.trailers.append(OperationMark(id: operation, kind: kind).trailer) }
    let parents = [tip, theirs].compactMap { $0 }
    let id = try git.run("write a commit") { repository throws(GitError) in
      try repository.writeCommit(
        tree: repository.writeTree(basedOn: parents.first, files), parents: parents,
        message: entry.message, author: author, committer: signatures.committer)
    }
    drafts.append(id)
    tip = id
  }

  /// Adds the commits of hand edits, without memo's own repairs.
  ///
  /// Other files come first, then each task in its own commit. Many changes share a commit.
  ///
  /// Two kinds of edits are committed as found, before the commit with memo's repair: a file whose
  /// status memo replaces, since otherwise no commit would have that status, and a renamed copy,
  /// which gets its own id.
  package mutating func add(_ found: RecordingPlan) throws(MemoError) {
    places = found.places
    let edits = found.edits
    let asFound = edits.compactMap { $0.isOfTwoSteps ? $0.asFound : $0 }
    // In between, a file and a folder would be at one path.
    let changingKind = Paths.changingKind(
      new: found.arrivals, gone: found.departures)
    if changingKind == nil || edits.isEmpty {
      try add(found.others)
      for group in groups(asFound) { try add(group, saved: try saved(group)) }
    } else {
      try add(asFound, and: try changes(of: found.others))
    }
    for group in groups(edits.filter(\.isOfTwoSteps).compactMap(\.normalization)) {
      try add(group)
    }
    restore(found.restored)
  }

  package mutating func add(normalizationsOf found: RecordingPlan) throws(MemoError) {
    places = found.places
    for group in groups(found.normalizations) { try add(group, as: .normalize) }
  }

  /// Groups tasks into commits: one task each, or many tasks in one.
  private func groups(_ tasks: [TaskEdit]) -> [[TaskEdit]] {
    tasks.count > Self.mostSingleCommits ? [tasks] : tasks.inOrderOfPlaces
  }

  /// More changes than this share a commit.
  private static let mostSingleCommits = 100

  /// Adds one commit with all these changes.
  ///
  /// - Parameters:
  ///   - kind: The purpose; nil for that of the changes.
  ///   - subject: The subject; nil for one made from the changes.
  ///   - saved: The time of the save in seconds since 1970; nil for now.
  /// - Returns: The commit's subject.
  @discardableResult
  package mutating func add(
    _ tasks: [TaskEdit], as kind: OperationMark.Kind? = nil, subject: String? = nil,
    trailers: [String] = [], and others: [FileChange] = [], saved: Int64? = nil
  ) throws(MemoError) -> String {
    let changes = tasks.map(\.change)
    let entry = JournalEntry(
      changes: changes, following: tasks.flatMap(\.following).map(\.change),
      ownSubject: subject, moreTrailers: trailers)
    let removed = tasks.filter(\.isRemoval)
    let tasks = tasks.flatMap(\.all)
    var files = others
    let taken = occupied.union(tasks.compactMap { $0.after.map { PathKey($0.path) } })
    try addFolders(of: tasks, besides: taken, removed, &files)
    for task in tasks {
      if let before = task.before, !taken.contains(PathKey(before.path)) {
        files.append(.remove(path: git.repositoryPath(before.path)))
      }
    }
    var new: [NewFile] = []
    for task in tasks {
      guard let after = task.after else { continue }
      let former = git.repositoryPath(task.before?.path ?? after.path)
      let mode = try git.recordedMode(
        after.mode,
        before: tip.flatMap { tip throws(GitError) in
          // A task in place of a link is no link.
          try git.repository.entry(at: former, in: tip).flatMap { $0.mode.isFile ? $0.mode : nil }
        })
      new.append((git.repositoryPath(after.path), after.bytes, mode))
      occupied.insert(PathKey(after.path))
    }
    files += try store(new)
    try commit(files, entry, kind ?? OperationMark.Kind(changes), saved: saved)
    for task in tasks { addEdits(from: task.onDisk, to: task.after) }
    return entry.subject
  }

  /// Adds changes of files that need no commit.
  mutating func restore(_ files: [VersionPair]) {
    for file in files { addEdits(from: file.before, to: file.after) }
  }

  /// The changes in a commit that go with changes of files.
  func changes(_ files: [FileEdit]) throws(MemoError) -> [FileChange] {
    let new = files.compactMap { file -> NewFile? in
      file.after.map { (file.path, $0, file.isExecutable == true ? .executable : .regular) }
    }
    return try store(new) + files.filter { $0.after == nil }.map { .remove(path: $0.path) }
  }

  /// A file to commit, with its path in the repository.
  typealias NewFile = (path: String, bytes: [UInt8], mode: FileMode)

  /// Writes blobs for one or several commits.
  func store(_ files: [NewFile]) throws(MemoError) -> [FileChange] {
    guard let first = files.first else { return [] }
    let what = files.count == 1 ? first.path : "\(files.count) files"
    let ids = try git.run(
      "store \(what)",
      git.repository.writeBlobs(files.map { ($0.path, $0.bytes) }, environment.variables))
    return zip(files, ids).map { .put(path: $0.path, id: $1, mode: $0.mode) }
  }

  /// The last save of the tasks, in seconds since 1970; nil for now.
  ///
  /// A move or a deletion leaves no time, so it has that of its commit.
  private func saved(_ tasks: [TaskEdit]) throws(MemoError) -> Int64? {
    let last = try start.map { id throws(MemoError) in try git.commit(id).author.seconds }
    var saved: Int64?
    for task in tasks {
      guard let before = task.before, let file = task.onDisk, before.bytes != file.bytes else {
        return nil
      }
      guard let time = git.saveTime(of: file.path, since: last, environment) else { return nil }
      saved = max(saved ?? time, time)
    }
    return saved
  }

  /// Adds the changes of a file, unless it is already as committed.
  private mutating func addEdits(from old: TaskVersion?, to new: TaskVersion?) {
    if let old, let new, new.isAt(old.path), old.bytes == new.bytes { return }
    if let after = new {
      let stays = after.isAt(old?.path)
      edits.append(
        FileEdit(
          path: git.repositoryPath(after.path), before: stays ? old?.bytes : nil,
          after: after.bytes, isExecutable: stays ? nil : after.isExecutable,
          movedFrom: stays ? nil : old.map { git.repositoryPath($0.path) }))
    }
    if let old, !old.isAt(new?.path) {
      edits.append(FileEdit(path: git.repositoryPath(old.path), before: old.bytes, after: nil))
    }
  }
}

extension StoreGit {
  /// The time at which an edited file was saved, in seconds since 1970; nil for now.
  ///
  /// Its modification time counts if it is between the last commit and now. So Monday's save,
  /// committed on Wednesday, is older than another clone's edit of Tuesday.
  ///
  /// `GIT_AUTHOR_DATE` takes precedence.
  ///
  /// - Parameter last: The last commit's author date; nil before the first one.
  func saveTime(of path: String, since last: Int64?, _ environment: Environment) -> Int64? {
    guard (environment.variables["GIT_AUTHOR_DATE"] ?? "").isEmpty,
      // If the file can't be checked, the present time counts.
      let time = try? files.status(of: repositoryPath(path))?.modified.seconds,
      time >= last ?? time, time < environment.now()
    else { return nil }
    return time
  }
}

extension [TaskEdit] {
  /// The changes, ordered so that each path is free before another task gets it.
  ///
  /// Tasks that take over each other's paths are together, so that no commit lacks one.
  var inOrderOfPlaces: [[TaskEdit]] {
    let (left, taken) = (Set(departures.map(PathKey.init)), Set(arrivals.map(PathKey.init)))
    func passesOn(_ edit: TaskEdit) -> Bool {
      [(edit.before, taken), (edit.after, left)].contains { version, paths in
        version.map { paths.contains(PathKey($0.path)) } ?? false
      }
    }
    let passing = filter(passesOn)
    let deleted = passing.filter { $0.after == nil }
    let moved = passing.filter { $0.after != nil }
    let others = filter { !passesOn($0) }
    return deleted.map { [$0] } + (moved.isEmpty ? [] : [moved]) + others.map { [$0] }
  }

  /// The moves of the tasks' folders.
  ///
  /// - Parameter taken: The paths of tasks after the moves.
  func folderMoves(besides taken: Set<PathKey>) -> [PathMove] {
    let moved = compactMap { edit in
      edit.before.flatMap { before in edit.after.map { (from: before.path, to: $0.path) } }
    }
    return PathMove.folders(ofTasks: moved, besides: taken)
  }

  var arrivals: [String] {
    compactMap { edit in edit.after.flatMap { $0.isAt(edit.before?.path) ? nil : $0.path } }
  }

  var departures: [String] {
    compactMap { edit in edit.before.flatMap { $0.isAt(edit.after?.path) ? nil : $0.path } }
  }
}
