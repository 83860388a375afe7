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

  init(undoneBy commit: Commit, _ target: ObjectID) {
    self.init(
      commit: target.hex, time: commit.time,
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
/// message.
enum UndoMark: Hashable {
  /// Takes an operation back; named by the commit in which that ended.
  case undo(ObjectID)
  /// Makes it again.
  case redo(ObjectID)

  private static let undoKey = "Memo-Undo"
  private static let redoKey = "Memo-Redo"
  /// How an undo's subject begins; the operation's own follows.
  static let undoWord = "undo: "

  /// The mark in a message; nil for every other commit.
  init?(_ message: String) {
    for line in message.split(separator: "\n").reversed() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let id = ObjectID(hex: String(parts[1]).trimmingSpaces) else {
        continue
      }
      switch parts[0] {
      case Self.undoKey: self = .undo(id)
      case Self.redoKey: self = .redo(id)
      default: continue
      }
      return
    }
    return nil
  }

  var target: ObjectID {
    switch self {
    case .undo(let id), .redo(let id): id
    }
  }

  var trailer: String {
    switch self {
    case .undo(let id): "\(Self.undoKey): \(id.hex)"
    case .redo(let id): "\(Self.redoKey): \(id.hex)"
    }
  }

  func subject(of operation: Operation) -> String {
    switch self {
    case .undo: Self.undoWord + operation.subject
    case .redo: "redo: " + operation.subject
    }
  }
}
