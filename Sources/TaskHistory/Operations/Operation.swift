package import Git
package import StoreFiles
public import TaskFile

/// A change of the store that can be undone: a command, the hand edits that one command committed,
/// or a commit made with git.
public struct Operation: Hashable, Sendable {
  /// Its name for an undo: ten letters, or the full name of a commit that memo didn't make.
  public var id: String
  /// The full name of its last commit.
  public var commit: String
  /// When it was done; for an undone operation, when it was undone.
  public var time: Timestamp
  /// What was done, in the words of the journal.
  public var subject: String
  /// The subjects of its commits if there are several, the oldest first.
  public var parts: [String]
}

/// The newest consecutive commits of one operation.
struct OperationCommits {
  /// The newest first; at least one.
  var commits: [Commit]
  /// The commit before them.
  var old: ObjectID
  var name: OperationName
  var kind: OperationMark.Kind?

  /// The last one.
  var new: ObjectID { commits[0].id }

  /// - Parameter commit: The last one.
  init?(_ commit: Commit, _ git: StoreGit) throws(MemoError) {
    guard commit.parents.count == 1 else { return nil }
    let mark = OperationMark(Trailers(commit.message))
    commits = [commit]
    (name, kind) = (mark.map { .operation($0.id) } ?? .commit(commit.id), mark?.kind)
    old = commit.parents[0]
    guard let mark else { return }
    while true {
      let next = try git.commit(old)
      guard next.parents.count == 1, OperationMark(Trailers(next.message))?.id == mark.id
      else { return }
      commits.append(next)
      old = next.parents[0]
    }
  }
}

extension Operation {
  /// - Parameters:
  ///   - commits: The newest first; at least one.
  ///   - time: When it was done.
  init(_ name: OperationName, _ commits: [Commit], at time: Signature) {
    let asked = commits.filter { OperationMark(Trailers($0.message))?.kind != .normalize }
    let commits = asked.isEmpty ? commits : asked
    let isFix = commits.contains { OperationMark(Trailers($0.message))?.kind == .fix }
    self.init(
      id: name.text, commit: commits[0].id.hex,
      time: Timestamp(secondsSince1970: time.seconds, offsetMinutes: time.offsetMinutes),
      subject: commits.count == 1
        ? commits[0].subject : "\(commits.count) \(isFix ? "steps of a fix" : "hand edits")",
      parts: commits.count == 1 ? [] : commits.reversed().map(\.subject))
  }
}

extension Repository {
  /// The commits of an operation that another commit's message names, the newest first; empty if
  /// they are not here.
  func commits(
    of name: OperationName, behind commit: ObjectID
  ) throws(GitError) -> [Commit] {
    switch name {
    case .commit(let id): return try contains(id) ? [try self.commit(id)] : []
    case .operation(let id):
      var found: [Commit] = []
      // Usually it is near, and sorting a whole history takes long.
      var next: Commit? = try self.commit(commit)
      while let commit = next {
        let isMeant = OperationMark(Trailers(commit.message))?.id == id
        if isMeant { found.append(commit) } else if !found.isEmpty { return found }
        next = try commit.parents.first.map { id throws(GitError) in try self.commit(id) }
      }
      guard found.isEmpty else { return found }
      try walk(from: [commit]) { commit in
        if OperationMark(Trailers(commit.message))?.id == id { found.append(commit) }
        return found.isEmpty
      }
      return found
    }
  }
}

extension StoreGit {
  /// The operation with a name.
  ///
  /// - Parameter text: Ten letters, or a git revision.
  /// - Returns: Nil if there is none.
  package func operation(named text: String) throws(MemoError) -> OperationName? {
    if let id = TaskID(text) { return .operation(id) }
    return try run("read the history") { repository throws(GitError) in
      let found: ObjectID?
      do throws(GitError) {
        found = try repository.resolve(revision: text)
      } catch {
        // Too few digits are no name.
        guard error.code == .ambiguous else { throw error }
        found = nil
      }
      guard let found else { return nil }
      let mark = OperationMark(Trailers(try repository.commit(found).message))
      return mark.map { .operation($0.id) } ?? .commit(found)
    }
  }

