internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// When the turning points of one task's life were.
struct TaskTimes {
  /// When it came into the store first, in seconds since 1970.
  private(set) var added: Int64?
  /// When it was first being done, in seconds since 1970.
  private(set) var started: Int64?
  /// When it came into `done/`, where it has been since, or was when it was deleted.
  private(set) var done: Timestamp?
  /// Whether it was done already when it came into the store.
  private(set) var cameDone = false
  /// When it was there already, at the beginning of a history that was cut off, in seconds
  /// since 1970; what was before, nobody knows.
  private(set) var cutOff: Int64?
  /// Its last file, if it was deleted.
  private(set) var deleted: FileState?

  init() {}

  /// - Parameters:
  ///   - changes: All that happened to the task.
  ///   - living: What the last commit has of it; nil where it was deleted.
  init(
    _ changes: [CommitChange], living: CommitChange?, _ history: History
  ) throws(MemoError) {
    for change in changes {
      guard change.after != nil, change.delta.isOwn else { continue }
      let time = change.commit.authored.secondsSince1970
      if history.isCutOff(change.commit) {
        cutOff = min(cutOff ?? time, time)
        continue
      }
      if change.kind == .add { added = min(added ?? time, time) }
      if change.isArrival(at: .doing) { started = min(started ?? time, time) }
    }
    var last = living
    if last == nil, let deletion = changes.lastOfLife(isLiving: false), deletion.after == nil {
      deleted = try history.lastState(before: deletion)
      last = try deleted.flatMap { before throws(MemoError) in
        try history.change(making: before.name)
      }
    }
    guard let standing = last?.standing, standing.status == .done, let since = standing.since,
      let arrival = changes.first(where: { $0.commit.position == since })
    else { return }
    done = arrival.commit.authored
    cameDone = arrival.delta.isBirth
  }
}

extension TaskTimes {
  /// Seconds from its beginning to its end; nil for a task that came as done, or of which the
  /// beginning is not known.
  ///
  /// - Parameter done: When it was done, in seconds since 1970.
  func leadTime(until done: Int64) -> Int64? {
    guard let added, cutOff == nil, !cameDone else { return nil }
    return max(0, done - added)
  }

  /// Seconds that were needed once it was begun; nil for a task that never was seen so.
  func cycleTime(until done: Int64) -> Int64? {
    cutOff == nil ? started.map { max(0, done - $0) } : nil
  }
}
