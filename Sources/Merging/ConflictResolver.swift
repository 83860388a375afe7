internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// Merges the changes of both sides, one task or file at a time.
struct ConflictResolver {
  let git: StoreGit
  private let purpose: Purpose
  /// Whether the result is a virtual merge base.
  private var isVirtual = false
  var merged: [MergedTask] = []
  /// Non-task files that conflict.
  var unresolved: [String] = []
  var series = SeriesChanges([], [])

  private enum Purpose {
    case merge(ours: LastChanges, theirs: LastChanges)
    case undo(by: Signature, since: LaterChanges)
  }

  /// For a merge, in which the later change wins.
  init(_ git: StoreGit, ours: ObjectID, theirs: ObjectID, isVirtual: Bool) {
    self.git = git
    self.isVirtual = isVirtual
    purpose = .merge(
      ours: LastChanges(git, tip: ours, since: theirs),
      theirs: LastChanges(git, tip: theirs, since: ours))
  }

  /// For an undo, in which the present value wins.
  ///
  /// A value that can't be restored becomes a note by the person.
  init(_ git: StoreGit, takenBackBy person: Signature, since later: LaterChanges) {
    self.git = git
    purpose = .undo(by: person, since: later)
  }

  /// The later changes, for an undo; nil for a merge of two histories.
  var later: LaterChanges? { if case .undo(_, let later) = purpose { later } else { nil } }

  /// A side's version of a task, with the last changes of the task and of its parts.
  func side(
    _ change: SideChange, of side: SeriesChanges.Side
  ) throws(MemoError) -> MergeSide {
    let task = try change.after.map { entry throws(MemoError) in try git.placed(entry) }
    switch purpose {
    case .merge(let ours, let theirs):
      let (last, parts) = try (side == .ours ? ours : theirs)
        .task(before: change.before, after: change.after)
      return MergeSide(task: task, last: last, parts: parts)
    case .undo(let person, _):
      // Of two sides with equal times, the greater `commit` is newer.
      return MergeSide(
        task: task, author: person.name, time: Timestamp(person),
        commit: side == .ours ? "1" : "0")
    }
  }

  /// In an undo, a present file keeps its name and a restored one gets another.
  func order(isOurs: Bool) -> String? { later == nil ? nil : isOurs ? "0" : "1" }

  mutating func resolve(
    _ our: SideChange, _ their: SideChange, _ result: inout MergedTree
  ) throws(MemoError) {
    guard our.isTask, their.isTask else {
      return try resolveFile(our, their, &result)
    }
    if our.before == nil, let versions = try seriesVersions(our, their) {
      let merge = TaskMerge(base: versions.base, versions.one, versions.other)
      let decisions = MergeDecision.all(
        versions.one, versions.other, since: versions.base, merge.task)
      return try add(merge, our, Self.mode(our, their), decisions: decisions, &result)
    }
    if our.before == nil, !our.path.isSamePath(as: their.path) {
      // The commit of hand edits that follows gives one of them a new id.
      for entry in [our.after, their.after].compactMap(\.self) { try result.claim(entry) }
      return
    }
    var sides = (try side(our, of: .ours), try side(their, of: .theirs))
    // In a sync, the other side is the fetched one.
    sides.1.isRemote = later == nil
    let base = try base(of: our, their)
    let mode = Self.mode(our, their)
    if let later {
      return try undo(
        our, base, sides.0, sides.1, later, their.change.id ?? our.change.id, mode, &result)
    }
    let (one, other) = MergeSide.withOneID(sides.0, sides.1, since: base)
    let merge = TaskMerge(base: base, one, other, rule: isVirtual ? .undecided : .newer)
    let decisions = MergeDecision.all(sides.0, sides.1, since: base, merge.task)
    try add(merge, our, mode, decisions: decisions, &result)
  }

  /// The base version.
  ///
  /// If a side added an id, the base gets it too, so that it is no change.
  private func base(
    of our: SideChange, _ their: SideChange
  ) throws(MemoError) -> PlacedDocument? {
    var base = try our.before.map { entry throws(MemoError) in try git.placed(entry) }
    let ids = Set([our, their].filter { $0.after != nil }.map(\.change.id))
    guard later == nil, var document = base?.document, document.id == nil, ids.count == 1,
      let id = ids.first?.flatMap({ TaskID($0) })
    else { return base }
    if !document.hasFrontMatter { document.addFrontMatter() }
    // If the base can't contain the id, its addition counts as a change, and the task stays.
    if (try? document.setID(id)) != nil { base?.document = document }
    return base
  }

  mutating func add(
    _ merge: TaskMerge, _ our: SideChange, _ mode: FileMode, kept: [KeptChange] = [],
    decisions: [MergeDecision] = [], _ result: inout MergedTree
  ) throws(MemoError) {
    for document in [merge.task, merge.second] {
      if let document { try result.claim(try write(document, mode), order: order(isOurs: false)) }
    }
    let item = merge.task?.document.item(fileName: Paths.stem(of: merge.task?.path ?? ""))
    merged.append(
      MergedTask(
        title: item?.title ?? our.change.title, id: item?.id?.text ?? our.change.id,
        notes: merge.notes, notice: Self.notice(merge), decisions: decisions, kept: kept))
  }

  /// A change for a task that is equal on our side, though others changed it and changed it back.
  func unchanged(_ their: SideChange) -> SideChange? {
    guard let later, their.isTask, let before = their.before, later.hasOthers(their.change.id)
    else { return nil }
    return SideChange(isTask: true, before: before, after: before, change: their.change)
  }

