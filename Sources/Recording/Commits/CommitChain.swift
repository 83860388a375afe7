package import Git
package import StoreFiles
package import TaskFile
package import TaskHistory

/// Commits that follow one another, written as objects while HEAD and the files stay put.
package struct CommitChain {
  let git: StoreGit
  let writer: CommitWriter
  /// The last commit; HEAD's until something is added.
  package private(set) var tip: ObjectID?
  /// Whether the commits are what somebody asked for, and not what people did by hand.
  var isAsked = false
  /// What has to happen to the files to arrive there.
  var edits: [FileEdit] = []
  /// The folders that follow their tasks, not taken yet.
  var moves: [TaskFolderMove] = []
  /// All of them.
  var movesSoFar = PathMoves()
  /// Where the tasks of all commits that are to come will lie.
  var places: Set<PathKey> = []
  /// What a person should hear.
  var notices: [String] = []
  /// Where tasks have come to lie; such a path is no longer anybody's old one.
  var occupied: Set<PathKey> = []
  /// What the commits belong to that are added; nil until the first is.
  private(set) var operation: TaskID?

  /// - Parameter operation: What the commits belong to; nil for a name by chance.
  package init(
    _ git: StoreGit, head: Head, _ writer: CommitWriter, operation: TaskID? = nil
  ) {
    self.git = git
    self.writer = writer
    self.operation = operation
    tip = head.commit
  }

  /// What has to happen to the files to arrive at the tip from where this was asked last.
  mutating func takeEdits() -> [FileEdit] {
    defer { edits = [] }
    return edits
  }

  /// The folders that have to follow their tasks, likewise.
  mutating func takeMoves() -> [TaskFolderMove] {
    defer { moves = [] }
    return moves
  }

  /// Has the next commits be an operation of their own.
  mutating func beginOperation() { operation = nil }

  /// Adds the commits of what people did: files that are no tasks, then each task its own, or
  /// whole folders that came or went together.
  ///
  /// What memo would take out of files is recorded as it was found first, and so are copies that
  /// were renamed. What only memo puts right is not among them.
  package mutating func add(_ found: HandEdits) throws(MemoError) {
    places = found.places
    let edits = found.edits
    let asFound = edits.compactMap { $0.isOfTwoSteps ? $0.asFound : $0 }
    // Where a file became a folder, or a folder a file, no commit can have both.
    let changingKind = Paths.changingKind(
      new: found.files.arrivals + edits.arrivals, gone: found.files.departures + edits.departures)
    if changingKind == nil || edits.isEmpty {
      try add(found.files)
      for group in groups(asFound) { try add(group, saved: try saved(group)) }
    } else {
      try add(asFound, and: try treeEdits(found.files))
    }
    for group in groups(edits.filter(\.isOfTwoSteps).compactMap(\.normalization)) {
      try add(group)
    }
    for file in found.restored { addEdits(from: file.before, to: file.after) }
  }

  /// Adds the commits of what only memo puts right.
  package mutating func add(normalizationsOf found: HandEdits) throws(MemoError) {
    places = found.places
    for group in groups(found.normalizations) { try add(group, as: .normalize) }
  }

  /// One group a commit: each task its own, or, where a whole folder came or went, one kind.
  ///
  /// Tasks that changed places with one another are one group, so that no commit lacks one.
  private func groups(_ tasks: [TaskEdit]) -> [[TaskEdit]] {
    let steps = tasks.inOrderOfPlaces
    guard tasks.count > Self.mostSingleCommits else { return steps }
    var groups: [[TaskEdit]] = []
    var last: TaskChange.Kind?
    for step in steps {
      let kinds = Set(step.map(\.change.kind))
      let kind = kinds.count == 1 ? kinds.first : nil
      if let kind, kind == last {
        groups[groups.count - 1] += step
      } else {
        groups.append(step)
      }
      last = kind
    }
    return groups
  }

  /// More changes of one kind than this were made in one stroke, and are one commit.
  private static let mostSingleCommits = 100

  /// Adds one commit that makes all these changes.
  ///
  /// - Parameters:
  ///   - kind: What it is made for; nil for what it does to the tasks.
  ///   - subject: The journal's line; nil for one made from the changes.
  ///   - trailers: More than the tasks' own.
  ///   - others: What else is in it.
  ///   - saved: When the files were saved; nil for now.
  package mutating func add(
    _ tasks: [TaskEdit], as kind: OperationMark.Kind? = nil, subject: String? = nil,
    trailers: [String] = [], and others: [TreeEdit] = [], saved: Int64? = nil
  ) throws(MemoError) {
    let entry = JournalEntry(
      changes: tasks.map(\.change), following: tasks.flatMap(\.following).map(\.change),
      ownSubject: subject, moreTrailers: trailers)
    let removed = tasks.filter(\.isRemoval)
    let tasks = tasks.flatMap(\.all)
    var tree = others
    let taken = occupied.union(tasks.compactMap { $0.after.map { PathKey($0.path) } })
    let moved = tasks.compactMap { task in
      task.before.flatMap { before in task.after.map { (from: before.path, to: $0.path) } }
    }
    try addFolders(of: moved, besides: taken, removed, &tree)
    for task in tasks {
      if let before = task.before, !taken.contains(PathKey(before.path)) {
        tree.append(.remove(path: git.repositoryPath(before.path)))
      }
    }
    var files: [NewFile] = []
    for task in tasks {
      guard var after = task.after else { continue }
      after = try git.withRecordedMode(after, at: task.before?.path ?? after.path, in: tip)
      files.append(NewFile(after, git))
      occupied.insert(PathKey(after.path))
    }
    tree += try put(files)
    try commit(tree, entry.message, kind ?? OperationMark.Kind(entry.changes), saved: saved)
    for task in tasks { addEdits(from: task.onDisk, to: task.after) }
  }

  /// Has files put in place that need no commit.
  mutating func restore(_ files: [VersionPair]) {
    for file in files { addEdits(from: file.before, to: file.after) }
  }

  /// Adds one commit of files that are no tasks.
  package mutating func add(
    files: [FileEdit], as kind: OperationMark.Kind, message: String
  ) throws(MemoError) {
    var tree: [TreeEdit] = []
    for file in files {
      let mode: FileMode = file.isExecutable == true ? .executable : .regular
      tree.append(
        try file.after.map { bytes throws(MemoError) in
          try put(NewFile(bytes: bytes, path: file.path, mode: mode))
        }
          ?? .remove(path: file.path))
    }
    try commit(tree, message, kind)
    edits += files
  }

  mutating func commit(
    _ edits: [TreeEdit], _ message: String, _ kind: OperationMark.Kind, saved: Int64? = nil
  ) throws(MemoError) {
    if operation == nil { operation = writer.newOperation() }
    tip = try writer.write(
      edits, on: tip.map { [$0] } ?? [], message, kind, of: operation, saved: saved,
      isAsked: isAsked)
  }

  /// When tasks were saved whose text somebody edited, the last of them; nil for now.
  private func saved(_ tasks: [TaskEdit]) throws(MemoError) -> Int64? {
    var saved: Int64?
    for task in tasks {
      guard let before = task.before, let file = task.onDisk, before.bytes != file.bytes else {
        continue
      }
      guard let time = try git.saved(file, of: before, since: tip, writer.environment) else {
        return nil
      }
      saved = max(saved ?? time, time)
    }
    return saved
  }

  /// The files need a change only where they are not yet as they are recorded.
  private mutating func addEdits(from old: TaskVersion?, to new: TaskVersion?) {
    if let old, let new, new.isAt(old.path), old.bytes == new.bytes { return }
    if let after = new {
      let stays = after.isAt(old?.path)
      edits.append(
        FileEdit(
          path: git.repositoryPath(after.path), before: stays ? old?.bytes : nil,
          after: after.bytes, isExecutable: stays ? nil : after.mode == .executable,
          movedFrom: stays ? nil : old.map { git.repositoryPath($0.path) }))
    }
    if let old, !old.isAt(new?.path) {
      edits.append(FileEdit(path: git.repositoryPath(old.path), before: old.bytes, after: nil))
    }
  }
}

