internal import Git
internal import StoreFiles

/// A hook that runs after a commit or merge and can't refuse it.
package enum FinalHook: String, CaseIterable {
  case postCommit = "post-commit"
  case postMerge = "post-merge"
}

/// The user's hooks around a commit, from `core.hooksPath` or `.git/hooks`.
struct Hooks {
  private let git: StoreGit
  private let folder: String
  private var variables: [String: String]
  private let onMessage: (@Sendable (String) -> Void)?

  /// - Parameter author: The author for the hooks' environment.
  init(_ git: StoreGit, _ environment: Environment, author: Signature) throws(MemoError) {
    self.git = git
    let configured = try git.run("read core.hooksPath", git.repository.string("core.hooksPath"))
    let repository = git.repository
    folder =
      configured.map { Paths.absolute($0, from: git.files.path, home: environment.home) }
      ?? "\(repository.commonDirectory)/hooks"
    onMessage = environment.onMessage
    var variables = environment.variables
    variables["GIT_PREFIX"] = ""
    variables["GIT_EDITOR"] = ":"
    variables.merge(author.variables("AUTHOR")) { $1 }
    // In a linked work tree, a hook's git commands must use this work tree.
    if repository.gitDirectory != "\(git.files.path)/.git" {
      variables["GIT_DIR"] = repository.gitDirectory
      variables["GIT_WORK_TREE"] = git.files.path
    }
    self.variables = variables
  }

  func canRefuse() throws(MemoError) -> Bool {
    for name in ["pre-commit", "prepare-commit-msg", "commit-msg"]
    where try path(of: name) != nil {
      return true
    }
    return false
  }

  /// Writes an index of the files to commit, which the next hooks use.
  ///
  /// - Parameter tree: The last commit's tree, whose files are in the work tree.
  mutating func writeIndex(of tree: ObjectID) throws(MemoError) {
    removeIndex()
    try git.run("write an index for the hooks", git.repository.writeIndexFile(index, of: tree))
    variables["GIT_INDEX_FILE"] = index
  }

  /// The next call of ``writeIndex(of:)`` removes a remaining file.
  func removeIndex() { try? WorkTree.removeFile(index) }

  private var index: String { "\(git.repository.gitDirectory)/memo/commit-index" }

  /// Runs pre-commit.
  ///
  /// - Parameter subjects: The subjects of the files' commits.
  /// - Returns: Files that the hook staged with another content.
  func askAboutFiles(
    _ changes: [FileChange], _ subjects: [String]
  ) throws(MemoError) -> [FileChange] {
    let name = "pre-commit"
    guard !changes.isEmpty, let path = try path(of: name) else { return [] }
    let ending = try run(path)
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

  /// Runs prepare-commit-msg and commit-msg for one commit.
  ///
  /// - Returns: The message after the hooks.
  func askAboutMessage(of commit: Commit) throws(MemoError) -> String {
    var hooks = self
    hooks.variables.merge(commit.author.variables("AUTHOR")) { $1 }
    let (message, isMerge) = (commit.message, commit.parents.count > 1)
    let file = "\(git.repository.gitDirectory)/\(Self.messageFile)"
    try MemoError.rethrowing(WorkTree.write(message.utf8, to: file))
    for (name, arguments) in [
      ("prepare-commit-msg", [file, isMerge ? "merge" : "message"]), ("commit-msg", [file]),
    ] {
      guard let path = try path(of: name) else { continue }
      let ending = try hooks.run(path, arguments)
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
        .refused, "a hook removed the whole commit message",
        hints: ["the hooks are in \(self.folder)"])
    }
    return cleaned
  }

  func run(_ hook: FinalHook) {
    // The commit is made; the next commit reports the error.
    guard let path = (try? path(of: hook.rawValue)) ?? nil,
      let ending = try? run(path, hook == .postMerge ? ["0"] : [])
    else { return }
    tell(ending)
  }

  private func tell(_ ending: Program.Ending) {
    if !ending.output.isEmpty { onMessage?(ending.output.endingLine) }
  }

  private static let messageFile = "COMMIT_EDITMSG"

  /// The path of an executable hook; nil if there is none.
  ///
  /// - Throws: ``MemoError`` if the path can't be read, since the hook might refuse.
  private func path(of name: String) throws(MemoError) -> String? {
    let path = "\(folder)/\(name)"
    if Store.isProgram(path) { return path }
    _ = try MemoError.rethrowing(WorkTree.knownStatus(at: path))
    return nil
  }

  /// Runs a hook in the top folder, as git does.
  private func run(
    _ path: String, _ arguments: [String] = []
  ) throws(MemoError) -> Program.Ending {
    // The shell also runs scripts without `#!`.
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
    var error = MemoError(
      .refused,
      "the \(hook) hook refused " + shown.joined(separator: ", ")
        + (rest > 0 ? " and \(rest) more" : ""),
      details: ending.output.split(separator: "\n").map(String.init),
      hints: ["the hook is \(path)"])
    error.isOfSkippableHook = ["pre-commit", "commit-msg"].contains(hook)
    return error
  }
}

extension Signature {
  /// git's variables for an identity, such as `GIT_AUTHOR_NAME`.
  func variables(_ role: String) -> [String: String] {
    [
      "GIT_\(role)_NAME": name, "GIT_\(role)_EMAIL": email,
      "GIT_\(role)_DATE": "@\(seconds) \(zone)",
    ]
  }
}

extension String {
  fileprivate var endingLine: String { hasSuffix("\n") ? self : self + "\n" }

  /// The text without trailing white space, and without leading, trailing and repeated blank lines.
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
