internal import Git
internal import Query
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

/// The tasks of series among the changes of both sides, by their ids.
struct SeriesChanges {
  private let ours: [TaskID: SideChange]
  private let theirs: [TaskID: SideChange]

  enum Side { case ours, theirs }

  init(_ ours: [SideChange], _ theirs: [SideChange]) {
    func byID(_ changes: [SideChange]) -> [TaskID: SideChange] {
      Dictionary(
        changes.compactMap { change in
          guard change.isTask, let id = change.change.id.flatMap({ TaskID($0) }) else { return nil }
          return (id, change)
        }, uniquingKeysWith: { first, _ in first })
    }
    // Only where a task was added that comes after another, or went again, there is anything to
    // look for.
    let isAny = (ours + theirs).contains { $0.isTask && ($0.before == nil || $0.after == nil) }
    (self.ours, self.theirs) = isAny ? (byID(ours), byID(theirs)) : ([:], [:])
  }

  /// What a side did to the task of a place.
  func change(of place: SeriesPlace, _ side: Side) -> SideChange? {
    side == .ours ? ours[place.id] : theirs[place.id]
  }

  /// What a side did to the last task of a series before a place, of those that it touched.
  func lastChange(before place: SeriesPlace, _ side: Side) -> SideChange? {
    places(before: place).lazy.compactMap { change(of: $0, side) }.first
  }

  /// The last task before a place that both sides began with, of those that somebody touched.
  func common(before place: SeriesPlace) -> TreeEntry? {
    places(before: place).lazy.compactMap { place in
      (change(of: place, .ours) ?? change(of: place, .theirs))?.before
    }.first
  }

  /// The last ones first; nobody repeats a task more often than that between two syncs.
  private func places(before place: SeriesPlace) -> [SeriesPlace] {
    guard place.number > 1 else { return [] }
    return stride(from: place.number - 1, through: max(1, place.number - Self.most), by: -1).map {
      SeriesPlace(first: place.first, number: $0)
    }
  }

  private static let most = 1000
}

/// What the commits of one side did to a task of a series that was not there where the sides parted.
struct SeriesCourse {
  /// Who deleted it last; nil where nobody did, or only by opening the one before it again, which
  /// takes it back.
  private(set) var deletion: LastChange?
  /// Whether somebody has done anything else to it than to add it and to take it back.
  private var isChanged = false
  /// As it was added, by whomever.
  private var births: [PlacedDocument] = []

  init(of place: SeriesPlace, _ history: History, _ git: StoreGit) throws(MemoError) {
    let before = SeriesPlace(first: place.first, number: place.number - 1)
    for done in try history.changes(of: .id(place.id)) {
      // What a merge has, its sides have made.
      if done.delta.befores.count > 1 { continue }
      if let after = done.after, done.delta.isBirth {
        let version = try git.version(of: after)
        births.append(PlacedDocument(path: version.path, document: version.document))
      } else if done.after != nil {
        isChanged = true
      } else if try !history.changes(in: done.commit).contains(where: {
        $0.delta.reopens(before.id)
      }) {
        let change = LastChange(try git.commit(done.commit.id))
        if deletion.map({ change.isNewer(than: $0) }) ?? true { deletion = change }
      }
    }
  }

  /// Whether a task is as it was added; one that somebody has brought back is not.
  func hasOnlyAdded(_ task: PlacedDocument) -> Bool {
    deletion == nil && (!isChanged || births.contains(task))
  }
}

extension TaskDelta {
  /// Whether it moves a task out of `done/`.
  fileprivate func reopens(_ id: TaskID) -> Bool {
    guard let after, let before = befores.first ?? nil, before.id == id else { return false }
    return StoredTask.folderStatus(of: before.path) == .done
      && StoredTask.folderStatus(of: after.path) != .done
  }
}

/// One task of a series that both sides added, made ready for the merge.
///
/// Both computed the same id, so it is one task, whoever added it when. What each side computed by
/// itself is made alike: where they were done on different days the newer dates stand, it was created
/// when the first of the two was, and whoever is further has the status. All else is merged as what
/// both made of the last task of the series that they had in common.
struct SeriesVersions {
  private(set) var base: PlacedDocument?
  private(set) var one: MergeSide
  private(set) var other: MergeSide

  /// What there was of the series before.
  struct Past {
    /// The last one that both sides began with, as it was then.
    var common: TaskDocument?
    /// The task before this one, as each side has it.
    var one: TaskDocument?
    var other: TaskDocument?
  }

