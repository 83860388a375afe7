package import Git
package import StoreFiles
package import TaskFile
package import TaskHistory

/// Writes commits as `git commit` does: hooks have their say, and what is to be signed is.
package struct CommitWriter {
  let git: StoreGit
  private let signatures: Signatures
  /// Nil for a trial, which nobody else is to hear of.
  private let hooks: Hooks?
  /// Nil when commits are not to be signed.
  private let signer: CommitSigner?
  /// What `i18n.commitEncoding` names; nil for UTF-8.
  private let encoding: String?
  let environment: Environment
  /// Whether commits are only looked at; then no operation begins.
  private let isTrial: Bool

  init(_ git: StoreGit, _ signatures: Signatures, _ environment: Environment) throws(MemoError) {
    self.git = git
    self.signatures = signatures
    self.environment = environment
    isTrial = false
    hooks = try Hooks(git, environment, author: signatures.author)
    signer = try CommitSigner(git, environment, committer: signatures.committer)
    encoding = try git.run(
      "read the configuration",
      git.repository.string("i18n.commitEncoding").flatMap {
        TextEncoding.isUTF8($0) ? nil : $0
      })
  }

  /// Writes commits that are only looked at: neither signed nor shown to a hook.
  package init(trial git: StoreGit, _ signatures: Signatures, _ environment: Environment) {
    self.git = git
    self.signatures = signatures
    hooks = nil
    signer = nil
    encoding = nil
    isTrial = true
    self.environment = environment
  }

  /// A name for what is about to be done; nil for a trial.
  func newOperation() -> TaskID? {
    guard !isTrial else { return nil }
    var random = EnvironmentRandom(environment)
    return TaskID.random(using: &random)
  }

  /// Writes a commit on top of others; no reference moves.
  ///
  /// - Parameters:
  ///   - edits: What is different from the first parent's files.
  ///   - parents: Several for a merge.
  ///   - operation: What it belongs to; nil for one that begins with it.
  ///   - saved: When it was done, in seconds since 1970; nil for now.
  /// - Throws: ``MemoError`` of kind `refused` when a hook says no or it can't be signed.
  package func write(
    _ edits: [TreeEdit], on parents: [ObjectID], _ message: String, _ kind: OperationMark.Kind,
    of operation: TaskID? = nil, saved: Int64? = nil
  ) throws(MemoError) -> ObjectID {
    var (author, committer) = (signatures.author, signatures.committer)
    if let saved {
      author.seconds = saved
      author.offsetMinutes = environment.utcOffset(saved) / 60
    }
    let tree = try git.run(
      "write a commit", git.repository.writeTree(basedOn: parents.first, edits))
    var message = message
    if let id = operation ?? newOperation() {
      message = Trailers.adding([OperationMark(id: id, kind: kind).trailer], to: message)
    }
    if let hooks {
      let lines = Trailers(message).lines
      message = try hooks.ask(
        about: tree, edits.map(\.path), message, by: author, isMerge: parents.count > 1)
      // A hook may write whatever people read, but undo and journal need to know the commit.
      let kept = Set(Trailers(message).lines)
      message = Trailers.adding(lines.filter { !kept.contains($0) }.map(\.text), to: message)
    }
    guard signer != nil || encoding != nil else {
      return try git.run(
        "write a commit",
        git.repository.writeCommit(
          tree: tree, parents: parents, message: message, author: author, committer: committer))
    }
    let text = try git.run(
      "write a commit",
      git.repository.commitContent(
        tree: tree, parents: parents, message: message, author: author, committer: committer))
    let content = encoding.flatMap { encoded(text, $0) } ?? Array(text.utf8)
    // Not with `map`: its closure loses the typed error.
    var signature: String?
    if let signer { signature = try signer.sign(content) }
    return try git.run("write a commit", git.repository.writeCommit(content, signature: signature))
  }

  /// A commit in another encoding, which it names; nil for one that can't be written in it,
  /// and is better left in UTF-8 than with question marks.
  private func encoded(_ text: String, _ encoding: String) -> [UInt8]? {
    guard let end = text.firstRange(of: "\n\n") else { return nil }
    var text = text
    text.insert(contentsOf: "\nencoding \(encoding)", at: end.lowerBound)
    return TextEncoding.converted(Array(text.utf8), from: "UTF-8", to: encoding)
  }
}

extension TreeEdit {
  fileprivate var path: String {
    switch self {
    case .put(let path, _, _), .remove(let path): path
    }
  }
}