  /// The operation that a commit's message names; nil if it is not here.
  func operation(
    _ name: OperationName, behind commit: ObjectID
  ) throws(MemoError) -> OperationCommits? {
    let found = try run("read the history", repository.commits(of: name, behind: commit))
    return try found.first.flatMap { commit throws(MemoError) in
      try OperationCommits(commit, self)
    }
  }
  /// Whether an operation is in a history.
  package func hasMade(_ operation: TaskID, behind commit: ObjectID) throws(MemoError) -> Bool {
    try self.operation(.operation(operation), behind: commit) != nil
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

  /// Visits a history, children before their parents, until `body` returns false.
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
/// An operation is a command, or the hand edits that it committed, in one or more commits. Rebased
/// and amended commits and other clones keep the trailer.
package struct OperationMark: Hashable {
  /// The purpose of a commit.
  package enum Kind: String {
    case add, edit, move, delete, restore, archive
    case initialize = "init"
    case adopt, fix
    /// memo's own normalization of committed files.
    case normalize
    case merge, undo, redo
  }

  package let id: TaskID
  /// Nil for a kind that only a later memo knows.
  package var kind: Kind?

  static let key = "Memo-Operation"

  package init(id: TaskID, kind: Kind) { (self.id, self.kind) = (id, kind) }

  /// - Returns: Nil for a commit without the trailer.
  package init?(_ trailers: Trailers) {
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
  /// For a commit of tasks.
  package init(_ changes: [TaskChange]) {
    let kinds = Set(changes.map(\.kind))
    guard kinds.count == 1, let kind = kinds.first else {
      self = .edit
      return
    }
    self =
      switch kind {
      case .add: .add
      case .edit: .edit
      case .move: .move
      case .delete: .delete
      case .restore: .restore
      }
  }
}

/// The name of an operation in an undo.
package enum OperationName: Hashable {
  case operation(TaskID)
  /// A commit without an operation.
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

/// The trailers of an undo or a redo: one for each operation that it is about.
package struct UndoMark: Hashable {
  package enum Kind: String {
    case undo = "Memo-Undo"
    case redo = "Memo-Redo"

    /// The beginning of the subject of such a commit.
    package var word: String { self == .undo ? "undo" : "redo" }
  }

  package var kind: Kind
  /// The operation, and memo's normalizations of what it left; at least one.
  package var names: [OperationName]

  package init(_ kind: Kind, _ names: [OperationName]) { (self.kind, self.names) = (kind, names) }

  /// - Returns: Nil for every other commit.
  package init?(_ trailers: Trailers) {
    for kind in [Kind.undo, .redo] {
      let names = trailers.values(kind.rawValue).compactMap { OperationName($0) }
      guard !names.isEmpty else { continue }
      self.init(kind, names)
      return
    }
    return nil
  }

  package init?(_ message: String) { self.init(Trailers(message)) }

  package var trailers: [String] { names.map { "\(kind.rawValue): \($0.text)" } }
}

extension Commit {
  /// The trailer with the program that made the commit: `Memo-Client: NAME VERSION`.
  package static let clientTrailer = "Memo-Client"

  /// Whether a program with this name made it, in any version.
  func isMade(byClient name: String) -> Bool {
    let name = name.lowercased()
    return Trailers(message).values(Self.clientTrailer).contains { client in
      let client = client.lowercased()
      return client == name || client.hasPrefix("\(name) ")
    }
  }

  /// The trailer of a commit with files as they were before a store began.
  package static let asFoundTrailer = "Memo-Adopt: as found"

  var isAsFound: Bool {
    Trailers(message).lines.contains { $0.text == Self.asFoundTrailer }
  }
}

/// `.git/memo/operations`: the operations of this clone, a line for each step, the newest last.
///
/// A line is appended before the branch moves. A step whose commits aren't in HEAD's history is
/// ignored, so a killed process does no harm. Rebased and amended commits are found by their
/// trailers.
package struct OperationFile {
  /// A line such as `2026-11-27T22:51:49+01:00 do pfkdwmzqtx`.
  package enum Step: Equatable {
    case done(TaskID)
    /// The operation's own id, and what it undoes or redoes.
    case undo(TaskID, OperationName)
    case redo(TaskID, OperationName)
    /// A sync moved the branch to a commit.
    case sync(ObjectID)
  }

  /// Absolute.
  package let path: String

  package init(path: String) { self.path = path }

  /// The steps, the oldest first; nil if there is no file.
  ///
  /// - Throws: ``MemoError`` if it can't be read.
  package func steps() throws(MemoError) -> [Step]? {
    guard let bytes = try MemoError.rethrowing(WorkTree.knownContent(at: path)) else { return nil }
    // An incomplete last line was interrupted.
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0
    return bytes[..<end].split(separator: UInt8(ascii: "\n"))
      .compactMap { Step(String(decoding: $0, as: UTF8.self)) }
  }

  /// Appends steps.
  ///
  /// The caller holds the store's lock.
  ///
  /// - Parameter time: The present time.
  package func append(_ steps: [Step], at time: Timestamp) throws(MemoError) {
    guard !steps.isEmpty else { return }
    let there = try MemoError.rethrowing(WorkTree.knownContent(at: path)) ?? []
    var text = there.isEmpty || there.last == UInt8(ascii: "\n") ? "" : "\n"
    for step in steps { text += "\(time) \(step.text)\n" }
    try MemoError.rethrowing(WorkTree.append(text, to: path))
    if there.count > Self.mostBytes { trim(there + Array(text.utf8)) }
  }

  /// About 4,000 lines, of which half are kept.
  private static let mostBytes = 200_000

  /// Keeps the newest half.
  ///
  /// No step needs an older one.
  private func trim(_ bytes: [UInt8]) {
    let half = bytes[(bytes.count / 2)...]
    guard let end = half.firstIndex(of: UInt8(ascii: "\n")) else { return }
    // If the file can't be replaced, it stays.
    try? WorkTree.write(half[(end + 1)...], to: path, isSynchronized: true)
  }
}

extension OperationFile.Step {
  /// - Parameter line: Without its end. The time is for people.
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
      // Normalization by itself is not an operation of the user's.
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
  /// The operations of all stores in this work tree.
  ///
  /// Not a cache, so memo never deletes the file.
  package var operationFile: OperationFile {
    OperationFile(path: "\(repository.gitDirectory)/memo/operations")
  }
}
