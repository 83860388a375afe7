internal import Git
internal import Query
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

extension ConflictResolver {
  /// The versions of the next task of a series that both sides added; nil for any other task.
  func seriesVersions(
    _ our: SideChange, _ their: SideChange
  ) throws(MemoError) -> SeriesVersions? {
    guard undo == nil, let after = our.after, let place = try git.version(of: after).item.series,
      place.number > 1
    else { return nil }
    let previous = SeriesPlace(first: place.first, number: place.number - 1)
    let past = SeriesVersions.Past(
      common: try version(of: series.common(before: place)),
      one: try version(of: series.change(of: previous, .ours)?.after),
      other: try version(of: series.change(of: previous, .theirs)?.after))
    return SeriesVersions(try side(our, of: .ours), try side(their, of: .theirs), since: past)
  }

  /// Applies a side's changes of a task to the next task, which the other side added meanwhile.
  ///
  /// - Returns: False if there is no next task, or nothing to apply.
  mutating func carry(
    into added: SideChange, of side: SeriesChanges.Side, _ result: inout MergedTree
  ) throws(MemoError) -> Bool {
    guard added.isTask, added.before == nil, let after = added.after, undo == nil else {
      return false
    }
    let next = try git.version(of: after)
    guard let place = next.item.series, place.number > 1, next.folderStatus != .done,
      let edit = series.lastChange(before: place, side.other),
      let edited = try version(of: edit.after),
      let common = try version(of: series.common(before: place)),
      // If the front matter can't be changed, only the earlier task has the change.
      let base = try? common.document.placed(like: next.document),
      let theirs = try? edited.document.placed(like: next.document), base != theirs
    else { return false }
    var other = try self.side(edit, of: side.other)
    other.task = next.with(theirs)
    let merge = TaskMerge(base: next.with(base), try self.side(added, of: side), other)
    guard let task = merge.task, task.document != next.document || !next.isAt(task.path) else {
      return false
    }
    try add(merge, added, added, &result)
    return true
  }

  private func side(
    _ change: SideChange, of side: SeriesChanges.Side
  ) throws(MemoError) -> MergeSide {
    try (side == .ours ? ours : theirs).side(before: change.before, after: change.after)
  }

  private func version(of entry: TreeEntry?) throws(MemoError) -> TaskVersion? {
    try entry.map { entry throws(MemoError) in try git.version(of: entry) }
  }
}

/// The changed tasks of both sides, by id.
struct SeriesChanges {
  private var changes: [Side: [TaskID: SideChange]] = [:]

  enum Side {
    case ours, theirs

    var other: Side { self == .ours ? .theirs : .ours }
  }

  init(_ ours: [SideChange], _ theirs: [SideChange]) {
    // Only needed if a side added or deleted a task.
    guard (ours + theirs).contains(where: { $0.isTask && ($0.before == nil || $0.after == nil) })
    else { return }
    for (side, all) in [(Side.ours, ours), (.theirs, theirs)] {
      for change in all.reversed() where change.isTask {
        if let id = change.change.id.flatMap({ TaskID($0) }) {
          changes[side, default: [:]][id] = change
        }
      }
    }
  }

  func change(of place: SeriesPlace, _ side: Side) -> SideChange? { changes[side]?[place.id] }

  func lastChange(before place: SeriesPlace, _ side: Side) -> SideChange? {
    places(before: place).lazy.compactMap { change(of: $0, side) }.first
  }

  /// The last earlier task of the series in the base, among the changed tasks.
  func common(before place: SeriesPlace) -> TreeEntry? {
    places(before: place).lazy.compactMap { place in
      (change(of: place, .ours) ?? change(of: place, .theirs))?.before
    }.first
  }

  /// The latest first.
  ///
  /// The limit is far above the tasks of a series between two syncs.
  private func places(before place: SeriesPlace) -> [SeriesPlace] {
    guard place.number > 1 else { return [] }
    return stride(from: place.number - 1, through: max(1, place.number - Self.most), by: -1).map {
      SeriesPlace(first: place.first, number: $0)
    }
  }

  private static let most = 1000
}

/// The versions of a task of a series that both sides added, prepared for the merge.
///
/// Both sides computed the same id. Computed dates are made equal: the newer one. The rest is merged
/// against a base that is computed from the last common task of the series.
struct SeriesVersions {
  private(set) var base: TaskVersion?
  private(set) var one: MergeSide
  private(set) var other: MergeSide

  struct Past {
    /// The last earlier task in the base.
    var common: TaskVersion?
    /// The previous task on each side.
    var one: TaskVersion?
    var other: TaskVersion?
  }

  /// - Returns: Nil unless both tasks have the same place in one series.
  init?(_ one: MergeSide, _ other: MergeSide, since past: Past = Past()) {
    guard let place = one.task?.item.series, place.number > 1, place == other.task?.item.series
    else { return nil }
    (self.one, self.other) = (one, other)
    for key in ["deadline", "wait"] { unify(key, past) }
    if let common = past.common { base = placing(common, at: place) }
  }

  /// Uses the newer of two computed dates.
  ///
  /// A date that a user set wins over a computed one.
  private mutating func unify(_ key: String, _ past: Past) {
    let values = [one, other].map { $0.task?.document.value(of: key) }
    guard values[0] != values[1] else { return }
    let isSet = [
      Self.isSet(key, one.task, past.one), Self.isSet(key, other.task, past.other),
    ]
    // Dates that users set on both sides are merged as usual.
    guard isSet != [true, true] else { return }
    let isOtherNewer =
      other.lastChange(of: .field(key)).isNewer(than: one.lastChange(of: .field(key)))
    let isOthers = isSet[0] == isSet[1] ? isOtherNewer : isSet[1]
    let value = isOthers ? values[1] : values[0]
    one.task = one.task?.setting(key, value)
    other.task = other.task?.setting(key, value)
  }

  /// Whether a user changed a computed date after the task was added.
  private static func isSet(_ key: String, _ task: TaskVersion?, _ before: TaskVersion?) -> Bool {
    guard let task, let before, let created = task.item.created,
      let day = created.date, let repeating = Repeating(before.item),
      let next = repeating.next(
        doneOn: day,
        at: LocalTime(
          secondsSince1970: created.secondsSince1970, utcOffset: created.offsetMinutes * 60))
    else { return false }
    let computed = key == "deadline" ? next.deadline : next.wait
    guard case .text(let text)? = task.document.value(of: key) else { return computed != nil }
    // The author's time zone is unknown, so compare only day and time.
    return Deadline(text)?.date != computed?.date || Deadline(text)?.time != computed?.time
  }

  /// The task that an earlier one of the series would have produced at this place.
  ///
  /// Computed values that differ between the sides are left out.
  private func placing(_ earlier: TaskVersion, at place: SeriesPlace) -> TaskVersion? {
    guard let mine = one.task, let their = other.task,
      // Without a common task, both are merged as new, with notes on differences.
      var document = try? earlier.document.placed(like: mine.document)
    else { return nil }
    for key in TaskDocument.keysOfPlace
    where mine.document.value(of: key) != their.document.value(of: key) {
      guard (try? document.remove(key)) != nil else { return nil }
    }
    // The shorter folder, so that the order of the sides doesn't matter. An archive moves the task.
    let folders = [mine, their].map { Paths.parent(of: $0.path) }
    let folder = folders.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) } ?? ""
    let name = place.fileName(earlier.item.title)
    // Every move since is one from todo.
    let path = StoredTask.path(Paths.join(folder, "\(name).md"), movedTo: .todo)
    return TaskVersion(path: path, document: document)
  }
}
