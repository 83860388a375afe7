package import Git
package import StoreFiles
package import TaskFile

/// What people did to tasks after a change that is to be taken back.
///
/// What memo's own merges made of it, as another name where two tasks had one, is nobody's; nor is
/// what memo put right. What somebody did and took back since was not done.
package struct LaterChanges {
  /// What one commit did to a task.
  package struct Step {
    package var commit: ObjectID
    package var author: String
    package var time: Timestamp
    /// Whether somebody else did it.
    package var isOther: Bool
    /// Whether it was done knowing the change; else histories met later.
    package var isBehind: Bool
    /// As each parent has it; nil where it has none.
    var befores: [TaskVersion?]
    /// Nil where it deleted the task.
    package var after: TaskVersion?
  }

  /// The commit in which the change ended.
  package let change: ObjectID
  /// By the task's id, the newest first.
  private var steps: [TaskID: [Step]] = [:]

  /// - Parameters:
  ///   - change: The commit in which the change ended.
  ///   - ids: The tasks that it is about.
  ///   - person: Whoever takes it back.
  ///   - pending: What is taken back with it, and is not written yet.
  ///   - history: The history up to HEAD; asked for only where anything was done since.
  package init(
    _ git: StoreGit, since change: ObjectID, of ids: Set<TaskID>, by person: Signature,
    _ pending: [UndoMark], _ history: () throws(MemoError) -> History?
  ) throws(MemoError) {
    self.change = change
    let head = try git.head()
    guard let tip = head.commit, tip != change else { return }
    let later = try AuthoredCommits(git, from: tip, since: change, pending).byID
    guard !later.isEmpty, let history = try history() else { return }
    var changes: [IndexedCommit: [CommitChange]] = [:]
    for id in ids {
      for change in try history.changes(of: .id(id))
      where change.delta.isOwn && later[change.commit.id] != nil {
        changes[change.commit, default: []].append(change)
      }
    }
    for indexed in try history.newestFirst(Set(changes.keys)) {
      guard let commit = later[indexed.id] else { continue }
      let isBehind = try git.isAncestor(change, of: commit.id)
      for done in changes[indexed] ?? [] {
        guard case .id(let id) = done.task else { continue }
        var step = Step(commit, isOther: commit.author.email != person.email, isBehind: isBehind)
        for state in done.delta.befores { step.befores.append(try git.someVersion(of: state)) }
        step.after = try git.someVersion(of: done.after)
        steps[id, default: []].append(step)
      }
    }
  }

  /// The steps of a task, the newest first.
  package func steps(of id: String?) -> [Step] {
    id.flatMap { TaskID($0) }.flatMap { steps[$0] } ?? []
  }

  /// Whether somebody else touched the task.
  package func hasOthers(_ id: String?) -> Bool { steps(of: id).contains(where: \.isOther) }

  /// Whether nobody touched it; of a file without an id that can't be told.
  package func isUnchanged(_ id: String?) -> Bool {
    id.flatMap { TaskID($0) }.map { steps[$0] == nil } ?? false
  }
}

/// Who wrote something when; amendments and rebases keep it.
private struct Moment: Equatable {
  private var email: String
  private var seconds: Int64

  init(_ signature: Signature) { (email, seconds) = (signature.email, signature.seconds) }
}

/// The commits since another in which people did something that still counts.
private struct AuthoredCommits {
  private(set) var byID: [ObjectID: Commit] = [:]

  /// - Parameter pending: What is taken back, or made again, before anything is written.
  init(
    _ git: StoreGit, from tip: ObjectID, since change: ObjectID, _ pending: [UndoMark]
  ) throws(MemoError) {
    var all: [OperationName: [(commit: Commit, mark: UndoMark.Kind?)]] = [:]
    try git.walk(from: tip, hiding: [change]) { commit throws(MemoError) in
      let trailers = Trailers(commit.message)
      let operation = OperationMark(trailers)
      if let kind = operation?.kind, [.merge, .normalize].contains(kind) { return true }
      var name = operation.map { OperationName.operation($0.id) } ?? .commit(commit.id)
      // What was put into an undo later is more than that.
      let mark =
        Moment(commit.author) == Moment(commit.committer) ? UndoMark(trailers) : nil
      if let mark { name = mark.names[0] }
      all[name, default: []].append((commit, mark?.kind))
      return true
    }
    for (name, commits) in all {
      let marks = pending.filter { $0.names[0] == name }.map(\.kind) + commits.compactMap(\.mark)
      let isNew = commits.contains { $0.mark == nil }
      let (wasDone, isDone) = (!isNew && marks.last == .undo, marks.first != .undo)
      // Done and taken back, or taken back and made again: all is as it was.
      if wasDone == isDone { continue }
      for (commit, _) in commits { byID[commit.id] = commit }
    }
  }
}

extension LaterChanges.Step {
  fileprivate init(_ commit: Commit, isOther: Bool, isBehind: Bool) {
    self.init(
      commit: commit.id, author: commit.author.name,
      time: Timestamp(
        secondsSince1970: commit.author.seconds, offsetMinutes: commit.author.offsetMinutes),
      isOther: isOther, isBehind: isBehind, befores: [])
  }

  /// Whether something of it is as no parent has it.
  private func makes(_ part: (TaskVersion?) -> some Equatable) -> Bool {
    let now = part(after)
    return befores.allSatisfy { part($0) != now }
  }

  /// Whether it set a key, or took it away; `status` is where the task lies.
  package func sets(_ key: String) -> Bool { after != nil && makes { $0?.state(key) } }

  package func rewrites() -> Bool { after != nil && makes { $0?.document.body } }

  /// Whether it wrote or took out a conflict note.
  package func notes() -> Bool { after != nil && makes { $0?.noteText } }

  /// Whether it put the file elsewhere.
  package func moves() -> Bool { after != nil && makes { $0.map { PathKey($0.path) } } }

  /// Whether it put something into a list, or took it out; nil when it did neither.
  package func puts(_ item: String, into key: String) -> Bool? {
    let has = { (version: TaskVersion?) in version?.state(key).items.contains(item) ?? false }
    return makes(has) ? has(after) : nil
  }

  /// Whether it wrote a line of the text, or took it out; nil when it did neither.
  package func writes(_ line: String) -> Bool? {
    let has = { (version: TaskVersion?) in
      version?.document.plainLines.contains(line) ?? false
    }
    return after != nil && makes(has) ? has(after) : nil
  }
}

extension [LaterChanges.Step] {
  /// Who set a key last, of steps with the newest first.
  ///
  /// Of several in the same second on different devices it is the one whose value a merge took.
  package func latest(setting key: String, now: FieldValue?) -> LaterChanges.Step? {
    let setting = filter { $0.sets(key) }
    guard let first = setting.first else { return nil }
    let tied = setting.prefix { $0.time.secondsSince1970 == first.time.secondsSince1970 }
    return tied.first { $0.after?.state(key) == now } ?? first
  }
}

extension TaskVersion {
  /// What it says about a key; where it lies is its status.
  package func state(_ key: String) -> FieldValue? {
    guard key == "status", let status = folderStatus else { return document.value(of: key) }
    return .text(status.rawValue)
  }
}

extension FieldValue? {
  /// What is in it, as in a list.
  package var items: [String] {
    switch self {
    case .list(let items): items
    case .text(let text): text.isEmpty ? [] : [text]
    case nil: []
    }
  }
}

extension StoreGit {
  fileprivate func someVersion(of state: FileState?) throws(MemoError) -> TaskVersion? {
    guard let state else { return nil }
    return try version(of: state)
  }
}
