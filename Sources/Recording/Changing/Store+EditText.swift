internal import Git
public import StoreFiles
public import TaskFile
internal import TaskHistory

/// What became of a text that somebody wrote while others could write, too.
public enum TextEdit: Sendable {
  /// It is what the task says now.
  case saved(ChangeReport)
  /// Others had changed the task since it was opened; what both did is in it now.
  ///
  /// - Parameter by: Who wrote the version that it was merged with.
  case merged(ChangeReport, by: String)
  /// Others have changed the very same lines or fields, and nothing was written.
  ///
  /// - Parameters:
  ///   - theirs: The task as it is; nil where it is deleted.
  ///   - by: Who wrote or deleted it.
  ///   - at: When.
  case conflict(theirs: StoredTask?, by: String, at: Timestamp)
}

/// What is done where two have changed the same.
public enum ConflictRule: Hashable, Sendable {
  /// Nothing: somebody is to choose.
  case ask
  /// What a sync would do: the newer stands, which is what was written now, and a note in the task
  /// tells of the other. A task that was deleted comes back, and no note is needed where somebody
  /// has chosen that.
  case note
  /// As ``ask``, but a task that was deleted comes back: who wrote the text knows of it.
  case bringBack
}

extension Store {
  /// Records a text that somebody has made of a task, in one commit.
  ///
  /// What others have made of it since it was opened is merged with it, as a sync does.
  /// - Parameters:
  ///   - opened: The task as it was seen.
  ///   - bytes: The whole file, UTF-8.
  /// - Throws: ``MemoError`` of kind `unreadable` where the new text can't be understood and the
  ///   one before could; then nothing is changed, but hand edits may be recorded.
  public func edit(
    _ opened: PlacedDocument, to bytes: [UInt8], onConflict rule: ConflictRule = .ask,
    _ patience: LockTimeout = LockTimeout()
  ) throws(MemoError) -> TextEdit {
    let text = try git().document(bytes)
    try Self.check(text, since: opened)
    return try write(patience, isOneStep: true) { session throws(MemoError) in
      let now = try task(openedAs: opened, session.snapshot)
      if let now, !now.isRead { throw .unread(now) }
      guard let now, now.document == opened.document else {
        guard text != opened.document else {
          // Nobody wrote anything here; what others did stands.
          return .saved(
            ChangeReport(unchanged: [now].compactMap { $0 }, of: session.snapshot))
        }
        return try session.merge(text, opened, with: now, rule)
      }
      return .saved(
        try session.put(PlacedDocument(path: now.path, document: text).movedByText, over: now))
    }
  }

  /// Ticks one item of a task's checklist, or takes its tick away, in one commit.
  ///
  /// - Parameters:
  ///   - name: The task's id or path.
  ///   - item: As it was seen; it is found by its text, and of several with one text it is the one
  ///     that is nearest to its place.
  /// - Throws: ``MemoError`` of kind `notFound` when there is no such item any more.
  public func tick(
    _ name: String, _ item: ChecklistItem, isDone: Bool, _ patience: LockTimeout = LockTimeout()
  ) throws(MemoError) -> ChangeReport {
    try modify([name], from: nil, patience) { version, _ throws(MemoError) in
      try version.checkReadable()
      let line = version.document.checklistItems.filter { $0.text == item.text }
        .min { abs($0.line - item.line) < abs($1.line - item.line) }?.line
      guard let line else {
        throw MemoError(
          .notFound, "'\(item.text)' isn't in the checklist of \(version.item.title) any more",
          hints: ["somebody changed it meanwhile; 'memo log' tells who"])
      }
      var document = version.document
      document.tick(isDone) { $0.line == line }
      return version.with(document)
    }
  }

  /// A text that was right is not made wrong.
  private static func check(
    _ text: TaskDocument, since opened: PlacedDocument
  ) throws(MemoError) {
    let version = TaskVersion(path: opened.path, document: text)
    guard TaskVersion(path: opened.path, document: opened.document).item.problems.isEmpty,
      !version.item.problems.isEmpty
    else { return }
    throw .unreadable(version, version.item.problems)
  }
}

extension WriteSession {
  /// Merges what was written with what others have made of the task.
  ///
  /// - Parameter now: The task as it is; nil where it is deleted.
  fileprivate mutating func merge(
    _ text: TaskDocument, _ opened: PlacedDocument, with now: StoredTask?, _ rule: ConflictRule
  ) throws(MemoError) -> TextEdit {
    let theirs = try lastChange(of: now, opened)
    if now == nil, rule != .ask {
      let mine = PlacedDocument(path: opened.path, document: text).movedByText
      return .saved(try put(mine, over: nil))
    }
    let mine = LastChange(
      author: try signatures().author.name,
      // It was finished just now, whatever the clocks say.
      time: max(theirs.time, store.environment.timestamp), commit: "~")
    let merge = TaskMerge(
      base: opened,
      MergeSide(
        task: PlacedDocument(path: opened.path, document: text).movedByText, last: mine),
      MergeSide(
        task: now.map { PlacedDocument(path: $0.path, document: $0.document) }, last: theirs))
    let isConflict =
      now == nil || !merge.notes.isEmpty || merge.second != nil || merge.leavesText
      || merge.leavesNotes
    guard !isConflict || rule == .note, let task = merge.task else {
      return .conflict(theirs: now, by: theirs.author, at: theirs.time)
    }
    let report = try put(task, over: now, besides: merge.second)
    // To give a file its id is memo's own doing.
    let isTakenIn = now.map { $0.says(theSameAs: opened) } ?? false
    return isTakenIn ? .saved(report) : .merged(report, by: theirs.author)
  }

