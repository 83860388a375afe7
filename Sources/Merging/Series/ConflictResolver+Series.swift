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

  private func document(of entry: TreeEntry?) throws(MemoError) -> TaskDocument? {
    try entry.map { entry throws(MemoError) in try git.document(of: entry) }
  }
}