extension StoreGit {
  /// When a file was saved whose text somebody edited, in seconds since 1970; nil for now.
  ///
  /// Its time of modification is believed where it lies between the task's last commit and now, so
  /// that a save of Monday that is recorded on Wednesday is older than another clone's edit of
  /// Tuesday. `GIT_AUTHOR_DATE` is the user's own word.
  func saved(
    _ file: TaskVersion, of before: TaskVersion, since head: ObjectID?, _ environment: Environment
  ) throws(MemoError) -> Int64? {
    guard file.bytes != before.bytes, (environment.variables["GIT_AUTHOR_DATE"] ?? "").isEmpty,
      // What can't be looked at now is recorded as of now.
      let time = try? files.status(of: repositoryPath(file.path))?.modified.seconds,
      time < environment.now(),
      try !isChanged(repositoryPath(before.path), after: time, in: head)
    else { return nil }
    return time
  }

  /// Whether a commit that was made after a moment changed a file; true also where too many
  /// commits would have to be looked at.
  fileprivate func isChanged(
    _ path: String, after moment: Int64, in tip: ObjectID?
  ) throws(MemoError) -> Bool {
    try run("read the history") { repository throws(GitError) in
      var (next, seen) = (tip.map { [$0] } ?? [], Set<ObjectID>())
      while let id = next.popLast() {
        guard seen.insert(id).inserted else { continue }
        let commit = try repository.commit(id)
        // A rebase moves the committer's date, and its order is that of the history.
        guard commit.committer.seconds > moment else { continue }
        if seen.count > 1000 { return true }
        let blob = try repository.entry(at: path, in: id)?.id
        // A first commit without the file didn't change it.
        var isOwn = blob != nil || !commit.parents.isEmpty
        // Not with `allSatisfy`: it loses the typed error.
        for parent in commit.parents where isOwn {
          isOwn = try repository.entry(at: path, in: parent)?.id != blob
        }
        if isOwn, commit.author.seconds > moment { return true }
        next += commit.parents
      }
      return false
    }
  }
}