  private mutating func undo(
    _ our: SideChange, _ base: PlacedDocument?, _ now: MergeSide, _ then: MergeSide,
    _ later: LaterChanges, _ id: String?, _ mode: FileMode, _ result: inout MergedTree
  ) throws(MemoError) {
    let steps = later.steps(of: id)
    var (base, now, then) = (base, now, then)
    // Merges may rename tasks that nobody changed, or copy edits from another task.
    if then.task == nil, later.isUnchanged(id) { base = now.task }
    var plan: ChangeReversal?
    if let left = base, let here = now.task, let old = then.task {
      let ready = ChangeReversal(
        TaskVersion(left), TaskVersion(here), TaskVersion(old), steps, by: then.last.author)
      (base, now.task, then.task) = (
        ready.base.placed, ready.ours.placed, ready.theirs.placed
      )
      plan = ready
    }
    // Others changed the task that the undo would delete.
    let isHeld = then.task == nil && steps.contains(where: \.isOther)
    let held = plan?.held ?? (isHeld ? ["task"] : [])
    let (one, other) = MergeSide.withOneID(now, then, since: base)
    let merge = TaskMerge(base: base, one, other, rule: .undo(held: held))
    // Don't insert lines into a broken file or between git's conflict markers.
    if merge.isMereText, let here = now.task { try TaskVersion(here).checkReadable() }
    let version = merge.task.map { TaskVersion($0) }
    var kept = plan?.kept ?? []
    func keep(_ key: String) {
      guard !kept.contains(where: { $0.field == key }) else { return }
      if let change = KeptChange(key, version, steps) { kept.append(change) }
    }
    for note in merge.notes {
      switch note.part {
      case .field(let key): keep(key)
      case .body: keep("body")
      case .task: keep("task")
      case .unknown: break
      }
    }
    if merge.leavesText { keep("body") }
    if merge.leavesNotes { keep("conflicts") }
    if merge.task == nil, then.task != nil { keep("task") }
    try add(merge, our, mode, kept: kept, &result)
  }

  private static func notice(_ merge: TaskMerge) -> String? {
    guard merge.isMereText, let path = merge.task?.path else { return nil }
    return merge.second.map { second in
      "\(path) could not be merged field by field; the other version is \(second.path)"
    } ?? "\(path) could not be merged field by field; it was merged as plain text"
  }

  /// The mode that one side changed.
  static func mode(_ our: SideChange, _ their: SideChange) -> FileMode {
    let (base, one, other) = (our.before?.mode, our.after?.mode, their.after?.mode)
    return (one == base ? other : one) ?? other ?? .regular
  }
}

extension ConflictResolver {
  private func write(_ task: PlacedDocument, _ mode: FileMode) throws(MemoError) -> TreeEntry {
    let id = try git.run("store \(task.path)", git.repository.writeBlob(task.document.bytes))
    return TreeEntry(path: git.repositoryPath(task.path), id: id, mode: mode)
  }
}

extension ConflictResolver {
  mutating func resolveFile(
    _ our: SideChange, _ their: SideChange, _ result: inout MergedTree
  ) throws(MemoError) {
    let mode = Self.mode(our, their)
    let isOfStore = git.isOfStore(our) && git.isOfStore(their)
    if let base = our.before, let one = our.after, let other = their.after,
      ![base, one, other].contains(where: { ![.regular, .executable].contains($0.mode) })
    {
      let lines = try git.run("merge \(our.path)") { repository throws(GitError) -> ObjectID? in
        for entry in [base, one, other] where try repository.size(of: entry.id) > Limits.taskBytes {
          return nil
        }
        let merge = try LineMergeResult(
          base: try repository.blob(base.id), ours: try repository.blob(one.id),
          theirs: try repository.blob(other.id))
        // Don't write invalid settings, which would make the store unusable.
        guard let merge, merge.isClean,
          !isOfStore || StoreSettings.areReadable(merge.bytes, at: git.storePath(our.path))
        else { return nil }
        return try repository.writeBlob(merge.bytes)
      }
      if let lines { return try result.claim(TreeEntry(path: our.path, id: lines, mode: mode)) }
    }
    if isVirtual {
      if let base = our.before { try result.claim(base) }
    } else if isOfStore {
      try keep(our, their, &result)
    } else {
      unresolved.append(our.path)
    }
  }

  /// Keeps both versions of a file.
  ///
  /// That of the side with the newer last commit keeps the name, and the other one gets a number.
  /// If one side deleted the file, only the changed version stays.
  private mutating func keep(
    _ our: SideChange, _ their: SideChange, _ result: inout MergedTree
  ) throws(MemoError) {
    guard case .merge(let ours, let theirs) = purpose else {
      if let after = our.after { try result.claim(after) }
      let title = git.storePath(our.path) ?? our.path
      return note(title, "\(title) was changed since, and stays unchanged")
    }
    guard let one = our.after, let other = their.after else {
      guard let living = our.after ?? their.after else { return }
      try result.claim(living)
      let title = git.storePath(living.path) ?? living.path
      return note(title, "\(title) was deleted on one side and changed on the other; it stays")
    }
    let isOursNewer = try ours.lastCommit().isNewer(than: theirs.lastCommit())
    try result.claim(one, order: isOursNewer ? "0" : "1")
    try result.claim(other, order: isOursNewer ? "1" : "0")
  }

  private mutating func note(_ title: String, _ notice: String) {
    merged.append(MergedTask(title: title, id: nil, notes: [], notice: notice))
  }
}
