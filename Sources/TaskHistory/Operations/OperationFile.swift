package import Git
package import StoreFiles
package import TaskFile

/// `.git/memo/operations`: what this clone did, a line for each step, the newest last.
///
/// A line is written before the branch moves to the step's commits. A step whose commits aren't
/// in HEAD's history doesn't count, so a process that is killed in between does no harm. Rebases
/// and amendments keep the commits' trailers, by which they are found again.
package struct OperationFile {
  /// A line, as `2026-11-27T22:51:49+01:00 do pfkdwmzqtx`.
  package enum Step: Equatable {
    case done(TaskID)
    /// Behind its own id, what it takes back, or makes again.
    case undo(TaskID, OperationName)
    case redo(TaskID, OperationName)
    /// A sync brought the branch to a commit.
    case sync(ObjectID)
  }

  /// Absolute.
  package let path: String

  package init(path: String) { self.path = path }

  /// The steps, the oldest first; nil where there is no such file.
  ///
  /// - Throws: ``MemoError`` where it can't be read.
  package func steps() throws(MemoError) -> [Step]? {
    guard let bytes = try MemoError.rethrowing(WorkTree.knownContent(at: path)) else { return nil }
    // A line without its end was cut off while it was written.
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0
    return bytes[..<end].split(separator: UInt8(ascii: "\n"))
      .compactMap { Step(String(decoding: $0, as: UTF8.self)) }
  }

  /// Appends steps; the caller holds the store's lock.
  ///
  /// - Parameter time: When they are done.
  package func append(_ steps: [Step], at time: Timestamp) throws(MemoError) {
    guard !steps.isEmpty else { return }
    let there = try MemoError.rethrowing(WorkTree.knownContent(at: path)) ?? []
    var text = there.isEmpty || there.last == UInt8(ascii: "\n") ? "" : "\n"
    for step in steps { text += "\(time) \(step.text)\n" }
    try MemoError.rethrowing(WorkTree.append(text, to: path))
    if there.count > Self.mostBytes { trim(there + Array(text.utf8)) }
  }

  /// Some 4,000 lines; half of them are kept.
  private static let mostBytes = 200_000

  /// Keeps the newest half: a step never needs one that is newer than itself to be understood.
  private func trim(_ bytes: [UInt8]) {
    let half = bytes[(bytes.count / 2)...]
    guard let end = half.firstIndex(of: UInt8(ascii: "\n")) else { return }
    WorkTree.keep(
      Array(half[(end + 1)...]), in: Paths.parent(of: path), as: Paths.name(of: path))
  }
}

extension OperationFile.Step {
  /// - Parameter line: Without its end; the time is for people.
  fileprivate init?(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    guard words.count >= 3 else { return nil }
    let (id, name) = (TaskID(words[2]), words.count > 3 ? OperationName(words[3]) : nil)
    switch (words[1], id, name) {
    case ("do", let id?, nil): self = .done(id)
    case ("undo", let id?, let name?): self = .undo(id, name)
    case ("redo", let id?, let name?): self = .redo(id, name)
    case ("sync", nil, nil):
      guard let commit = ObjectID(hex: words[2]) else { return nil }
      self = .sync(commit)
    default: return nil
    }
  }

  fileprivate var text: String {
    switch self {
    case .done(let id): "do \(id)"
    case .undo(let id, let name): "undo \(id) \(name.text)"
    case .redo(let id, let name): "redo \(id) \(name.text)"
    case .sync(let commit): "sync \(commit.hex)"
    }
  }
}

extension OperationFile {
  /// Appends what a branch is about to do.
  ///
  /// - Parameter isMade: Whether its new commits were made here.
  package func append(
    _ git: StoreGit, from old: ObjectID?, to new: ObjectID, isMade: Bool
  ) throws(MemoError) {
    let last = try git.commit(new)
    let time = Timestamp(
      secondsSince1970: last.committer.seconds, offsetMinutes: last.committer.offsetMinutes)
    guard isMade, last.parents.count < 2 else { return try append([.sync(new)], at: time) }
    var steps: [Step] = []
    var known: Set<TaskID> = []
    var next: Commit? = last
    while let commit = next, commit.id != old, commit.parents.count < 2 {
      let trailers = Trailers(commit.message)
      // Nobody asked for what memo normalizes by itself.
      if let mark = OperationMark(trailers), mark.kind != .normalize, known.insert(mark.id).inserted
      {
        let undo = UndoMark(trailers)
        steps.append(
          undo.map { $0.kind == .undo ? .undo(mark.id, $0.names[0]) : .redo(mark.id, $0.names[0]) }
            ?? .done(mark.id))
      }
      next = try commit.parents.first.map { id throws(MemoError) in try git.commit(id) }
    }
    try append(steps.reversed(), at: time)
  }
}

extension StoreGit {
  /// What was done in this work tree, by all stores in it, whose folders may be moved; no cache,
  /// and never deleted by memo.
  package var operationFile: OperationFile {
    OperationFile(path: "\(repository.gitDirectory)/memo/operations")
  }
}
