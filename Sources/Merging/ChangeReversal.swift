internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// Prepares the undo of a change of one task as a three-way merge.
///
/// The undo keeps later changes by others, and removes the change's conflict notes.
struct ChangeReversal {
  /// The task after the change.
  private(set) var base: TaskVersion
  /// The task now.
  private(set) var ours: TaskVersion
  /// The task before the change, or with the value that the change won over in a merge.
  private(set) var theirs: TaskVersion
  /// The fields that others have set to their present value.
  private(set) var held: Set<TaskPart> = []
  /// The parts that stay, without a merge.
  private(set) var kept: [KeptChange] = []

  private let later: LaterChanges
  private let person: String
  /// The conflict notes from before the change.
  private let known: Set<String>

  /// - Parameters:
  ///   - later: The later changes of the task.
  ///   - person: The author of the undo.
  init(
    _ base: TaskVersion, _ ours: TaskVersion, _ theirs: TaskVersion, _ later: LaterChanges,
    by person: String
  ) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    (self.later, self.person) = (later, person)
    known = Set(base.document.conflictNotes.map(\.note.description))
    guard base.isUnderstood, ours.isUnderstood, theirs.isUnderstood else { return }
    let keys = base.document.keys + theirs.document.keys.filter { !base.document.keys.contains($0) }
    for key in ["status"] + keys.filter({ $0 != "status" }) { decide(key) }
    decidePlace()
    decideText()
  }

  private mutating func decide(_ key: String) {
    let (new, old, now) = (base.state(key), theirs.state(key), ours.state(key))
    guard new != old else { return }
    if drop(.field(key), new.noted, isOwn: true) {
      // A merge already discarded the value, so there is nothing to undo.
      theirs = theirs.setting(key, new)
      return keep(.field(key))
    }
    if key == "tags" || [new, old, now].contains(where: \.isList) {
      return decideItems(of: key, new.items, old.items)
    }
    guard let latest = later.others.latest(setting: key, now: now) else {
      guard !later.steps.contains(where: { $0.sets(key) }) else { return }
      // Also undo the result of a merge: restore the value that the merge discarded.
      if now != new { base = base.setting(key, now) }
      drop(.field(key), old.noted, isOwn: false)
      return
    }
    let wish = latest.after?.state(key)
    switch (wish == now, now == new) {
    case (true, true): held.insert(.field(key))
    case (true, false) where !later.descendsFromChange(latest):
      // A merge discarded the value without a note, as for a status.
      theirs = theirs.setting(key, new)
      keep(.field(key))
    case (false, true) where later.descendsFromChange(latest): held.insert(.field(key))
    case (false, true):
      theirs = theirs.setting(key, wish)
      drop(.field(key), wish.noted, isOwn: false)
    default: break
    }
  }

  /// Undoes the move that a merge made because of the change, unless somebody else made the same
  /// move.
  private mutating func decidePlace() {
    let mover = later.others.first { $0.moves() }
    if let path = mover?.after?.path, Paths.name(of: path) == Paths.name(of: ours.path),
      base.isAt(ours.path), Paths.name(of: theirs.path) != Paths.name(of: path)
    {
      theirs = theirs.at(StoredTask.path(ours.path, movedTo: theirs.folderStatus ?? .todo))
      return keep(.path)
    }
    guard !base.isAt(theirs.path), base.folderStatus == ours.folderStatus,
      !later.steps.contains(where: { $0.moves() })
    else { return }
    base = base.at(ours.path)
  }

  /// Keeps items as others added or removed them.
  private mutating func decideItems(of key: String, _ new: [String], _ old: [String]) {
    let now = ours.state(key).items
    var wanted = old
    for item in old.filter({ !new.contains($0) }) + new.filter({ !old.contains($0) }) {
      let latest = later.others.lazy.compactMap { $0.puts(item, into: key) }.first
      guard let latest, latest == now.contains(item) else { continue }
      if new.contains(item) { wanted.append(item) } else { wanted.removeAll { $0 == item } }
    }
    guard wanted != old else { return }
    theirs = theirs.setting(key, wanted.isEmpty ? nil : .list(wanted))
    keep(.field(key))
  }

  private mutating func decideText() {
    let (new, old) = (Set(base.document.bodyLines), Set(theirs.document.bodyLines))
    func isOfTheChange(_ lines: some Sequence<String>) -> Bool {
      lines.allSatisfy { new.contains($0) && !old.contains($0) }
    }
    while let placed = ours.document.conflictNotes.first(where: { placed in
      guard isNew(placed.note), placed.note.part == .body,
        case .lines(let lines) = placed.note.value
      else { return false }
      return placed.note.isWish(of: person)
        ? isOfTheChange(lines) : isOfTheChange(ours.document.lines(before: placed, lines.count))
    }) {
      guard case .lines(let lines) = placed.note.value else { return }
      let isLost = placed.note.isWish(of: person)
      let reverted = isLost ? lines : Array(ours.document.lines(before: placed, lines.count))
      // A note that can't be removed stays.
      guard
        let document = try? ours.document.resolving(
          [placed], isLost ? .keepCurrent : .takeDiscarded)
      else { return }
      ours = ours.with(document)
      base = base.with(base.document.reverting(reverted, to: theirs.document))
    }
    decideLines()
  }

  /// Keeps lines as others wrote or removed them.
  private mutating func decideLines() {
    guard later.others.contains(where: { $0.rewrites() }) else { return }
    let now = Set(ours.document.plainLines)
    let document = theirs.document.taking(from: base.document) { line, isNew in
      now.contains(line) == isNew
        && later.others.lazy.compactMap { $0.writes(line) }.first == isNew
    }
    guard document.body != theirs.document.body else { return }
    let before = theirs
    theirs = theirs.with(document)
    if theirs.noteText != before.noteText { keep(.conflicts) }
    if theirs.bodyWithoutNotes != before.bodyWithoutNotes { keep(.body) }
  }

  private func isNew(_ note: ConflictNote) -> Bool { !known.contains(note.description) }

  @discardableResult
  private mutating func drop(
    _ part: TaskPart, _ value: ConflictNote.Value, isOwn: Bool
  ) -> Bool {
    // A note that can't be removed stays.
    guard
      let placed = ours.document.conflictNotes.first(where: {
        $0.note.part == part && $0.note.value == value && isNew($0.note)
          && $0.note.isWish(of: person) == isOwn
      }),
      let document = try? ours.document.resolving([placed], .keepCurrent)
    else { return false }
    ours = ours.with(document)
    return true
  }

  private mutating func keep(_ part: TaskPart) {
    if let change = KeptChange(part, ours, later) { kept.append(change) }
  }
}

