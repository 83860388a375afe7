package import Git
public import StoreFiles

/// What an open store remembers of one recording of hand edits for the next.
package struct RecordingState {
  /// Which changed files are not recorded now, since somebody is about to save them again.
  package var isUnfinished: (StoredTask) -> Bool = { _ in false }
  /// The same for a file that is no task.
  package var isUnfinishedFile: (String) -> Bool = { _ in false }
  /// The changed files that were not recorded the last time.
  var leftAlone: Set<PathKey> = []
  /// The tasks of the last commit that were not here, though nothing proves that they were
  /// deleted.
  package var missing: Set<PathKey> = []
  var confirms: ((DoubtfulEdits) -> Bool)?
  /// What nobody has confirmed yet.
  var doubted: DoubtfulEdits?
  /// What somebody has confirmed.
  var confirmed: Set<PathKey> = []

  enum Key: StoreKey {
    static var initialValue: RecordingState { RecordingState() }
  }
}

extension Store {
  package var recording: RecordingState {
    get { self[RecordingState.Key.self] }
    set { self[RecordingState.Key.self] = newValue }
  }

  /// Asked before doubtful hand edits are recorded, as many deletions, while nothing is locked;
  /// nil refuses them.
  public var confirms: ((DoubtfulEdits) -> Bool)? {
    get { recording.confirms }
    set { recording.confirms = newValue }
  }
}
