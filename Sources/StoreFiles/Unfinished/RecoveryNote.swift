package import Git

/// What a transition is about to do, as it stands in memo's lock file while it is at work.
///
/// `refs/heads/main OLD NEW REASON`, with `-` for a branch that has no commit yet; then, for each file
/// that is changed, its path behind the hash of the bytes that it holds until then, or `-`; then,
/// for each that goes elsewhere as it is, its path behind `<` and the new one behind `>`. What
/// a commit records of an edit that somebody made by hand is not among them: there is nothing
/// to do for it, and nothing to take back.
package struct RecoveryNote {
  package var reference: String
  package var old: ObjectID?
  package var new: ObjectID
  /// Why, for the reflog.
  package var reason: String
  /// What the files hold before they are changed; nil for one that is made.
  package var before: [(path: String, content: ObjectID?)]
  /// What goes elsewhere when the branch has moved.
  package var moves: [PathMove] = []

  /// - Throws: ``MemoError`` when libgit2 can't hash a content.
  package init(
    _ reference: String, from old: ObjectID?, to new: ObjectID, _ edits: [FileEdit],
    moves: [PathMove] = [], reason: String = ""
  ) throws(MemoError) {
    self.reference = reference
    self.old = old
    self.new = new
    self.reason = reason
    self.moves = moves
    before = try edits.map { edit throws(MemoError) in
      (edit.path, try edit.before.map { bytes throws(MemoError) in try Self.hash(bytes) })
    }
  }

  /// Nil for an empty note and for one that was cut off while it was written.
  package init?(_ text: String) {
    guard text.hasSuffix(Self.end) else { return nil }
    let lines = text.dropLast(Self.end.count).split(separator: "\0")
    let parts = (lines.first ?? "").split(
      separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, let new = ObjectID(hex: String(parts[2])) else { return nil }
    reference = String(parts[0])
    self.new = new
    reason = parts.count > 3 ? String(parts[3]) : "finish"
    before = []
    guard parts[1] == "-" || Self.id(parts[1]) != nil else { return nil }
    old = Self.id(parts[1])
    for line in lines.dropFirst() {
      guard let space = line.firstIndex(of: " ") else { return nil }
      let path = String(line[line.index(after: space)...])
      switch line[..<space] {
      case "<": moves.append(PathMove(from: path, to: path))
      case ">" where !moves.isEmpty: moves[moves.count - 1].to = path
      case let id: before.append((path, Self.id(id)))
      }
    }
  }

  package var text: String {
    var lines = ["\(reference) \(old?.hex ?? "-") \(new.hex) \(reason)"]
    lines += before.map { "\($0.content?.hex ?? "-") \($0.path)" }
    lines += moves.flatMap { ["< \($0.from)", "> \($0.to)"] }
    return lines.joined(separator: "\0") + Self.end
  }

  /// The note of who writes to the repository's configuration.
  package static let configuring = "configuring\n"

  static func hash(_ bytes: [UInt8]) throws(MemoError) -> ObjectID {
    try MemoError.rethrowing(doing: "note what is about to change", ObjectID.blob(bytes))
  }

  /// No path has a NUL in it.
  private static let end = "\0\n"

  private static func id(_ hex: Substring) -> ObjectID? {
    hex == "-" ? nil : ObjectID(hex: String(hex))
  }
}
