internal import BoardModel
internal import MemoKit
internal import Words

extension BoardState {
  /// Undoes the operation in the message, else the last one of this board.
  ///
  /// Before undoing an operation of another program on this clone, it asks.
  mutating func undo() -> [Effect] {
    var offered: String?
    if case .result(let operation, isUndo: false)? = message?.kind { offered = operation }
    guard let operation = offered ?? operations.last else { return [.load(.lastDone)] }
    // Clear the offer, so that the next undo reverts an earlier operation.
    message = Message(kind: .news, text: words.undoing)
    return run(.command(["undo", operation]))
  }

  /// Records a job's operation for undo and redo.
  mutating func note(_ ending: JobResult, of job: Job) {
    defer { selectNew(of: job, ending) }
    var line: [String] = []
    if case .command(let words) = job.kind { line = words }
    switch line.first {
    case "undo"? where line.count == 2 && ending.operation == nil:
      // Also after a failure: the operation is undone already, or can't be.
      operations.removeAll { $0 == line[1] }
      if ending.isDone { undone.append(line[1]) }
    case "redo"?:
      if let last = undone.popLast(), ending.isDone { operations.append(last) }
    case "undo"? where ending.operation == nil: break
    default:
      guard ending.isDone, let operation = ending.operation else { return }
      operations.append(operation)
      undone = []
    }
  }

  /// Records an edit in the editor for undo.
  mutating func noteEdit(_ operation: String) {
    operations.append(operation)
    undone = []
  }

  private mutating func selectNew(of job: Job, _ ending: JobResult) {
    guard ending.isDone, job.bringsTasks else { return }
    for change in ending.changes ?? [] where [.add, .restore, .move].contains(change.kind) {
      arrivals[TaskKey(name: change.id ?? change.path)] = StoredTask.folderStatus(of: change.path)
    }
    selectNew()
  }

  /// Selects the added, restored or moved task once it is visible.
  mutating func selectNew() {
    guard !arrivals.isEmpty, let storeState = present else { return }
    let isNew = { [arrivals] (key: TaskKey) in
      arrivals[key].map { storeState.tasks[key]?.status == $0 } ?? false
    }
    // The first on the board if there are several.
    guard let new = lanes.flatMap(\.keys).first(where: isNew) ?? storeState.keys.first(where: isNew)
    else { return }
    arrivals = [:]
    select(new)
    isNewHidden = !lanes.contains { $0.keys.contains(new) }
  }
}
