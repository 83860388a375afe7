internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

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
