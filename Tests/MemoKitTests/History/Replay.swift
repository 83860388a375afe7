import TaskFile
@testable import MemoKit
@testable import Merging
@testable import Query
@testable import Recording
@testable import StoreFiles
@testable import Sync
@testable import TaskHistory

/// A task's file, rebuilt from the log.
struct Replay {
  private(set) var fields: [String: String] = [:]
  private(set) var isThere = false

  /// - Parameter entries: Newest first, as in the log.
  init(_ entries: [LogEntry]) {
    for entry in entries.reversed() { play(entry) }
  }

  private mutating func play(_ entry: LogEntry) {
    switch entry.kind {
    case .delete:
      isThere = false
      return
    case .add, .restore:
      fields = [:]
      isThere = true
    case .edit, .move, .merge: break
    }
    for change in entry.changes { set(change.part, change.to, entry) }
    for decision in entry.decisions {
      guard decision.part != .task else {
        isThere = true
        continue
      }
      set(decision.part, decision.taken.value, entry)
    }
  }

  private mutating func set(_ part: TaskPart, _ value: String?, _ entry: LogEntry) {
    switch part {
    case .layout, .textStatus: break
    case .status:
      fields["status"] = value
      // A status that only the text got doesn't move the file.
      if let path = fields["file"], let status = value.flatMap(Status.init(rawValue:)),
        StoredTask.folderStatus(of: entry.path) == status
      {
        fields["file"] = StoredTask.path(path, movedTo: status)
      }
    default: fields[part.label] = value
    }
  }
}