  /// Who made the task what it is, or deleted it.
  private func lastChange(
    of now: StoredTask?, _ opened: PlacedDocument
  ) throws(MemoError) -> LastChange {
    guard let head = head.commit else {
      return LastChange(author: "", time: store.environment.timestamp, commit: "")
    }
    let origin: ObjectID?
    if let now {
      origin = try CommittedHistory(store, git, of: head).origin(at: now.path)
    } else {
      let id = TaskVersion(path: opened.path, document: opened.document).id
      origin = try store.deletion(of: id, at: opened.path, snapshot)
    }
    return LastChange(try git.commit(origin ?? head))
  }

  /// Records a version of a task, and what follows from it.
  fileprivate mutating func put(
    _ task: PlacedDocument, over now: StoredTask?, besides second: PlacedDocument? = nil
  ) throws(MemoError) -> ChangeReport {
    var free = freePaths
    let before = now.map { TaskVersion($0) }
    let path =
      now.map { $0.path.isSamePath(as: task.path) } ?? false
      ? task.path : free.take(like: task.path)
    let after = TaskVersion(
      path: path, document: task.document, mode: before?.mode ?? .regular)
    var edits = [TaskEdit(from: before, to: after)].compactMap { $0 }
    if let second {
      let other = TaskVersion(path: free.take(like: second.path), document: second.document)
      edits += [TaskEdit(from: nil, to: other)].compactMap { $0 }
    }
    return try commit(following: &edits, paths: [after.path])
  }
}

extension StoredTask {
  /// Whether nothing is other than before but what memo writes by itself when it takes a file in.
  fileprivate func says(theSameAs before: PlacedDocument) -> Bool {
    guard path.isSamePath(as: before.path), document.body == before.document.body else {
      return false
    }
    var items = [document, before.document].map { $0.item(fileName: Paths.stem(of: path)) }
    for index in items.indices {
      (items[index].id, items[index].created, items[index].status) = (nil, nil, nil)
    }
    return items[0] == items[1]
  }
}

extension PlacedDocument {
  /// In the folder of the status that the text says.
  fileprivate var movedByText: PlacedDocument {
    let version = TaskVersion(path: path, document: document)
    guard let status = version.item.status, status != StoredTask.folderStatus(of: path) else {
      return self
    }
    return PlacedDocument(path: StoredTask.path(path, movedTo: status), document: document)
  }
}

/// Which items of a checklist are meant.
public enum ChecklistChoice: Hashable, Sendable {
  case all
  /// By their places, from 1.
  case numbers([Int])
  /// The one that has these words, as a title is found by its words.
  case words(String)
}

extension Store {
  /// Adds a paragraph to tasks' texts, at the end or where they have their notes, in one commit.
  ///
  /// - Parameter text: Markdown, not empty.
  /// - Throws: ``MemoError``; then nothing is changed, but hand edits may be recorded.
  public func note(
    _ names: [String], from directory: String? = nil, _ text: String,
    _ patience: LockTimeout = LockTimeout()
  ) throws(MemoError) -> ChangeReport {
    try modify(names, from: directory, patience) { version, _ throws(MemoError) in
      try version.checkTextReadable()
      var document = version.document
      document.append(note: text)
      return version.with(document)
    }
  }

  /// Ticks items of a task's checklist, or takes their ticks away, in one commit.
  ///
  /// - Throws: ``MemoError`` of kind `notFound` or `ambiguous` with the items.
  public func tick(
    _ name: String, from directory: String? = nil, _ choice: ChecklistChoice,
    isDone: Bool = true, _ patience: LockTimeout = LockTimeout()
  ) throws(MemoError) -> ChangeReport {
    try modify([name], from: directory, patience) { version, _ throws(MemoError) in
      try version.checkTextReadable()
      let items = version.document.checklistItems
      let meant = Set(try choice.items(among: items, of: version).map(\.line))
      var document = version.document
      document.tick(isDone) { meant.contains($0.line) }
      return version.with(document)
    }
  }

  /// Adds items to tasks' checklists, in one commit.
  ///
  /// - Parameter texts: Of each item; one line, not empty.
  public func addItems(
    _ names: [String], from directory: String? = nil, _ texts: [String],
    _ patience: LockTimeout = LockTimeout()
  ) throws(MemoError) -> ChangeReport {
    try modify(names, from: directory, patience) { version, _ throws(MemoError) in
      try version.checkTextReadable()
      var document = version.document
      for text in texts { document.addChecklistItem(text) }
      return version.with(document)
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
  /// As it is shown behind its number: `[x] palm`.
  public var shown: String { "[\(isDone ? "x" : " ")] \(text)" }
}
