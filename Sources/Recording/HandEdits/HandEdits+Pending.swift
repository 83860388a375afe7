internal import StoreFiles
internal import TaskFile
package import TaskHistory

extension HandEdits {
  /// What would be recorded, without ids that would be others then.
  package var pending: [TaskChange] {
    files.changes + tasks.flatMap(\.all).map { withoutMadeIDs($0.change) }
  }

  /// A change without the ids that were made by chance.
  func withoutMadeIDs(_ change: TaskChange) -> TaskChange {
    guard !randomIDs.isEmpty else { return change }
    func isMade(_ text: String?) -> Bool {
      text.flatMap { TaskID($0) }.map(randomIDs.contains) ?? false
    }
    var change = change
    if isMade(change.id) { change.id = nil }
    change.fields.removeAll { [.key("id"), .key("memo-id")].contains($0.part) && isMade($0.to) }
    return change
  }
}
