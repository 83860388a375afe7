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
      noteEdit(operation)
    }
  }

  /// Records an edit in the editor for undo.
  mutating func noteEdit(_ operation: String) {
    operations.append(operation)
    undone = []
  }

  /// Selects the task that a job added, restored or moved: the first on the board, of several.
  ///
  /// - Returns: Whether the filter hides it.
  mutating func selectNew(of job: Job, _ ending: JobResult) -> Bool {
    guard ending.isDone, job.bringsTasks else { return false }
    let changes = (ending.changes ?? []).filter { [.add, .restore, .move].contains($0.kind) }
    let keys = Set(changes.map { TaskKey(name: $0.id ?? $0.path) })
    let new =
      lanes.flatMap(\.keys).first(where: keys.contains)
      ?? present?.keys.first(where: keys.contains)
    guard let new else { return false }
    select(new)
    return !lanes.contains { $0.keys.contains(new) }
  }
}
