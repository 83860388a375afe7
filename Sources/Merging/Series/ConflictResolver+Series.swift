internal import Git
internal import StoreFiles
internal import TaskFile

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
    try add(merge, added, after.mode, [], &result)
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
