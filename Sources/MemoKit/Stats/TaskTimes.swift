internal import Git
internal import TaskFile

/// When the turning points of one task's life were, in seconds since 1970.
///
/// The order in which they are noted makes no difference, so that histories that ran side by
/// side count like one.
struct TaskTimes {
  private(set) var added: Int64?
  /// When it was first being done.
  private(set) var started: Int64?
  /// When it was last moved to done; else when it came into the store as done.
  var done: Int64? { moved ?? addedDone }
  private var moved: Int64?
  private var addedDone: Int64?
  /// When it was there already, at the beginning of a history that was cut off; what was
  /// before, nobody knows.
  private(set) var cutOff: Int64?
  /// Its last file, if it was deleted.
  private(set) var deleted: (time: Int64, entry: TreeEntry)?

  /// It came into the store, or came back.
  mutating func note(added time: Int64, as status: Status) {
    added = min(added ?? time, time)
    if status == .doing { started = min(started ?? time, time) }
    if status == .done { addedDone = min(addedDone ?? time, time) }
  }

  mutating func note(cutOff time: Int64) { cutOff = min(cutOff ?? time, time) }

  mutating func note(moved time: Int64, to status: Status) {
    if status == .doing { started = min(started ?? time, time) }
    if status == .done { moved = max(moved ?? time, time) }
  }

  mutating func note(deleted time: Int64, _ entry: TreeEntry) {
    if time >= deleted?.time ?? time { deleted = (time, entry) }
  }
}

extension TaskTimes {
  /// Seconds from its beginning to its end; nil for a task that came as done, or of which the
  /// beginning is not known.
  ///
  /// - Parameter done: When it was done.
  func leadTime(until done: Int64) -> Int64? {
    guard let added, cutOff == nil, moved != nil || addedDone == nil else { return nil }
    return max(0, done - added)
  }

  /// Seconds that were needed once it was begun; nil for a task that never was seen so.
  func cycleTime(until done: Int64) -> Int64? {
    cutOff == nil ? started.map { max(0, done - $0) } : nil
  }
}
