package import Git
package import TaskFile

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
  var names: [OperationName]

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
  /// By which a commit is known that holds files as they were before a store began.
  package static let asFoundTrailer = "Memo-Adopt: as found"

  var isAsFound: Bool {
    Trailers(message).lines.contains { $0.text == Self.asFoundTrailer }
  }
}
