internal import StoreFiles
internal import TaskFile
package import TaskHistory

/// One task's recorded version and the one to record.
package struct TaskEdit {
  /// As the last commit has it; nil for a new task.
  package let before: TaskVersion?
  /// As its file is now; nil where there is none.
  let onDisk: TaskVersion?
  /// As it is to be; nil for a task that goes.
  package let after: TaskVersion?
  package var change: TaskChange
  /// What follows from it and belongs into the same commit: the next task of a series, added, or
  /// taken back.
  package var following: [TaskEdit] = []

  /// - Parameter onDisk: Left out, the file is as it is recorded.
  /// - Returns: Nil where the task is as it was.
  package init?(from before: TaskVersion?, onDisk: TaskVersion?? = nil, to after: TaskVersion?) {
    guard let change = TaskChange(from: before, to: after) else { return nil }
    (self.before, self.onDisk, self.after) = (before, onDisk ?? before, after)
    self.change = change
  }
}

extension TaskEdit {
  /// Whether nobody did anything: it was recorded in a way that memo puts right, as by a commit
  /// of git's that moved a file and left the status in it.
  var isNormalization: Bool { before != nil && before == onDisk }

  /// Whether a file that nobody has moved goes to the folder of the status in its text, which
  /// nobody has changed.
  var followsText: Bool {
    guard let onDisk, let after, !after.isAt(onDisk.path) else { return false }
    return before.map { $0.isAt(onDisk.path) && $0.item.status == onDisk.item.status } ?? true
  }

  /// What somebody did, before memo puts anything right; nil when nobody did.
  var asFound: TaskEdit? { TaskEdit(from: before, onDisk: onDisk, to: onDisk) }

  /// What memo puts right in it; nil for nothing.
  var normalization: TaskEdit? {
    var edit = onDisk.flatMap { TaskEdit(from: $0, to: after) }
    edit?.following = following
    return edit
  }

  /// Whether memo is to delete the file; one that somebody deleted by hand is not here any more.
  var isRemoval: Bool { after == nil && onDisk != nil }

  /// It, and what follows from it.
  package var all: [TaskEdit] { [self] + following }

  /// Whether what somebody did is recorded before what memo puts right.
  var isOfTwoSteps: Bool { losesStatus || isRenamedCopy }

  /// Whether a copy that is recorded with the id of another task was renamed, and gets its own:
  /// with another name and another id at once it would be another task to the history.
  private var isRenamedCopy: Bool {
    guard let before, let onDisk, let after, let id = onDisk.id else { return false }
    return before.id == id && after.id != id && !before.isAt(onDisk.path)
  }

  /// Whether memo takes a status out of a file that is recorded nowhere.
  ///
  /// The id and the status of a copy are another task's, and the rest is only added to.
  var losesStatus: Bool {
    guard let onDisk, let found = onDisk.item.status, let after else { return false }
    let isCopy = onDisk.id != nil && onDisk.id != after.id
    return !isCopy && after.item.status != found && before?.item.status != found
  }
}
