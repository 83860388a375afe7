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

  init(_ life: PlainLife) {
    (added, started) = (life.added.secondsSince1970, life.started?.secondsSince1970)
    (done, cameDone) = (life.done, life.cameDone)
  }

  /// - Parameter living: Its file in the last commit.
  init(
    _ task: TaskIdentities.Task, living: FileState?, _ history: History
  ) throws(MemoError) {
    for place in task.places {
      let delta = history[place]
      guard let after = delta.after, delta.isOwn else { continue }
      let time = history.index.nodes[place.node].authored.secondsSince1970
      if history.isCutOff(place.node) {
        cutOff = min(cutOff ?? time, time)
        continue
      }
      if delta.isBirth { added = min(added ?? time, time) }
      let version = PlacedState(state: after, node: place.node)
      if try history.status(of: version) == .doing, try history.isChange(place, to: .doing) {
        started = min(started ?? time, time)
      }
    }
    guard let last = try last(task, living, history), try history.status(of: last) == .done,
      let change = try history.statusChange(of: last)
    else { return }
    done = history.index.nodes[change.node].authored
    cameDone = try history.versions(before: change).isEmpty
  }

  /// As it is in the last commit, or was before it was deleted.
  private mutating func last(
    _ task: TaskIdentities.Task, _ living: FileState?, _ history: History
  ) throws(MemoError) -> PlacedState? {
    if let living { return PlacedState(state: living, node: history.last) }
    guard let place = history.lastPlace(of: task, isLiving: false) else { return nil }
    guard history[place].after == nil else { return nil }
    let last = try history.versions(before: place).first
    deleted = last?.state
    return last
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
