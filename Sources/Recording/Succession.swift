internal import Git
internal import Query
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// The consequences of finishing and reopening repeating tasks.
///
/// Finishing a task adds the next one. Reopening it removes the next one if that is unchanged.
///
/// The next id is computed from the first id and the number, so that two clones add the same task.
struct Succession {
  private let store: Store
  private let git: StoreGit
  private let head: ObjectID?
  private let now: LocalTime
  private let tasks: [StoredTask]
  private lazy var ids = Set(tasks.compactMap(\.id))
  /// The tasks of each series by its first id, found once, since thousands may be done.
  private lazy var series = Dictionary(
    grouping: tasks.filter(\.hasOtherFields).compactMap { task in
      task.item.series.map { (place: $0, task: task) }
    }, by: \.place.first)
  private var free: FreePaths
  var notices: [String] = []

  /// - Parameter head: The last commit; nil before the first one.
  init(_ store: Store, _ git: StoreGit, _ snapshot: Snapshot, since head: ObjectID?) {
    (self.store, self.git, self.head, tasks) = (store, git, head, snapshot.tasks)
    now = store.environment.localTime
    free = git.freePaths(besides: snapshot.tasks, in: head, absent: store.recording.absent)
  }

  /// Adds the consequences of changes, for the same commit.
  mutating func follow(_ edits: inout [TaskEdit]) throws(MemoError) {
    guard edits.contains(where: \.isOfSeries) else { return }
    // A next task that is also changed here counts as changed.
    let changed = Set(edits.compactMap { $0.after?.id })
    for path in edits.compactMap({ $0.after?.path }) { _ = free.take(like: path) }
    for index in edits.indices {
      guard edits[index].isOfSeries, let before = edits[index].before,
        let after = edits[index].after
      else { continue }
      if after.isDone, !before.isDone {
        edits[index].following = next(after: after)
      } else if after.isOpen, !before.isOpen {
        edits[index].following = try takenBack(with: after, changed)
      }
    }
  }

  private mutating func next(after task: TaskVersion) -> [TaskEdit] {
    let title = task.item.title
    guard let place = task.item.series?.next, !task.document.isForeign else {
      notices.append("\(title) has no id of memo's, so it has no next task")
      return []
    }
    // An invalid rule is reported as a problem of the file.
    guard let repeating = Repeating(task.item) else { return [] }
    guard !hasLater(than: task, place) else { return [] }
    guard let next = repeating.next(doneOn: now.date, at: now) else {
      let until = task.item.until.map { ", until \($0)" } ?? ""
      notices.append("that was the last \(title)\(until)")
      return []
    }
    let created = Timestamp(
      secondsSince1970: now.secondsSince1970, offsetMinutes: now.utcOffset / 60)
    // Without any date, the rule counts from the day on which the first task is done.
    let kept = repeating.anchor == nil ? repeating.rule.keepingDay(of: now.date) : repeating.rule
    let document: TaskDocument
    do throws(Problem) {
      document = try task.document.next(
        at: place, task.document.keptRule ?? (kept == repeating.rule ? nil : kept),
        deadline: next.deadline, wait: next.wait,
        created: created)
    } catch {
      notices.append(
        "\(title) has no next task: \(task.path):\(error.line): \(error.message)")
      return []
    }
    let folder = Paths.parent(of: StoredTask.path(task.path, movedTo: .todo))
    let path = free.take(named: place.fileName(title), in: folder)
    var edit = TaskEdit(adding: TaskVersion(path: path, document: document))
    ids.insert(place.id)
    // The date for the commit's subject.
    let key = next.deadline == nil ? "wait" : "deadline"
    edit.change.fields = [
      TaskChange.Field(.field(key), to: (next.deadline ?? next.wait)?.description)
    ]
    if !next.skipped.isEmpty { notices.append(Self.words(for: next.skipped, of: title)) }
    return [edit]
  }

  private mutating func hasLater(than task: TaskVersion, _ next: SeriesPlace) -> Bool {
    ids.contains(next.id)
      || series[next.first]?.contains { $0.place.number > next.number } == true
  }

  private static func words(for dates: [CalendarDate], of title: String) -> String {
    let text =
      dates.count > 3
      ? "\(dates.count) dates, from \(dates[0]) to \(dates[dates.count - 1])"
      : dates.map(\.description).joined(separator: ", ")
    return "\(title): skipped \(text)"
  }

  private mutating func takenBack(
    with task: TaskVersion, _ changed: Set<TaskID>
  ) throws(MemoError) -> [TaskEdit] {
    guard let place = task.item.series?.next,
      let next = series[place.first]?.first(where: { $0.place == place && $0.task.id == place.id })?
        .task, next.status != .done
    else {
      noteOpen(after: task)
      return []
    }
    guard next.status == .todo, !changed.contains(place.id), try isAsAdded(next),
      let edit = TaskEdit(from: TaskVersion(next), to: nil)
    else {
      notices.append("\(next.title) (\(next.path)) is its next task and was changed, so it stays")
      return []
    }
    return [edit]
  }

  private mutating func noteOpen(after task: TaskVersion) {
    guard let place = task.item.series else { return }
    let later = series[place.first]?.first {
      $0.task.status != .done && $0.place.number > place.number
    }
    guard let later = later?.task else { return }
    notices.append("\(later.title) (\(later.path)) of the same series is open, too")
  }

  /// Whether a task is as it was added, perhaps on several clones, or all later changes were
  /// undone.
  private func isAsAdded(_ task: StoredTask) throws(MemoError) -> Bool {
    guard let history = try store.history(git, of: head), let ref = try history.task(of: task),
      try git.version(at: task.path, in: head)?.bytes == task.document.bytes
    else { return false }
    let changes = try history.changes(of: ref)
    let isUntouched = changes.allSatisfy { change in
      change.delta.isBirth || change.after == nil || change.delta.befores.count > 1
    }
    if isUntouched { return true }
    for case let state? in changes.lazy.filter(\.delta.isBirth).map(\.after)
    where state.path.isSamePath(as: task.path) {
      if try git.version(of: state).bytes == task.document.bytes { return true }
    }
    return false
  }
}

extension TaskEdit {
  fileprivate var isOfSeries: Bool { before != nil && after?.repeats == true }
}

extension TaskVersion {
  fileprivate var repeats: Bool { item.otherField("every").map { $0 != .text("") } == true }

  /// Whether folder and text both have the status done.
  var isDone: Bool {
    folderStatus == .done && (item.status ?? .done) == .done
  }

  fileprivate var isOpen: Bool { folderStatus != .done && item.status != .done }
}
