package import Git
package import StoreFiles
public import TaskFile

/// Something that was done to the store and can be undone: a command, the hand edits that one
/// command recorded, a commit made with git.
public struct Operation: Hashable, Sendable {
  /// By which an undo names it: ten letters, or the full name of a commit that memo hasn't made.
  public var id: String
  /// The full name of the commit in which it ended, in hexadecimal digits.
  public var commit: String
  /// When it was done; for one that was undone, when that was.
  public var time: Timestamp
  /// What was done, in the journal's words.
  public var subject: String
  /// The journal's lines when it was several commits, oldest first.
  public var parts: [String]
}

/// The newest commits of one operation that follow one another.
struct OperationCommits {
  /// Newest first; at least one.
  var commits: [Commit]
  /// The commit before them.
  var old: ObjectID
  var name: OperationName
  var kind: OperationMark.Kind?

  /// Where they ended.
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
  ///   - commits: Newest first; at least one.
  ///   - time: When it is told to have been done.
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
  /// The commits that a name means which another commit's message has, newest first; none where
  /// they are not here.
  func commits(
    of name: OperationName, behind commit: ObjectID
  ) throws(GitError) -> [Commit] {
    switch name {
    case .commit(let id): return try contains(id) ? [try self.commit(id)] : []
    case .operation(let id):
      var found: [Commit] = []
      // Most often it is close by, and a whole history takes its time to be put into order.
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
  /// The operation that somebody means.
  ///
  /// - Parameter text: Ten letters, or any name that git has for a commit of it.
  /// - Returns: Nil where nothing is called so.
  package func operation(named text: String) throws(MemoError) -> OperationName? {
    if let id = TaskID(text) { return .operation(id) }
    return try run("read the history") { repository throws(GitError) in
      let found: ObjectID?
      do throws(GitError) {
        found = try repository.resolve(revision: text)
      } catch {
        // Too few digits name nothing.
        guard error.code == .ambiguous else { throw error }
        found = nil
      }
      guard let found else { return nil }
      let mark = OperationMark(Trailers(try repository.commit(found).message))
      return mark.map { .operation($0.id) } ?? .commit(found)
    }
  }

  /// What a name means that a commit's message has; nil where it is not here.
  func operation(
    _ name: OperationName, behind commit: ObjectID
  ) throws(MemoError) -> OperationCommits? {
    let found = try run("read the history", repository.commits(of: name, behind: commit))
    return try found.first.flatMap { commit throws(MemoError) in
      try OperationCommits(commit, self)
    }
  }
  /// Whether a change of this name is in a history.
  package func hasMade(_ operation: TaskID, behind commit: ObjectID) throws(MemoError) -> Bool {
    try self.operation(.operation(operation), behind: commit) != nil
  }
}

extension StoreGit {
  /// Whether a commit is there, and behind another one.
  func isAncestor(_ commit: ObjectID, of other: ObjectID) throws(MemoError) -> Bool {
    try run("read the history") { repository throws(GitError) in
      guard try repository.contains(commit), try repository.contains(other) else { return false }
      return try repository.isAncestor(commit, of: other)
    }
  }

  /// Goes through a history, children before their parents, until `body` returns false.
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

/// To which operation a commit belongs: `Memo-Operation: pfkdwmzqtx edit`.
///
/// One operation is what one command did, or the hand edits that it recorded, in as many commits
/// as there are. Rebases, amendments and other clones keep the line.
package struct OperationMark: Hashable {
  /// What a commit was made for.
  package enum Kind: String {
    case add, edit, move, delete, restore, archive
    case initialize = "init"
    case adopt, fix
    /// Memo put right by itself what was recorded before.
    case normalize
    case merge, undo, redo
  }

  package let id: TaskID
  /// Nil for one that only a later memo knows.
  package var kind: Kind?

  static let key = "Memo-Operation"

  package init(id: TaskID, kind: Kind) { (self.id, self.kind) = (id, kind) }

  /// - Returns: Nil for a commit that memo hasn't made, or not in this way.
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
  /// Of a commit of tasks.
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

/// By which an undo names what it takes back.
package enum OperationName: Hashable {
  case operation(TaskID)
  /// A commit that belongs to none.
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

/// By which a commit is known as an undo or a redo, in every clone and for ever: a line of its
/// message for each operation that it is about.
package struct UndoMark: Hashable {
  package enum Kind: String {
    case undo = "Memo-Undo"
    case redo = "Memo-Redo"

    /// How such a commit's subject begins; the operation's own follows.
    package var word: String { self == .undo ? "undo" : "redo" }
  }

  package var kind: Kind
  /// The operation, then those in which memo put right what it left; at least one.
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
  /// The key of the line that names the program which made it: `Memo-Client: NAME VERSION`.
  package static let clientTrailer = "Memo-Client"

  /// The program that made it, and its version; nil for a person.
  var client: String? { Trailers(message).values(Self.clientTrailer).last }

  /// Whether a program of that name made it, in whichever version.
  func isMade(byClient name: String) -> Bool {
    let name = name.lowercased()
    return Trailers(message).values(Self.clientTrailer).contains { client in
      let client = client.lowercased()
      return client == name || client.hasPrefix("\(name) ")
    }
  }

  /// By which a commit is known that holds files as they were before a store began.
  package static let asFoundTrailer = "Memo-Adopt: as found"

  var isAsFound: Bool {
    Trailers(message).lines.contains { $0.text == Self.asFoundTrailer }
  }
}

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
    // Where it can't be replaced, it stays as long as it is.
    try? WorkTree.write(half[(end + 1)...], to: path, isSynchronized: true)
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
