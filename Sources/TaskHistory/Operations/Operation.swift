package import Git
package import StoreFiles
public import TaskFile

/// A change of the store that can be undone.
///
/// It is a command, the hand edits that one command committed, or a commit made with git.
public struct Operation: Hashable, Sendable {
  /// The name for an undo: ten letters, or the full name of a commit that memo didn't make.
  public var id: String
  /// The full name of the last commit.
  public var commit: String
  /// The time of the operation, or the time of its undo.
  public var time: Timestamp
  /// The subject of the commit message.
  public var subject: String
  /// The subjects of several commits, the oldest first; empty for one commit.
  public var parts: [String]
}

/// The newest consecutive commits of one operation.
package struct OperationCommits {
  /// The newest first; at least one.
  var commits: [Commit]
  /// The parent of the oldest commit.
  var old: ObjectID
  var kind: OperationMark.Kind?

  var new: ObjectID { commits[0].id }

  /// - Parameter commit: The last commit of the operation.
  init?(_ commit: Commit, _ git: StoreGit) throws(MemoError) {
    guard commit.parents.count == 1 else { return nil }
    let mark = commit.operationMark
    commits = [commit]
    kind = mark?.kind
    old = commit.parents[0]
    guard let mark else { return }
    while true {
      let next = try git.commit(old)
      guard next.parents.count == 1, next.operationMark?.id == mark.id
      else { return }
      commits.append(next)
      old = next.parents[0]
    }
  }
}

extension Operation {
  /// - Parameters:
  ///   - commits: The newest first; at least one.
  ///   - time: The time of the operation.
  init(_ name: OperationName, _ commits: [Commit], at time: Signature) {
    let asked = commits.filter { $0.operationMark?.kind != .normalize }
    let commits = asked.isEmpty ? commits : asked
    let isFix = commits.contains { $0.operationMark?.kind == .fix }
    self.init(
      id: name.text, commit: commits[0].id.hex,
      time: Timestamp(time),
      subject: commits.count == 1
        ? commits[0].subject : "\(commits.count) \(isFix ? "steps of a fix" : "hand edits")",
      parts: commits.count == 1 ? [] : commits.reversed().map(\.subject))
  }
}

extension StoreGit {
  /// The operation with a name.
  ///
  /// - Parameter text: Ten letters, or a git revision.
  /// - Returns: Nil if the revision doesn't exist.
  package func operation(named text: String) throws(MemoError) -> OperationName? {
    if let id = TaskID(text) { return .operation(id) }
    return try commit(named: text)?.operationName
  }

  /// The commit of a revision; nil for a name that git can't resolve.
  func commit(named revision: String) throws(MemoError) -> Commit? {
    try run("look for \(revision)") { repository throws(GitError) in
      let id: ObjectID?
      do throws(GitError) {
        id = try repository.resolve(revision: revision)
      } catch {
        guard error.code != .unreadable else { throw error }
        return nil
      }
      return try id.map { id throws(GitError) in try repository.commit(id) }
    }
  }
}

extension StoreGit {
  /// Whether a commit exists and is an ancestor of another one.
  func isAncestor(_ commit: ObjectID, of other: ObjectID) throws(MemoError) -> Bool {
    try run("read the history") { repository throws(GitError) in
      guard try repository.contains(commit), try repository.contains(other) else { return false }
      return try repository.isAncestor(commit, of: other)
    }
  }

  /// Visits a history, children first, until `body` returns false.
  func walk(
    from head: ObjectID, hiding hidden: [ObjectID],
    _ body: (Commit) throws(MemoError) -> Bool
  ) throws(MemoError) {
    var failure: MemoError?
    try run("read the history") { repository throws(GitError) in
      try repository.walk(from: [head], hiding: hidden) { commit in
        do throws(MemoError) {
          return try body(commit)
        } catch {
          failure = error
          return false
        }
      }
    }
    if let failure { throw failure }
  }
}

