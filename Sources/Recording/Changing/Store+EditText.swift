internal import Git
public import StoreFiles
public import TaskFile
internal import TaskHistory

/// The result of saving a text that others may have changed meanwhile.
public enum TextEdit: Sendable {
  case saved(ChangeReport)
  /// The text was merged with others' changes since the task was opened.
  ///
  /// - Parameter by: The author of the other version.
  case merged(ChangeReport, by: String)
  /// Others have changed the same lines or fields; nothing was written.
  ///
  /// - Parameters:
  ///   - theirs: The present task; nil if it was deleted.
  ///   - by: The person who changed or deleted it.
  ///   - at: The time of that change.
  case conflict(theirs: StoredTask?, by: String, at: Timestamp)
}

/// The action if both sides changed the same part.
public enum ConflictRule: Hashable, Sendable {
  /// Write nothing; the user chooses.
  case ask
  /// Merge as a sync does: the new text wins, with a note of the other value.
  ///
  /// A deleted task is restored without a note.
  case note
}

extension Store {
  /// Commits a text for a task, merged with others' changes since it was opened.
  ///
  /// - Parameters:
  ///   - opened: The task when it was opened.
  ///   - bytes: The whole file in UTF-8.
  /// - Throws: ``MemoError`` of kind `unreadable` if the new text is broken and the old one wasn't.
  ///   Nothing is changed then, but hand edits may be committed.
  public func edit(
    _ opened: TaskVersion, to bytes: [UInt8], onConflict rule: ConflictRule = .ask
  ) throws(MemoError) -> TextEdit {
    let text = try git().document(bytes)
    try Self.check(text, since: opened)
    return try write { session throws(MemoError) in
      let now = try task(openedAs: opened, session.snapshot)
      if let now, !now.isRead { throw .unread(now) }
      guard let now, now.document == opened.document else {
        guard text != opened.document else {
          // The user wrote nothing, so the others' version stays.
          return .saved(
            ChangeReport(unchanged: [now].compactMap { $0 }, of: session.snapshot))
        }
        return try session.merge(text, opened, with: now, rule)
      }
      return .saved(
        try session.put(TaskVersion(now).with(text).movedByText, over: now))
    }
  }

  /// Ticks or unticks one item of a checklist, in one commit.
  ///
  /// - Parameters:
  ///   - name: The task's id or path.
  ///   - item: The item when it was shown. Its text identifies it; of several, the nearest counts.
  /// - Throws: ``MemoError`` of kind `notFound` if the item is gone.
  public func tick(
    _ name: String, _ item: ChecklistItem, isDone: Bool
  ) throws(MemoError) -> ChangeReport {
    try modify([name], from: nil) { version, _ throws(MemoError) in
      try version.checkReadable()
      let line = version.document.checklistItems.filter { $0.text == item.text }
        .min { abs($0.line - item.line) < abs($1.line - item.line) }?.line
      guard let line else {
        throw MemoError(
          .notFound, "'\(item.text)' isn't in the checklist of \(version.item.title) any more",
          hints: ["somebody changed it meanwhile; 'memo log' prints who"])
      }
      return try version.changing { document in document.tick(isDone) { $0.line == line } }
    }
  }

  /// Refuses to make a valid text invalid.
  private static func check(
    _ text: TaskDocument, since opened: TaskVersion
  ) throws(MemoError) {
    let version = opened.with(text)
    guard opened.item.problems.isEmpty, !version.item.problems.isEmpty else { return }
    throw .unreadable(version, version.item.problems)
  }
}

extension WriteSession {
  /// Merges a new text with changes by others.
  ///
  /// - Parameter now: The present task; nil if it was deleted.
  fileprivate mutating func merge(
    _ text: TaskDocument, _ opened: TaskVersion, with now: StoredTask?, _ rule: ConflictRule
  ) throws(MemoError) -> TextEdit {
    let theirs = try lastChange(of: now, opened)
    let mine = opened.with(text).movedByText
    if now == nil, rule != .ask {
      return .saved(try put(mine, over: nil))
    }
    let merge = TaskMerge(
      base: opened, mine, by: try Signatures(git, store.environment).author.name,
      into: now.map { TaskVersion($0) }, of: theirs, at: store.environment.timestamp)
    let isConflict =
      now == nil || !merge.notes.isEmpty || merge.second != nil || merge.leavesText
      || merge.leavesNotes
    guard !isConflict || rule == .note, let task = merge.task else {
      return .conflict(theirs: now, by: theirs.author, at: theirs.time)
    }
    let report = try put(task, over: now, besides: merge.second)
    // memo's own addition of an id is no merge.
    let isTakenIn = now.map { $0.says(theSameAs: opened) } ?? false
    return isTakenIn ? .saved(report) : .merged(report, by: theirs.author)
  }

  private func lastChange(
    of now: StoredTask?, _ opened: TaskVersion
  ) throws(MemoError) -> LastChange {
    if now == nil, let deletion = try store.lastChange(of: opened.id, at: opened.path) {
      return deletion
    }
    return try lastChange(at: now?.path ?? opened.path)
      ?? LastChange(author: "", time: store.environment.timestamp, commit: "")
  }

