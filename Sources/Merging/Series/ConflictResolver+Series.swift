internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

extension ConflictResolver {
  /// Looks for tasks that repeat among all changes; where one is taken back, others' are not.
  mutating func findSeries(_ ours: [SideChange], _ theirs: [SideChange]) {
    if later == nil { series = SeriesChanges(ours, theirs) }
  }

  /// The next task of a series, which both sides added; nil for any other.
  mutating func seriesVersions(
    _ our: SideChange, _ their: SideChange
  ) throws(MemoError) -> SeriesVersions? {
    guard later == nil, let after = our.after, let place = try git.document(of: after).seriesPlace,
      place.number > 1
    else { return nil }
    let previous = SeriesPlace(first: place.first, number: place.number - 1)
    let past = SeriesVersions.Past(
      common: try document(of: series.common(before: place)),
      one: try document(of: series.change(of: previous, .ours)?.after),
      other: try document(of: series.change(of: previous, .theirs)?.after))
    return SeriesVersions(try side(our, &here), try side(their, &there), since: past)
  }

  /// Settles the next of a series that one side added, and that the other had added, too, and
  /// deleted: it stays deleted where nobody has done anything to it, and else lives with a note.
  ///
  /// - Returns: False for any other task.
  mutating func end(
    _ added: SideChange, of side: SeriesChanges.Side, _ result: inout MergedTree
  ) throws(MemoError) -> Bool {
    guard later == nil, added.isTask, added.before == nil, let after = added.after else {
      return false
    }
    let task = try placed(after)
    let other: SeriesChanges.Side = side == .ours ? .theirs : .ours
    guard let place = task.document.seriesPlace, place.number > 1,
      let previous = series.change(
        of: SeriesPlace(first: place.first, number: place.number - 1), other),
      // Who has opened the one before again wants this one when that is done.
      previous.after.map({ isDone($0) }) ?? true,
      let course = try course(of: place, on: other), let deletion = course.deletion,
      let kept = try self.course(of: place, on: side)
    else { return false }
    if kept.hasOnlyAdded(task) {
      if other == .theirs, let version = TaskChange(from: TaskVersion(task), to: nil) {
        ended.append(SideChange(isTask: true, before: after, after: nil, change: version))
      }
      return true
    }
    var living = side == .ours ? try self.side(added, &here) : try self.side(added, &there)
    living.task = task
    // It was changed, also where it is as it was once: somebody has brought it back.
    let base = PlacedDocument(path: task.path, document: TaskDocument([]))
    let merge = TaskMerge(
      base: base, living, MergeSide(task: nil, last: deletion, parts: [:]))
    try add(merge, added, after.mode, &result)
    return true
  }

  private mutating func course(
    of place: SeriesPlace, on side: SeriesChanges.Side
  ) throws(MemoError) -> SeriesCourse? {
    side == .ours ? try here.course(of: place) : try there.course(of: place)
  }

  private func isDone(_ entry: TreeEntry) -> Bool {
    git.storePath(entry.path).flatMap { StoredTask.folderStatus(of: $0) } == .done
  }

  /// Puts what one side did to a task into the one that the other side added after it meanwhile.
  ///
  /// - Returns: False where there is no such task, or nothing of it to take over.
  mutating func carry(
    into added: SideChange, of side: SeriesChanges.Side, _ result: inout MergedTree
  ) throws(MemoError) -> Bool {
    guard added.isTask, added.before == nil, let after = added.after, later == nil else {
      return false
    }
    let next = try placed(after)
    guard let place = next.document.seriesPlace, place.number > 1,
      StoredTask.folderStatus(of: next.path) != .done,
      let edit = series.lastChange(before: place, side == .ours ? .theirs : .ours),
      let edited = try document(of: edit.after),
      let common = try document(of: series.common(before: place)),
      // Where its front matter can't be made like the next one's, the edit stays in the task where it
      // was made.
      let base = try? common.placed(like: next.document),
      let theirs = try? edited.placed(like: next.document), base != theirs
    else { return false }
    var sides = (try self.side(added, &here), try self.side(edit, &there))
    if side == .theirs { sides = (try self.side(added, &there), try self.side(edit, &here)) }
    sides.1.task = PlacedDocument(path: next.path, document: theirs)
    let merge = TaskMerge(
      base: PlacedDocument(path: next.path, document: base), sides.0, sides.1)
    guard merge.task != next else { return false }
    try add(merge, added, after.mode, &result)
    return true
  }

  /// Whether a side changed nothing of a task of a series but what memo computes, as when both sides
  /// finished the one before it and met: whoever deleted it meanwhile has missed nothing.
  func isOnlyComputed(
    _ version: MergeSide, _ side: SeriesChanges.Side, since base: PlacedDocument
  ) throws(MemoError) -> Bool {
    guard later == nil, let edited = version.task, let place = base.document.seriesPlace,
      place.number > 1
    else { return false }
    let previous = SeriesPlace(first: place.first, number: place.number - 1)
    var before = try document(of: series.change(of: previous, side)?.after)
    if before == nil { before = try document(of: series.common(before: place)) }
    var document = edited.document
    for key in ["created", "deadline", "wait"] {
      let value = base.document.value(of: key)
      guard value != document.value(of: key) else { continue }
      if key != "created" {
        // Counted from the day on which either of the two finished the one before.
        var other = edited.document
        // What can't be set is compared with its own day alone.
        try? other.set(
          "created", to: .text(version.lastChange(of: .field(key)).time.description))
        guard let before,
          [edited.document, other].contains(where: { !SeriesVersions.isSet(key, $0, before) })
        else { return false }
      }
      // What can't be made as it was is taken for a change.
      if let value { try? document.set(key, to: value) } else { try? document.remove(key) }
    }
    return document == base.document && edited.path.isSamePath(as: base.path)
  }

  private func document(of entry: TreeEntry?) throws(MemoError) -> TaskDocument? {
    try entry.map { entry throws(MemoError) in try git.document(of: entry) }
  }
}