/// The trailer with a commit's operation: `Memo-Operation: pfkdwmzqtx edit`.
///
/// An operation is a command, or the hand edits that it committed, in one or more commits. Rebased,
/// amended and cloned commits keep the trailer.
package struct OperationMark: Hashable {
  package enum Kind: String {
    case add, edit, move, delete, restore, archive
    case initialize = "init"
    case adopt, fix
    /// memo's own normalization of committed files.
    case normalize
    case merge, undo, redo
  }

  package let id: TaskID
  /// Nil for a kind that only a later version of memo knows.
  package var kind: Kind?

  static let key = "Memo-Operation"

  package init(id: TaskID, kind: Kind) { (self.id, self.kind) = (id, kind) }

  /// - Returns: Nil for a commit without the trailer, or of several operations.
  package init?(_ trailers: Trailers) {
    guard !trailers.areOfSeveralOperations else { return nil }
    for value in trailers.values(Self.key).reversed() {
      let words = value.split(separator: " ")
      guard let id = words.first.flatMap({ TaskID(String($0)) }) else { continue }
      (self.id, kind) = (id, words.dropFirst().first.flatMap { Kind(rawValue: String($0)) })
      return
    }
    return nil
  }

  package var trailer: String { "\(Self.key): \(id)" + (kind.map { " \($0.rawValue)" } ?? "") }
}

extension OperationMark.Kind {
  package init(_ changes: [TaskChange]) {
    let kinds = Set(changes.map(\.kind.rawValue))
    self = kinds.count == 1 ? kinds.first.flatMap { Self(rawValue: $0) } ?? .edit : .edit
  }
}

package enum OperationName: Hashable {
  case operation(TaskID)
  /// A commit without a trailer of an operation.
  case commit(ObjectID)

  init?(_ text: String) {
    if let id = TaskID(text) {
      self = .operation(id)
    } else if let commit = ObjectID(hex: text) {
      self = .commit(commit)
    } else {
      return nil
    }
  }

  var text: String {
    switch self {
    case .operation(let id): id.text
    case .commit(let commit): commit.hex
    }
  }
}

/// The trailer of an undo or a redo: `Memo-Undo: pfkdwmzqtx`.
package struct UndoMark: Hashable {
  package var kind: LogEntry.Cause
  /// The operation that it undoes or redoes.
  package var name: OperationName

  package init(_ kind: LogEntry.Cause, _ name: OperationName) {
    (self.kind, self.name) = (kind, name)
  }

  /// - Returns: Nil for any other commit, also for one of several operations.
  package init?(_ trailers: Trailers) {
    guard !trailers.areOfSeveralOperations else { return nil }
    for kind in [LogEntry.Cause.undo, .redo] {
      for case let name? in trailers.values(kind.trailer).map({ OperationName($0) }) {
        self.init(kind, name)
        return
      }
    }
    return nil
  }

  package init?(_ message: String) { self.init(Trailers(message)) }

  package var trailer: String { "\(kind.trailer): \(name.text)" }
}

extension LogEntry.Cause {
  fileprivate var trailer: String { self == .undo ? "Memo-Undo" : "Memo-Redo" }
}

extension Commit {
  /// Nil for a commit without the trailer.
  package var operationMark: OperationMark? { OperationMark(Trailers(message)) }

  var operationName: OperationName { operationMark.map { .operation($0.id) } ?? .commit(id) }

  /// The trailer with the program that made the commit: `Memo-Client: NAME VERSION`.
  package static let clientTrailer = "Memo-Client"

  /// Whether a program with this name made the commit, in any version and case.
  func isMade(byClient name: String) -> Bool {
    let name = name.lowercased()
    return Trailers(message).values(Self.clientTrailer).contains { client in
      let client = client.lowercased()
      return client == name || client.hasPrefix("\(name) ")
    }
  }

  /// The trailer of a commit that records files unchanged, before memo adopts them.
  package static let asFoundTrailer = "Memo-Adopt: as found"

  var isAsFound: Bool {
    Trailers(message).lines.contains { $0.text == Self.asFoundTrailer }
  }
}