/// A file as a commit is to have it.
struct NewFile {
  var bytes: [UInt8]
  /// Relative to the repository.
  var path: String
  var mode: FileMode
}

extension NewFile {
  init(_ version: TaskVersion, _ git: StoreGit) {
    self.init(
      bytes: version.bytes, path: git.repositoryPath(version.path), mode: version.mode)
  }
}

/// The contents of files that are in commits.
extension CommitChain {
  func put(_ file: NewFile) throws(MemoError) -> TreeEdit {
    try git.run("store \(file.path)") { repository throws(GitError) in
      let content = try repository.blobContent(of: file.bytes, at: file.path)
      return .put(path: file.path, id: try repository.writeBlob(content), mode: file.mode)
    }
  }

  /// The same of many files; those that are new are stored together.
  func put(_ files: [NewFile]) throws(MemoError) -> [TreeEdit] {
    guard files.count > 1 else { return try files.map { file throws(MemoError) in try put(file) } }
    try store(files)
    return try git.run("store \(files.count) files") { repository throws(GitError) in
      var filters = ContentFilters(repository)
      return try files.map { file throws(GitError) in
        let content = try filters.blobContent(of: file.bytes, at: file.path)
        return .put(path: file.path, id: try repository.writeBlob(content), mode: file.mode)
      }
    }
  }

  /// Stores at once what one or several commits are about to say of many files.
  func store(_ files: [NewFile]) throws(MemoError) {
    try git.run("store \(files.count) files") { repository throws(GitError) in
      var filters = ContentFilters(repository)
      try repository.importBlobs(
        files.map { file throws(GitError) in
          try filters.blobContent(of: file.bytes, at: file.path)
        }, ProgramEnvironment(environment: writer.environment.variables))
    }
  }
}

extension [TaskEdit] {
  /// The changes one after another so that each path is free before another task comes there:
  /// steps of one, or of those that changed places in a ring.
  ///
  /// Otherwise they stay in their order.
  var inOrderOfPlaces: [[TaskEdit]] {
    // Whose path each was; what stays where it is stands in nobody's way.
    var leaving: [PathKey: Int] = [:]
    for (number, edit) in enumerated() {
      if let before = edit.before, !before.isAt(edit.after?.path) {
        leaving[PathKey(before.path)] = number
      }
    }
    var steps: [[TaskEdit]] = []
    var done: Set<Int> = []
    for number in indices where !done.contains(number) {
      // Each waits for one other at most.
      var chain: [Int] = []
      var next: Int? = number
      while let one = next, !done.contains(one), !chain.contains(one) {
        chain.append(one)
        next = self[one].after.flatMap { leaving[PathKey($0.path)] }.flatMap {
          $0 == one ? nil : $0
        }
      }
      done.formUnion(chain)
      if let start = next.flatMap({ chain.firstIndex(of: $0) }) {
        steps.append(chain[start...].sorted().map { self[$0] })
        chain.removeSubrange(start...)
      }
      steps += chain.reversed().map { [self[$0]] }
    }
    return steps
  }

  /// Where tasks come that were elsewhere, or nowhere.
  var arrivals: [String] {
    compactMap { edit in edit.after.flatMap { $0.isAt(edit.before?.path) ? nil : $0.path } }
  }

  /// Where tasks were that are elsewhere now, or nowhere.
  var departures: [String] {
    compactMap { edit in edit.before.flatMap { $0.isAt(edit.after?.path) ? nil : $0.path } }
  }
}
