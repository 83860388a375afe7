internal import Query
internal import StoreFiles
internal import TaskFile

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