extension KeptChange {
  /// The last change of a part; nil if unknown.
  init?(_ part: TaskPart, _ task: TaskVersion?, _ later: LaterChanges) {
    let (steps, others) = (later.steps, later.others)
    let step: TaskStep? =
      switch part {
      case .body: others.first { $0.rewrites() } ?? steps.first { $0.rewrites() }
      case .conflicts: others.first { $0.notes() } ?? steps.first { $0.notes() }
      case .path: others.first { $0.moves() }
      case .task: others.first
      case .field(let key): steps.latest(setting: key, now: task?.state(key))
      default: nil
      }
    guard let step else { return nil }
    let value: FieldValue? =
      switch part {
      case .path: (task?.path).map { .text($0) }
      case .field(let key): task?.state(key)
      default: nil
      }
    let items = value.items
    self.init(
      part: part, value: items.isEmpty ? nil : items.joined(separator: ", "), change: step.last)
  }
}

extension TaskVersion {
  /// The task with another value.
  ///
  /// If the front matter can't represent the value, the task stays unchanged and the merge decides.
  func setting(_ key: String, _ value: FieldValue?) -> TaskVersion {
    var document = document
    if key == "status", case .text(let text)? = value, let status = Status(rawValue: text) {
      if document.value(of: key) != nil { try? document.set(key, to: .text(text)) }
      return with(document, at: StoredTask.path(path, movedTo: status))
    }
    try? document.set(key, to: value)
    return with(document)
  }
}

extension FieldValue? {
  fileprivate var noted: ConflictNote.Value { map { .field($0) } ?? .removed }

  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}
