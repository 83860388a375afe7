internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// Merges the changes of both sides, one task or file at a time.
struct ConflictResolver {
  let git: StoreGit
  let ours: SideCommits
  let theirs: SideCommits
  /// Whether the result is a virtual merge base.
  let isVirtual: Bool
  /// Nil for a merge.
  ///
  /// In a merge the later change wins, in an undo the present value.
  let undo: TreeMerge.Undo?
  let series: SeriesChanges
  var merged: [MergedTask] = []
  /// Non-task files that conflict.
  var unresolved: [String] = []

  /// In an undo, a present file keeps its name and a restored one gets another.
  func order(isOurs: Bool) -> String? { undo == nil ? nil : isOurs ? "0" : "1" }

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
      return try add(merge, our, their, decisions: decisions, &result)
    }
    if our.before == nil, !our.path.isSamePath(as: their.path) {
      // The commit of hand edits that follows gives one of them a new id.
      for entry in [our.after, their.after].compactMap(\.self) { try result.claim(entry) }
      return
    }
    if let undo { return try takeBack(our, their, undo, &result) }
    let one = try ours.side(before: our.before, after: our.after)
    var other = try theirs.side(before: their.before, after: their.after)
    // In a sync, the other side is the fetched one.
    other.isRemote = true
    let base = try base(of: our, their)
    let merge = TaskMerge(base: base, one, other, rule: isVirtual ? .undecided : .newer)
    let decisions = MergeDecision.all(one, other, since: base, merge.task)
    try add(merge, our, their, decisions: decisions, &result)
  }

  /// The base version.
  ///
  /// If a side added an id, the base gets it too, so that it is no change.
  private func base(
    of our: SideChange, _ their: SideChange
  ) throws(MemoError) -> TaskVersion? {
    var base = try our.before.map { entry throws(MemoError) in try git.version(of: entry) }
    let ids = Set([our, their].filter { $0.after != nil }.map(\.change.id))
    guard var document = base?.document, document.id == nil, ids.count == 1,
      let id = ids.first?.flatMap({ TaskID($0) })
    else { return base }
    if !document.hasFrontMatter { document.addFrontMatter() }
    // If the base can't contain the id, its addition counts as a change, and the task stays.
    if (try? document.setID(id)) != nil { base = base?.with(document) }
    return base
  }

  mutating func add(
    _ merge: TaskMerge, _ our: SideChange, _ their: SideChange, kept: [KeptChange] = [],
    decisions: [MergeDecision] = [], _ result: inout MergedTree
  ) throws(MemoError) {
    for task in [merge.task, merge.second].compactMap(\.self) {
      let blob = try git.run("store \(task.path)", git.repository.writeBlob(task.document.bytes))
      let entry = TreeEntry(
        path: git.repositoryPath(task.path), id: blob, mode: Self.mode(our, their))
      try result.claim(entry, order: order(isOurs: false))
    }
    let item = merge.task?.item
    merged.append(
      MergedTask(
        title: item?.title ?? our.change.title, id: item?.id?.text ?? our.change.id,
        notes: merge.notes, notice: Self.notice(merge), decisions: decisions, kept: kept))
  }

  /// A change for a task that is equal on our side, though others changed it and changed it back.
  func unchanged(_ their: SideChange) -> SideChange? {
    guard let undo, their.isTask, let before = their.before,
      !undo.later(of: their.change.id).others.isEmpty
    else { return nil }
    return SideChange(isTask: true, before: before, after: before, change: their.change)
  }

  private mutating func takeBack(
    _ our: SideChange, _ their: SideChange, _ undo: TreeMerge.Undo, _ result: inout MergedTree
  ) throws(MemoError) {
    let id = their.change.id ?? our.change.id
    let later = undo.later(of: id)
    let versions = try [our.before, our.after, their.after].map { entry throws(MemoError) in
      try entry.map { entry throws(MemoError) in try git.version(of: entry) }
    }
    var (base, now, then) = (versions[0], versions[1], versions[2])
    // Merges may rename tasks that nobody changed, or copy edits from another task. Changes of a file
    // without an id are unknown.
    if then == nil, id != nil, later.steps.isEmpty { base = now }
    var plan: ChangeReversal?
    if let left = base, let here = now, let old = then {
      let ready = ChangeReversal(left, here, old, later, by: undo.person.name)
      (base, now, then) = (ready.base, ready.ours, ready.theirs)
      plan = ready
    }
    // Others changed the task that the undo would delete.
    let isHeld = then == nil && !later.others.isEmpty
    let held = plan?.held ?? (isHeld ? [.task] : [])
    let merge = TaskMerge(
      base: base, undo.side(now, isPresent: true), undo.side(then, isPresent: false),
      rule: .undo(held: held))
    // Don't insert lines into a broken file or between git's conflict markers.
    if merge.isMereText { try now?.checkReadable() }
    var kept = plan?.kept ?? []
    func keep(_ part: TaskPart) {
      guard !kept.contains(where: { $0.part == part }) else { return }
      if let change = KeptChange(part, merge.task, later) { kept.append(change) }
    }
    merge.notes.compactMap(\.part).forEach(keep)
    if merge.leavesText { keep(.body) }
    if merge.leavesNotes { keep(.conflicts) }
    if merge.task == nil, then != nil { keep(.task) }
    try add(merge, our, their, kept: kept, &result)
  }

  private static func notice(_ merge: TaskMerge) -> String? {
    guard merge.isMereText, let path = merge.task?.path else { return nil }
    return merge.second.map { second in
      "\(path) could not be merged field by field; the other version is \(second.path)"
    } ?? "\(path) could not be merged field by field; it was merged as plain text"
  }

  /// The mode that one side changed; of a file that both sides added, the greater one.
  static func mode(_ our: SideChange, _ their: SideChange) -> FileMode {
    let (base, one, other) = (our.before?.mode, our.after?.mode, their.after?.mode)
    guard let base else {
      return [one, other].compactMap(\.self).max { $0.rawValue < $1.rawValue } ?? .regular
    }
    return (one == base ? other : one) ?? other ?? .regular
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
    guard undo == nil else {
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
    merged.append(MergedTask(title: title, notice: notice))
  }
}
