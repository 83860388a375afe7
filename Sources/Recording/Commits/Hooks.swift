internal import Git
internal import StoreFiles

/// A hook that can't refuse anything any more.
package enum FinalHook: String, CaseIterable {
  case postCommit = "post-commit"
  case postMerge = "post-merge"
}

/// The user's programs that git runs around a commit and before a push: `core.hooksPath`, or `.git/hooks`.
struct Hooks {
  private let git: StoreGit
  private let folder: String
  private var variables: [String: String]
  private let hear: (@Sendable (String) -> Void)?

  /// - Parameter author: Whom the hooks are told about; nil where nothing is committed.
  init(_ git: StoreGit, _ environment: Environment, author: Signature?) throws(MemoError) {
    self.git = git
    let configured = try git.run("read core.hooksPath", git.repository.string("core.hooksPath"))
    let repository = git.repository
    folder =
      configured.map { Paths.absolute($0, from: git.files.path, home: environment.home) }
      ?? "\(repository.commonDirectory)/hooks"
    hear = environment.hear
    var variables = environment.variables
    variables["GIT_PREFIX"] = ""
    if let author {
      variables["GIT_EDITOR"] = ":"
      variables.merge(Self.variables(of: author)) { $1 }
    }
    // Of a linked work tree: what a hook calls git for is this one's.
    if repository.gitDirectory != "\(git.files.path)/.git" {
      variables["GIT_DIR"] = repository.gitDirectory
      variables["GIT_WORK_TREE"] = git.files.path
    }
    self.variables = variables
  }

  private static func variables(of author: Signature) -> [String: String] {
    [
      "GIT_AUTHOR_NAME": author.name, "GIT_AUTHOR_EMAIL": author.email,
      "GIT_AUTHOR_DATE": "@\(author.seconds) \(author.zone)",
    ]
  }

  /// Whether a hook is there that may refuse a commit.
  func canRefuse() throws(MemoError) -> Bool {
    for name in ["pre-commit", "pre-merge-commit", "prepare-commit-msg", "commit-msg"]
    where try path(of: name) != nil {
      return true
    }
    return false
  }

  /// Lets hooks look at the files that are about to be committed, and at their messages.
  ///
  /// - Parameters:
  ///   - tree: What the last of the commits has; the files are in the work tree already.
  ///   - body: Gets the path of an index that has the tree.
  func withIndex<Value>(
    of tree: ObjectID, _ body: (String) throws(MemoError) -> Value
  ) throws(MemoError) -> Value {
    let index = "\(git.repository.gitDirectory)/memo/commit-index"
    // What stays is written over the next time.
    try? WorkTree.removeFile(index)
    defer { try? WorkTree.removeFile(index) }
    try git.run("write an index for the hooks", git.repository.writeIndexFile(index, of: tree))
    return try body(index)
  }

  /// Asks pre-commit, or pre-merge-commit.
  ///
  /// - Parameters:
  ///   - changes: The files that are about to be committed.
  ///   - subjects: Of the commits that they are in.
  /// - Returns: Those of the files that the hook staged in another form.
  func askAboutFiles(
    _ changes: [FileChange], _ subjects: [String], isMerge: Bool, _ index: String
  ) throws(MemoError) -> [FileChange] {
    let name = isMerge ? "pre-merge-commit" : "pre-commit"
    guard let path = try path(of: name) else { return [] }
    let ending = try run(path, [], index: index)
    guard ending.isSuccess else {
      throw .refused(by: name, path, subjects, ending)
    }
    tell(ending)
    let staged = try git.run(
      "read what the hook staged",
      git.repository.entries(at: changes.map(\.path), inIndexFile: index))
    return zip(changes, staged).compactMap { change, staged in
      staged == change.after
        ? nil : FileChange(path: change.path, before: change.after, after: staged)
    }
  }