  /// - Returns: Nil for tasks that are not of one place in one series.
  init?(_ one: MergeSide, _ other: MergeSide, since past: Past = Past()) {
    guard let mine = one.task, let their = other.task,
      let place = mine.document.seriesPlace, place.number > 1,
      place == their.document.seriesPlace
    else { return nil }
    (self.one, self.other) = (one, other)
    makeStatusAlike(mine.path, their.path)
    makeCreatedAlike()
    for key in ["deadline", "wait"] { makeAlike(key, past) }
    if let common = past.common { base = placing(common, at: place) }
  }

  /// The further of two; it lies where that side has it.
  private mutating func makeStatusAlike(_ mine: String, _ their: String) {
    guard let here = StoredTask.folderStatus(of: mine),
      let there = StoredTask.folderStatus(of: their), here != there
    else { return }
    let status = max(here, there)
    if here < status { one.move(to: status) } else { other.move(to: status) }
  }

  private mutating func makeCreatedAlike() {
    let times = [one, other].map { $0.task?.document.item(fileName: "").created }
    guard let mine = times[0], let their = times[1], mine != their else { return }
    // Of one moment on two clocks the one that sorts first.
    let first = [mine, their].min {
      ($0.secondsSince1970, $0.offsetMinutes) < ($1.secondsSince1970, $1.offsetMinutes)
    }
    if let first { set("created", .text(first.description)) }
  }

  /// Of two dates that were computed the newer; of one that was and one that somebody set, that.
  private mutating func makeAlike(_ key: String, _ past: Past) {
    let values = [one, other].map { $0.task?.document.value(of: key) }
    guard values[0] != values[1] else { return }
    let isSet = [
      Self.isSet(key, one.task?.document, past.one),
      Self.isSet(key, other.task?.document, past.other),
    ]
    // Two dates that people set are merged like any others.
    guard isSet != [true, true] else { return }
    let isOtherNewer =
      other.lastChange(of: .field(key)).isNewer(than: one.lastChange(of: .field(key)))
    let isOthers = isSet[0] == isSet[1] ? isOtherNewer : isSet[1]
    set(key, isOthers ? values[1] : values[0])
  }

  /// Whether somebody has given a task another date than the one with which it was added.
  static func isSet(_ key: String, _ task: TaskDocument?, _ before: TaskDocument?) -> Bool {
    guard let task, let before, let created = task.item(fileName: "").created,
      let day = created.date, let repeating = Repeating(before.item(fileName: "")),
      let next = repeating.next(doneOn: day, at: LocalTime(created))
    else { return false }
    let computed = key == "deadline" ? next.deadline : next.wait
    guard case .text(let text)? = task.value(of: key) else { return computed != nil }
    // Whoever made it may have been where clocks show another time.
    return Deadline(text)?.date != computed?.date || Deadline(text)?.time != computed?.time
  }

  /// What an earlier task of the series would have become here, had nobody changed anything.
  ///
  /// What the two differ in, and belongs to a place, nobody had before.
  private func placing(_ earlier: TaskDocument, at place: SeriesPlace) -> PlacedDocument? {
    guard let mine = one.task, let their = other.task,
      // Without a beginning in common both are merged as new: what differs is noted.
      var document = try? earlier.placed(like: mine.document)
    else { return nil }
    for key in TaskDocument.keysOfPlace
    where mine.document.value(of: key) != their.document.value(of: key) {
      guard (try? document.remove(key)) != nil else { return nil }
    }
    // The same folder whoever is named first; one that shelved it has moved it.
    let folders = [mine, their].map { Paths.parent(of: $0.path) }
    let folder = folders.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) } ?? ""
    let name = place.fileName(earlier.item(fileName: "").title)
    return PlacedDocument(path: Paths.join(folder, "\(name).md"), document: document)
  }

  /// What the front matter can't say stays, and is merged like any other.
  private mutating func set(_ key: String, _ value: FieldValue?) {
    one.set(key, value)
    other.set(key, value)
  }
}

extension MergeSide {
  fileprivate mutating func set(_ key: String, _ value: FieldValue?) {
    // A text that can't be changed stays, and the merge decides.
    if let value {
      try? task?.document.set(key, to: value)
    } else {
      try? task?.document.remove(key)
    }
  }

  fileprivate mutating func move(to status: Status) {
    guard let old = task else { return }
    task?.path = StoredTask.path(old.path, movedTo: status)
    if old.document.value(of: "status") != nil { set("status", .text(status.rawValue)) }
  }
}

extension TaskDocument {
  var seriesPlace: SeriesPlace? { item(fileName: "").series }
}

extension LocalTime {
  /// As the clock showed it that made a time, whatever the season.
  fileprivate init(_ time: Timestamp) {
    self.init(secondsSince1970: time.secondsSince1970, utcOffset: time.offsetMinutes * 60)
  }
}
