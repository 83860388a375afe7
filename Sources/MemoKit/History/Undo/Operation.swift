internal import Git
public import TaskFile

/// Something that was done to the store on this clone and can be taken back: a command, the
/// hand edits that one command recorded, a commit made with git.
public struct Operation: Hashable, Sendable {
  /// The full name of the commit in which it ended, in hexadecimal digits.
  public var commit: String
  /// When it was done; for one that was undone, when that was.
  public var time: Timestamp
  /// What was done, in the journal's words.
  public var subject: String
  /// The journal's lines when it was several commits, oldest first.
  public var parts: [String]
}

extension Operation {
  /// - Parameter commits: Newest first; at least one.
  init?(_ commits: [Commit]) {
    guard let last = commits.first else { return nil }
    self.init(
      commit: last.id.hex, time: last.time,
      subject: commits.count == 1 ? last.subject : "\(commits.count) hand edits",
      parts: commits.count == 1 ? [] : commits.reversed().map(\.subject))
  }

  init(undoneBy commit: Commit, _ mark: UndoMark) {
    self.init(
      commit: mark.target.hex, time: commit.time,
      subject: commit.subject.hasPrefix(UndoMark.undoWord)
        ? String(commit.subject.dropFirst(UndoMark.undoWord.count)) : commit.subject,
      parts: [])
  }
}

extension Commit {
  fileprivate var time: Timestamp {
    Timestamp(secondsSince1970: committer.seconds, offsetMinutes: committer.offsetMinutes)
  }
}

/// By which a commit is known as an undo or a redo, in every clone and for ever: a line of its
/// message for each commit that it is about.
struct UndoMark: Hashable {
  enum Kind { case undo, redo }

  var kind: Kind
  /// The operation's, newest first, then those in which memo put right what it left; at
  /// least one.
  var commits: [ObjectID]

  private static let undoKey = "Memo-Undo"
  private static let redoKey = "Memo-Redo"
  /// How an undo's subject begins; the operation's own follows.
  static let undoWord = "undo: "
  static let redoWord = "redo: "

  /// The mark in a message; nil for every other commit.
  init?(_ message: String) {
    let keys = [Self.undoKey: Kind.undo, Self.redoKey: .redo]
    let lines = message.split(separator: "\n").compactMap { line -> (Kind, ObjectID)? in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let kind = keys[String(parts[0])],
        let id = ObjectID(hex: String(parts[1]).trimmingSpaces)
      else { return nil }
      return (kind, id)
    }
    guard let kind = lines.last?.0 else { return nil }
    self.init(kind: kind, commits: lines.filter { $0.0 == kind }.map(\.1))
  }

  init(kind: Kind, commits: [ObjectID]) {
    self.kind = kind
    self.commits = commits
  }

  /// By which an operation is known: the commit in which it ended.
  var target: ObjectID { commits[0] }

  var trailers: [String] {
    let key = kind == .undo ? Self.undoKey : Self.redoKey
    return commits.map { "\(key): \($0.hex)" }
  }

  func subject(of operation: Operation) -> String {
    switch kind {
    case .undo: Self.undoWord + operation.subject
    case .redo: Self.redoWord + operation.subject
    }
  }
}
