package import Git
public import StoreFiles

/// Knows which files somebody is about to save again.
package protocol UnfinishedSaves: AnyObject {
  func contains(_ task: StoredTask) -> Bool
  /// - Parameter path: Of a file that is no task, relative to the store.
  func containsFile(_ path: String) -> Bool
}

/// What an open store remembers of one recording of hand edits for the next.
package struct RecordingState {
  /// Knows which changed files are not recorded now, since somebody is about to save them
  /// again; nil for none.
  package var unfinishedSaves: (any UnfinishedSaves)?
  /// The changed files that were not recorded the last time.
  var leftAlone: Set<PathKey> = []
  /// The tasks of the last commit that were not here, though nothing proves that they were
  /// deleted, and all files that a sparse checkout leaves out.
  package var absent: Set<PathKey> = []
  var confirms: ((DoubtfulEdits) -> Bool)?
  var changesWhatCanBe = false
  /// The settings with which a store begins, where nobody has written any.
  var birthText: [UInt8]?
  /// Whether the settings differ from the last commit's only in what memo itself has just written.
  var hasOwnSettings = false
  /// What nobody has confirmed yet.
  var doubted: DoubtfulEdits?
  /// The files after the last change, which are not taken apart when a command is about to end.
  var last: Snapshot?
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

  /// Whether a change of several tasks leaves out those that can't be changed so, and tells of
  /// them in its report; else one of them keeps all others as they are.
  public var changesWhatCanBe: Bool {
    get { recording.changesWhatCanBe }
    set { recording.changesWhatCanBe = newValue }
  }
}