  fileprivate mutating func put(
    _ task: TaskVersion, over now: StoredTask?, besides second: TaskVersion? = nil
  ) throws(MemoError) -> ChangeReport {
    var free = freePaths
    let before = now.map { TaskVersion($0) }
    let path =
      now.map { $0.path.isSamePath(as: task.path) } ?? false
      ? task.path : free.take(like: task.path)
    let after = (before ?? task).with(task.document, at: path)
    var edits = [TaskEdit(from: before, to: after)].compactMap { $0 }
    if let second {
      edits.append(TaskEdit(adding: second.at(free.take(like: second.path))))
    }
    return try commit(following: &edits, paths: [after.path])
  }
}

extension TaskMerge {
  /// Merges a change that is not committed yet with the present task.
  ///
  /// The change counts as the later one, whatever the clocks say.
  init(
    base: TaskVersion, _ mine: TaskVersion, by author: String,
    into theirs: TaskVersion?, of last: LastChange, at now: Timestamp
  ) {
    let change = LastChange(author: author, time: max(last.time, now), commit: "~")
    self.init(
      base: base, MergeSide(task: mine, last: change), MergeSide(task: theirs, last: last))
  }
}

extension StoredTask {
  /// Whether only memo's own additions differ, such as the id of an adoption.
  fileprivate func says(theSameAs before: TaskVersion) -> Bool {
    guard path.isSamePath(as: before.path), document.body == before.document.body else {
      return false
    }
    var items = [item, before.item]
    for index in items.indices {
      (items[index].id, items[index].created, items[index].status) = (nil, nil, nil)
    }
    return items[0] == items[1]
  }
}

extension TaskVersion {
  fileprivate var movedByText: TaskVersion {
    guard let status = item.status, status != folderStatus else { return self }
    return at(StoredTask.path(path, movedTo: status))
  }
}

public enum ChecklistChoice: Hashable, Sendable {
  case all
  /// Items by their numbers, from 1.
  case numbers([Int])
  case words(String)
}

extension Store {
  /// Adds a paragraph to tasks' texts in one commit, at the end or in the section for notes.
  ///
  /// - Parameter text: Markdown, not empty.
  /// - Throws: ``MemoError``. Nothing is changed then, but hand edits may be committed.
  public func note(
    _ names: [String], from directory: String? = nil, _ text: String
  ) throws(MemoError) -> ChangeReport {
    try modify(names, from: directory) { version, _ throws(MemoError) in
      try version.checkTextReadable()
      return try version.changing { $0.append(note: text) }
    }
  }

  /// Ticks or unticks items of a task's checklist, in one commit.
  ///
  /// - Throws: ``MemoError`` of kind `notFound` or `ambiguous` with the items.
  public func tick(
    _ name: String, from directory: String? = nil, _ choice: ChecklistChoice,
    isDone: Bool = true
  ) throws(MemoError) -> ChangeReport {
    try modify([name], from: directory) { version, _ throws(MemoError) in
      try version.checkTextReadable()
      let items = version.document.checklistItems
      let meant = Set(try choice.items(among: items, of: version).map(\.line))
      return try version.changing { document in
        document.tick(isDone) { meant.contains($0.line) }
      }
    }
  }

  /// Adds items to tasks' checklists, in one commit.
  ///
  /// - Parameter texts: One line each, not empty.
  public func addItems(
    _ names: [String], from directory: String? = nil, _ texts: [String]
  ) throws(MemoError) -> ChangeReport {
    try modify(names, from: directory) { version, _ throws(MemoError) in
      try version.checkTextReadable()
      return try version.changing { document in
        for text in texts { document.addChecklistItem(text) }
      }
    }
  }
}

extension ChecklistChoice {
  fileprivate func items(
    among items: [ChecklistItem], of version: TaskVersion
  ) throws(MemoError) -> [ChecklistItem] {
    func failure(_ kind: MemoError.Kind, _ message: String, _ hint: String) -> MemoError {
      MemoError(
        kind, message, details: zip(1..., items).map { "\($0)  \($1.shown)" },
        hints: [hint])
    }
    guard !items.isEmpty else {
      throw failure(
        .notFound, "\(version.item.title) has no checklist", "'memo tick ID --add TEXT' begins one")
    }
    switch self {
    case .all: return items
    case .numbers(let numbers):
      if let number = numbers.first(where: { !(1...items.count).contains($0) }) {
        throw failure(
          .notFound, "\(version.item.title) has no item \(number)", "write one of these numbers")
      }
      return numbers.map { items[$0 - 1] }
    case .words(let text):
      let found = TitleWords(text)?.best(of: items, title: \.text, for: .changing) ?? []
      guard !found.isEmpty else {
        throw failure(
          .notFound, "no item of \(version.item.title) has '\(text)'",
          "write a number, or words of one of these")
      }
      guard found.count == 1 else {
        throw failure(
          .ambiguous, "'\(text)' could mean \(found.count) items of \(version.item.title)",
          "write the number, or more of the words")
      }
      return found
    }
  }
}

extension ChecklistItem {
  /// The item as shown after its number, such as `[x] palm`.
  public var shown: String { "[\(isDone ? "x" : " ")] \(text)" }
}
