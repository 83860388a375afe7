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

extension WriteSession {
  /// Takes in files that were there before memo: one commit of them as they were found, and one
  /// that gives them ids and the status that their text names.
  ///
  /// Only the second one can be undone: to take the first back would take away files that were
  /// there before memo.
  /// - Parameters:
  ///   - folder: One of another program, relative to the store, whose files go to the folders of
  ///     their status.
  ///   - isAtWork: Whether the store has tasks already: then what else people did is recorded
  ///     first, as always.
  mutating func adopt(
    _ folder: String? = nil, atWork isAtWork: Bool = false
  ) throws(MemoError) -> [TaskChange] {
    var edits: [TaskEdit] = []
    var settings = StoreFileEdits()
    if isAtWork {
      var found = try findHandEdits(on: .lateAdoption)
      edits = found.adoptions
      // Words that these files need come and go with them.
      if store.recording.hasOwnSettings, !edits.isEmpty, !found.hasNewWords {
        settings.edits = found.files.takeSettings()
      }
      try record(found.everyday)
    }
    var adoption = Adoption(git, head)
    let files = isAtWork ? StoreFileEdits() : try takeTasks(into: &adoption)
    try adoption.add(edits.map { (edit: $0, source: nil) })
    adoption.sort()
    let other = try folder.map { path throws(MemoError) in try OtherFolder(path, of: store, git) }
    if let other { try take(other, into: &adoption) }
    var chain = CommitChain(git, head: head, try writer())
    try chain.add(asFound: adoption, and: try chain.treeEdits(files))
    chain.beginOperation()
    try chain.add(adopted: adoption, and: try chain.treeEdits(settings))
    chain.restore(adoption.restored)
    try moveHead(
      to: chain.tip, edits: chain.takeEdits() + adoption.edits, adoption.rewrites,
      moves: chain.takeMoves(), reason: "adopt what was there",
      recording: HandMade([], and: adoption.gone))
    notices += chain.notices
    if !isAtWork {
      notices += [FileDifferences.notice(ofKept: try keptByFilters())].compactMap { $0 }
    }
    for mark in Self.adoptionMarks {
      try MemoError.rethrowing(WorkTree.removeFile(ownPath(mark.name)))
    }
    return adoption.tasks
  }

  /// What a commit has and would have become a task if no filter of git's belonged to it.
  private func keptByFilters() throws(MemoError) -> [String] {
    let paths = snapshot.tasks.filter(\.isToBeNormalized).map(\.path)
    let filtered = try git.filtered(paths)
    var kept: [String] = []
    for path in paths where filtered.contains(PathKey(path)) {
      if try recorded(git.repositoryPath(path)) != nil { kept.append(path) }
    }
    return kept
  }

  /// Takes in what lies in the folders of the statuses.
  ///
  /// - Returns: What is to be recorded besides.
  private mutating func takeTasks(
    into adoption: inout Adoption
  ) throws(MemoError) -> StoreFileEdits {
    guard let found = try findNewFiles() else {
      let found = try findHandEdits(on: .adoption)
      notices += found.notices
      try adoption.add(found.tasks.map { (edit: $0, source: nil) })
      adoption.restored = found.restored
      return found.files
    }
    let past = RecordedPast(store, git, of: head.commit)
    var normalization = Normalization(on: .adoption, snapshot, past, store.environment)
    for tasks in found.tasks.batches(bySize: { $0.task.file?.size ?? 0 }) {
      let versions = store.versions(tasks.map(\.task), git)
      var edits: [TaskEdit] = []
      for (file, version) in zip(tasks, versions) {
        // Gone by now.
        guard let version else { continue }
        let after = try git.withRecordedMode(version, at: version.path, in: head.commit)
        var before = file.isRecorded ? after : nil
        if let recorded = before { before?.status = try past.status(of: recorded) }
        let pair = VersionPair(before: before, after: after)
        let made = try normalization.normalize(pair)
        guard var edit = TaskEdit(from: before, onDisk: after, to: made) else { continue }
        if before == nil, let id = made?.id, id == after.id,
          try store.wasThere(id, git, since: head.commit)
        {
          edit.change.kind = .restore
        }
        edits.append(edit)
      }
      try adoption.add(edits.map { (edit: $0, source: nil) })
    }
    notices += normalization.notices + found.files.notices
    return found.files
  }