  /// Asks prepare-commit-msg and commit-msg about the message of one commit.
  ///
  /// - Returns: The message, as they want it.
  func askAboutMessage(
    _ message: String, by author: Signature, isMerge: Bool, _ index: String
  ) throws(MemoError) -> String {
    var hooks = self
    hooks.variables.merge(Self.variables(of: author)) { $1 }
    let file = "\(git.repository.gitDirectory)/\(Self.messageFile)"
    try MemoError.rethrowing(WorkTree.write(message.utf8, to: file))
    for (name, arguments) in [
      ("prepare-commit-msg", [file, isMerge ? "merge" : "message"]), ("commit-msg", [file]),
    ] {
      guard let path = try path(of: name) else { continue }
      let ending = try hooks.run(path, arguments, index: index)
      guard ending.isSuccess else {
        throw .refused(by: name, path, [String(message.prefix { $0 != "\n" })], ending)
      }
      tell(ending)
    }
    let text = try MemoError.rethrowing(
      String(decoding: WorkTree.knownContent(at: file) ?? [], as: UTF8.self))
    guard text != message else { return message }
    let cleaned = text.cleanedMessage
    guard !cleaned.isEmpty else {
      throw MemoError(
        .refused, "a hook left nothing of the commit's message",
        hints: ["the hooks are in \(self.folder)"])
    }
    return cleaned
  }

  /// Runs what follows a commit; whether it succeeds makes no difference.
  func run(_ hook: FinalHook) {
    // The commit is made; what can't be seen, the next one is refused for.
    guard let path = (try? path(of: hook.rawValue)) ?? nil,
      let ending = try? run(path, hook == .postMerge ? ["0"] : [], index: nil)
    else { return }
    tell(ending)
  }

  /// Tells what a hook said that lets pass.
  private func tell(_ ending: Program.Ending) {
    if !ending.output.isEmpty { hear?(ending.output.endingLine) }
  }

  private static let messageFile = "COMMIT_EDITMSG"

  /// A hook that is there and may be run.
  ///
  /// - Throws: ``MemoError`` where nobody can tell: what it would refuse is not let through.
  private func path(of name: String) throws(MemoError) -> String? {
    let path = "\(folder)/\(name)"
    if Store.isProgram(path) { return path }
    _ = try MemoError.rethrowing(WorkTree.knownStatus(at: path))
    return nil
  }

  /// Runs a hook as git does: in the top folder.
  private func run(
    _ path: String, _ arguments: [String], index: String?
  ) throws(MemoError) -> Program.Ending {
    var variables = variables
    if let index { variables["GIT_INDEX_FILE"] = index }
    // By the shell, which also runs scripts that don't say what runs them.
    var ending = try Program(
      "/bin/sh", ["-c", "exec \"$0\" \"$@\" 2>&1", path] + arguments, in: git.files.path,
      environment: variables
    ).run()
    ending.output = ending.output.withoutColors
    return ending
  }
}

extension MemoError {
  fileprivate static func refused(
    by hook: String, _ path: String, _ subjects: [String], _ ending: Program.Ending
  ) -> MemoError {
    let shown = subjects.prefix(3).map { "'\($0)'" }
    let rest = subjects.count - shown.count
    return MemoError(
      .refused,
      "the \(hook) hook refused " + shown.joined(separator: ", ")
        + (rest > 0 ? " and \(rest) more" : ""),
      details: ending.output.split(separator: "\n").map(String.init),
      hints: ["the hook is \(path)"])
  }
}

extension Signature {
  /// As git writes a zone: `+0930`.
  fileprivate var zone: String {
    let minutes = abs(offsetMinutes)
    let digits = String(10_000 + minutes / 60 * 100 + minutes % 60).dropFirst()
    return (offsetMinutes < 0 ? "-" : "+") + digits
  }
}

extension String {
  fileprivate var endingLine: String { hasSuffix("\n") ? self : self + "\n" }

  /// Without a terminal's colors, which some hooks write into a pipe as well.
  fileprivate var withoutColors: String {
    let parts = split(separator: "\u{1B}[", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
      let end = part.drop { $0.isNumber || ";:".contains($0) }
      text += end.first == "m" ? end.dropFirst() : "\u{1B}[\(part)"
    }
  }

  /// Without white space at the ends of lines, and without blank lines around or in a row.
  fileprivate var cleanedMessage: String {
    var lines: [Substring] = []
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      let end = line.lastIndex { !$0.isWhitespace }
      let kept = end.map { line[...$0] } ?? ""
      if !kept.isEmpty || lines.last?.isEmpty == false { lines.append(kept) }
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
  }
}