/// A line of `.git/memo/operations`, for example `2026-11-27T22:51:49+01:00 do pfkdwmzqtx`.
///
/// The file has the steps of this clone in all stores of the work tree, the newest last. It is not a
/// cache, so memo never deletes it. memo appends a line before the branch moves. Steps with commits
/// outside HEAD's history are ignored, so a killed process does no harm. Trailers identify rebased
/// and amended commits.
enum OperationStep: Equatable {
  case done(TaskID)
  /// The id of an undo or a redo, and the operation that it undoes or redoes.
  case reversal(TaskID, UndoMark)
  /// A sync moved the branch to a commit.
  case sync(ObjectID)

  /// - Parameter line: Without a line ending; its time is only for human readers.
  fileprivate init?(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    guard words.count >= 3 else { return nil }
    let (id, name) = (TaskID(words[2]), words.count > 3 ? OperationName(words[3]) : nil)
    switch (words[1], id, name) {
    case ("do", let id?, nil): self = .done(id)
    case (let word, let id?, let name?):
      guard let kind = LogEntry.Cause(rawValue: word) else { return nil }
      self = .reversal(id, UndoMark(kind, name))
    case ("sync", nil, nil):
      guard let commit = ObjectID(hex: words[2]) else { return nil }
      self = .sync(commit)
    default: return nil
    }
  }

  fileprivate var text: String {
    switch self {
    case .done(let id): "do \(id)"
    case .reversal(let id, let mark): "\(mark.kind.rawValue) \(id) \(mark.name.text)"
    case .sync(let commit): "sync \(commit.hex)"
    }
  }
}

extension StoreGit {
  private var operationFile: String { "\(repository.gitDirectory)/memo/operations" }

  /// The steps of this clone, the oldest first; nil without a file.
  ///
  /// - Throws: ``MemoError`` if the file can't be read.
  func operationSteps() throws(MemoError) -> [OperationStep]? {
    let known = try MemoError.rethrowing(WorkTree.knownContent(at: operationFile))
    guard let bytes = known else { return nil }
    // An incomplete last line comes from an interrupted write.
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0
    return bytes[..<end].split(separator: UInt8(ascii: "\n"))
      .compactMap { OperationStep(String(decoding: $0, as: UTF8.self)) }
  }

  /// Appends the steps of a branch that is about to move, while the caller holds the store's lock.
  ///
  /// - Parameter isMade: Whether this clone made the new commits.
  package func appendOperations(
    from old: ObjectID?, to new: ObjectID, isMade: Bool
  ) throws(MemoError) {
    let last = try commit(new)
    var steps: [OperationStep] = []
    if !isMade || last.parents.count > 1 { steps = [.sync(new)] }
    var known: Set<TaskID> = []
    var next = steps.isEmpty ? last : nil
    while let commit = next, commit.id != old, commit.parents.count < 2 {
      let trailers = Trailers(commit.message)
      // Normalization alone is not an operation by the user.
      if let mark = OperationMark(trailers), mark.kind != .normalize, known.insert(mark.id).inserted
      {
        steps.append(UndoMark(trailers).map { .reversal(mark.id, $0) } ?? .done(mark.id))
      }
      next = try commit.parents.first.map { id throws(MemoError) in try self.commit(id) }
    }
    guard !steps.isEmpty else { return }
    let there = try MemoError.rethrowing(WorkTree.knownContent(at: operationFile)) ?? []
    var text = there.isEmpty || there.last == UInt8(ascii: "\n") ? "" : "\n"
    let time = Timestamp(last.committer)
    for step in steps.reversed() { text += "\(time) \(step.text)\n" }
    try MemoError.rethrowing(WorkTree.append(text, to: operationFile))
    if there.count > Self.mostBytes { trimOperations(there + Array(text.utf8)) }
  }

  /// In bytes: about 4,000 lines, of which half are kept.
  private static var mostBytes: Int { 200_000 }

  /// Keeps the newest half, since no step needs an older one.
  private func trimOperations(_ bytes: [UInt8]) {
    let half = bytes[(bytes.count / 2)...]
    guard let end = half.firstIndex(of: UInt8(ascii: "\n")) else { return }
    // If this fails, the file only stays large.
    try? WorkTree.write(half[(end + 1)...], to: operationFile, isSynchronized: true)
  }
}
