internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

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
