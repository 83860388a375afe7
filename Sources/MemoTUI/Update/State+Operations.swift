internal import BoardModel
internal import MemoKit
internal import Words

extension BoardState {
  /// Takes back what the line of messages offers, else what was done here last.
  ///
  /// What was done by others on this clone is asked about first, since nobody here may know of it.
  mutating func undo() -> [Effect] {
    var offered: String?
    if case .result(let operation, isUndo: false)? = message?.kind { offered = operation }
    guard let operation = offered ?? operations.last else { return [.load(.lastDone)] }
    // The offer is taken: the next one is about what was done before.
    message = Message(kind: .news, text: words.undoing)
    return run(.command(["undo", operation]))
  }

  /// Remembers what can be taken back.
  mutating func note(_ ending: Ending, of job: Job) {
    defer { selectNew(of: job, ending) }
    var line: [String] = []
    if case .command(let words) = job.kind { line = words }
    switch line.first {
    case "undo"? where line.count == 2 && ending.operation == nil:
      // Also where it failed: it was taken back already, or can't be.
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

  /// The same for what the editor has changed, which is no news to who did it.
  mutating func noteEdit(of keys: [TaskKey], _ operation: String) {
    operations.append(operation)
    undone = []
    edited.formUnion(keys)
  }

  private mutating func selectNew(of job: Job, _ ending: Ending) {
    guard job.isAddition || job.isUndo || job.bringsBack else { return }
    let isSeen =
      !job.isUndo
      || ending.changes?.contains { [.add, .restore, .move].contains($0.kind) } ?? false
    if ending.isDone, isSeen { selectNew() } else { known = nil }
  }

  /// Selects the task that was added, brought or moved back, once it is seen.
  mutating func selectNew() {
    guard let before = known, let storeState = present else { return }
    let isNew = { (key: TaskKey) in before[key] != storeState.tasks[key]?.status }
    // Of several, the first one on the board.
    guard let new = lanes.flatMap(\.keys).first(where: isNew) ?? storeState.keys.first(where: isNew)
    else { return }
    known = nil
    select(new)
    isNewHidden = !lanes.contains { $0.keys.contains(new) }
  }
}

extension Job {
  var isUndo: Bool { if case .command(let words) = kind { words.first == "undo" } else { false } }

  /// Whether it writes a task anew that others have deleted.
  var bringsBack: Bool {
    if case .text(let change) = kind { change.rule == .bringBack } else { false }
  }
}