  /// Takes in another program's folder.
  private mutating func take(
    _ folder: OtherFolder, into adoption: inout Adoption
  ) throws(MemoError) {
    var paths = freePaths
    let there = Set(snapshot.tasks.map { PathKey($0.path) })
    for path in adoption.places where !there.contains(PathKey(path)) { _ = paths.take(like: path) }
    var normalization = Normalization(
      on: .adoption, snapshot,
      RecordedPast(store, git, of: head.commit), store.environment)
    let past = try OtherPast(folder.path, git, of: head.commit)
    var count = 0
    var closed = ClosedFolders(git)
    var staying: [StoreProblem] = []
    let ignored = try store.ignored(
      folder.files.flatMap { file in Status.allCases.map { "\($0.rawValue)/\(file.name)" } })
    for files in folder.files.batches(bySize: \.size) {
      var taken: [(edit: TaskEdit, source: NewFile?)] = []
      for file in files {
        let bytes: [UInt8]
        do throws(FileError) {
          bytes = try store.files.read(file.path).bytes
        } catch {
          guard error.isForbidden else { throw MemoError(error) }
          staying.append(.staying(file.path, error))
          continue
        }
        let document = git.document(bytes)
        let status = document.item(fileName: "").status ?? file.folder
        let place = "\(status.rawValue)/\(file.name)"
        if let filtered = try git.filtered([file.path, place]).first {
          notices.append(
            "\(file.path) stays where it is: a filter of git's belongs to \(filtered.path), and "
              + "memo doesn't run it")
          continue
        }
        guard !ignored.contains(PathKey(place)) else {
          notices.append("\(file.path) stays where it is: git ignores \(place)")
          continue
        }
        if let obstacle =
          closed.obstacle(toWriting: file.path) ?? closed.obstacle(toWriting: place)
        {
          staying.append(.staying(file.path, obstacle))
          continue
        }
        let version = TaskVersion(
          path: paths.take(like: place), document: document, mode: file.mode)
        let made = try normalization.normalize(
          VersionPair(
            after: version, isCopy: version.id.map { !normalization.claim($0) } ?? false,
            sharedID: try past.sharedID(at: file.path)))
        guard let edit = TaskEdit(from: nil, to: made) else { continue }
        let path = git.repositoryPath(file.path)
        taken.append((edit, NewFile(bytes: bytes, path: path, mode: file.mode)))
      }
      count += taken.count
      try adoption.add(taken)
    }
    notices += normalization.notices + AdoptionSummary.lines(of: staying)
    if let first = folder.ignored.first {
      let rest = folder.ignored.count - 1
      notices.append(
        first
          + (rest > 0
            ? " and \(rest) more of \(folder.path)/ stay where they are: git ignores them"
            : " stays where it is: git ignores it"))
    }
    guard count > 0 else { return }
    notices.append(
      (count == 1 ? "1 file of \(folder.path)/ is" : "\(count) files of \(folder.path)/ are")
        + " in todo/, doing/ and done/ now; a program that looks for its tasks in "
        + "\(folder.path)/ doesn't find \(count == 1 ? "it" : "them") there any more")
  }

  /// Notes that what is there is to be taken in, before anything shows that a store has begun.
  ///
  /// - Parameters: As ``adopt(_:atWork:)`` takes them.
  func noteAdoption(_ folder: String? = nil, atWork isAtWork: Bool = false) throws(MemoError) {
    for mark in Self.adoptionMarks where mark.isAtWork == isAtWork {
      try MemoError.rethrowing(WorkTree.write(folder ?? "", to: ownPath(mark.name)))
    }
  }

  /// Takes in what was there where an init ended, or was killed, when the store had only begun.
  mutating func finishAdoption() throws(MemoError) {
    var taken: [TaskChange]?
    for mark in Self.adoptionMarks {
      guard let text = try MemoError.rethrowing(WorkTree.knownContent(at: ownPath(mark.name))),
        try isBegun()
      else { continue }
      let folder = String(decoding: text, as: UTF8.self)
      let changes = try adopt(folder.isEmpty ? nil : folder, atWork: mark.isAtWork)
      taken = (taken ?? []) + changes
    }
    guard let taken else { return }
    adopted = taken
    let count = taken.count
    // Said even if what is found next has more to say.
    (opening, notices) = (notices, [])
    guard count > 0 else { return }
    opening.insert(
      "took in \(count == 1 ? "1 task" : "\(count) tasks") that an init which didn't end had left",
      at: 0)
  }

  /// The notes of an adoption by their names; that of a store which has tasks already is no
  /// business of a memo that knows only of new ones.
  private static let adoptionMarks = [
    (name: "adopting", isAtWork: false), (name: "adopting-at-work", isAtWork: true),
  ]

  private func ownPath(_ name: String) -> String {
    "\(git.repository.gitDirectory)/\(store.ownFile(name))"
  }
}

extension StoreProblem {
  /// Of another program's file that can't be taken in; one message for all that are alike.
  fileprivate static func staying(_ path: String, _ error: FileError) -> StoreProblem {
    StoreProblem(path: path, message: "stays there: can't \(error.operation) it: \(error.why)")
  }
}

extension CommitChain {
  /// Adds the commit of files as they were before they were tasks.
  ///
  /// - Parameter others: Those that will not be.
  fileprivate mutating func add(
    asFound adoption: Adoption, and others: [TreeEdit]
  ) throws(MemoError) {
    let steps = adoption.steps.compactMap(\.found)
    let count = steps.count + others.count + adoption.otherFound
    guard count > 0 else { return }
    try add(
      adoption.found, others,
      JournalEntry(
        changes: steps, ownSubject: "adopt: \(count == 1 ? "1 file" : "\(count) files") as found",
        moreTrailers: [Commit.asFoundTrailer]))
  }

  /// Adds the commit with which they become tasks.
  ///
  /// - Parameter settings: What they need of them.
  fileprivate mutating func add(
    adopted adoption: Adoption, and settings: [TreeEdit]
  ) throws(MemoError) {
    let steps = adoption.steps.compactMap(\.made)
    guard !steps.isEmpty || !settings.isEmpty else { return }
    // With those that lack nothing and those that can't be given anything.
    let count = adoption.tasks.count
    try add(
      adoption.made, settings,
      JournalEntry(
        changes: steps, following: adoption.steps.flatMap(\.following),
        ownSubject: "adopt: \(count == 1 ? "1 task" : "\(count) tasks")"))
  }

  private mutating func add(
    _ tree: Adoption.Tree, _ others: [TreeEdit], _ entry: JournalEntry
  ) throws(MemoError) {
    var edits = others
    let taken = Set<PathKey>(
      tree.put.compactMap { edit -> PathKey? in
        guard case .put(let path, _, _) = edit else { return nil }
        return git.storePath(path).map(PathKey.init)
      })
    try addFolders(of: tree.moved, besides: taken, [], &edits)
    edits += tree.gone.filter { path in
      git.storePath(path).map { !taken.contains(PathKey($0)) } ?? true
    }.map { .remove(path: $0) }
    try commit(edits + tree.put, entry.message, .adopt)
  }
}
