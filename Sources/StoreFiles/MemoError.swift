package import Git
public import TaskFile

/// A typed value that memo doesn't take, for messages in other languages.
public enum InvalidValue: Hashable, Sendable {
  /// - Parameter isPast: Whether the date is in the past, like a value of `--since`.
  case date(_ text: String, isPast: Bool)
  /// None of the words that the field takes.
  case word(_ text: String, allowed: [String])
  /// A condition, a value or a parenthesis of a filter is missing or unexpected.
  case incompleteFilter
  case unknownFilter(_ name: String)
  /// Anything else in a filter that was typed.
  case filter
  case filterOfSettings
}

/// An error with a message for the user.
public struct MemoError: Error, Hashable, Sendable {
  /// The kind of failure, from which the command line derives the exit code.
  public enum Kind: Hashable, Sendable {
    /// The command line can't be understood.
    case usage
    /// No store, or an unreadable one.
    case noStore
    /// No task has that name.
    case notFound
    /// Several tasks have that name.
    case ambiguous
    /// memo can't do this.
    case refused
    /// Many tasks were deleted by hand, and the user must confirm it.
    case unconfirmed
    /// The remote has an unrelated history, and the user must confirm the merge.
    case unrelated
    /// The branch has commits of other files, such as a project's code, and the user must confirm
    /// the push.
    case otherCommits
    /// The user must fix a task file first.
    case unreadable
    /// The branch has no remote to sync with.
    case noRemote
    /// The remote was unreachable or rejected the request.
    ///
    /// Everything is committed locally.
    case remote
    /// Another process holds the store's lock.
    case busy
    /// The user interrupted memo.
    ///
    /// No change is half done.
    case interrupted
    /// A file or reference changed meanwhile.
    ///
    /// A retry may work.
    case raced
    /// The user canceled, so that it is not an error.
    case givenUp
    /// A bug in memo.
    case bug
  }

  public var kind: Kind
  /// The failure and its reason, as a sentence without a full stop.
  ///
  /// Messages, details and hints lose the user names and passwords in URLs, since errors are
  /// printed and logged.
  public var message: String { didSet { message = message.hidingUserInfo } }
  /// More lines: candidates, files, the server's output.
  public var details: [String] { didSet { details = details.map(\.hidingUserInfo) } }
  /// Suggestions, the most likely first.
  public var hints: [String] { didSet { hints = hints.map(\.hidingUserInfo) } }
  /// The problem in a file that caused the failure.
  package var problem: StoreProblem?
  /// The typed value that caused the failure.
  package var invalidValue: InvalidValue?
  /// Whether a hook failed that `git commit --no-verify` skips.
  package var isOfSkippableHook = false

  public init(_ kind: Kind, _ message: String, details: [String] = [], hints: [String] = []) {
    self.kind = kind
    self.message = message.hidingUserInfo
    self.details = details.map(\.hidingUserInfo)
    self.hints = hints.map(\.hidingUserInfo)
  }
}

extension MemoError: CustomStringConvertible {
  public var description: String {
    ([message] + details.map { "  \($0)" } + hints.map { "hint: \($0)" }).joined(separator: "\n")
  }
}

/// A problem with a file of the store.
public struct StoreProblem: Hashable, Sendable {
  /// Relative to the store.
  public var path: String
  /// The position in the file, if the problem has one.
  public var place: Problem?
  public var message: String
  public var hint: String?

  public init(path: String, message: String, hint: String? = nil) {
    self.path = path
    self.message = message
    self.hint = hint
  }

  package init(path: String, _ problem: Problem) {
    self.path = path
    self.place = problem
    self.message = problem.message
    self.hint = problem.hint
  }
}

extension StoreProblem: CustomStringConvertible {
  /// In the format of compilers, such as `todo/milk.md:3:11: invalid date 'frday'`.
  public var description: String {
    "\(path):\(place.map { "\($0.line):\($0.column):" } ?? "") \(message)"
  }
}

extension MemoError {
  /// - Parameter kind: The kind, unless the error implies a more specific one.
  package init(_ error: FileError, kind: Kind = .refused) {
    self.init(kind, error.description)
    if error.reason == .changed || error.isTaken {
      self.kind = .raced
      hints = ["try again"]
    } else if error.operation == "list", error.isNoFolder || error.reason == .symbolicLink {
      hints = ["move away the file in the place of that folder, and try again"]
    } else if error.isFull {
      hints = ["make room on the disk and try again"]
    } else if error.operation == "lock",
      error.reason == .notRegular || error.reason == .symbolicLink
    {
      hints = ["memo makes this file itself: remove what is there, and try again"]
    } else if error.isReadOnly {
      hints = ["its file system can only be read; 'mount' shows how it is mounted"]
    } else if error.isForbidden {
      let isRead = ["read", "list", "open"].contains(error.operation)
      let place = isRead ? error.path : Paths.parent(of: error.path)
      hints = ["'ls -ld \((place.isEmpty ? "." : place).quotedForShell)' shows the permissions"]
    } else if error.isTooLong {
      hints = ["use a shorter name: most disks allow 255 bytes"]
    }
  }

  /// Converts the errors of a git call that has no ``StoreGit``.
  package static func rethrowing<Value: ~Copyable>(
    doing what: String, _ call: @autoclosure () throws(GitError) -> Value
  ) throws(MemoError) -> Value {
    do throws(GitError) {
      return try call()
    } catch {
      throw MemoError(error, doing: what)
    }
  }

  /// Converts the errors of a file system call.
  package static func rethrowing<Value: ~Copyable>(
    _ call: @autoclosure () throws(FileError) -> Value
  ) throws(MemoError) -> Value {
    do throws(FileError) {
      return try call()
    } catch {
      throw MemoError(error)
    }
  }

  /// - Parameter what: The failed action, such as "read the history".
  package init(_ error: GitError, doing what: String) {
    self.init(.refused, "can't \(what): \(error.message)")
    switch error.code {
    case .wrongOwner:
      kind = .noStore
      message = "can't \(what): the repository belongs to somebody else, and git doesn't trust it"
      let folder = (error.details.first ?? "PATH").quotedForShell
      hints = ["if you do: git config --global --add safe.directory \(folder)"]
    case .identityMissing:
      message = "git doesn't know who you are, so no commit can be made"
      hints = [
        "git config --global user.name \"Your Name\"",
        "git config --global user.email you@example.org",
      ]
    case .locked:
      message = "can't \(what): another git process holds a lock in the repository"
      kind = .busy
      hints = ["wait for it; if it was killed, remove that file"]
      details = [error.message]
    case .unreadable:
      hints = error.details.map { "'ls -ld \($0.quotedForShell)' shows the permissions" }
    case .filtered:
      hints = [
        "remove the attribute from the task folders, in .gitattributes or .git/info/attributes"
      ]
    case .partialClone:
      message = "can't \(what): this is a partial clone, and a part that is needed is not here"
      hints = [
        "'memo git fetch --refetch --no-filter' brings all of it",
        "'memo git config --unset remote.origin.partialclonefilter' keeps it that way",
      ]
    case .missingObject:
      message = "can't \(what): a part of the repository is missing, so it is damaged"
      hints = [
        "'memo git fsck' shows what is wrong",
        "'memo git fetch --refetch' brings what a remote has of it",
      ]
      details = [error.message]
    case .damagedObject:
      let file = error.details.first ?? ""
      message = "can't \(what): a part of the repository is damaged"
      hints = [
        file.hasSuffix(".idx")
          ? "'rm -f \(file.quotedForShell) && git index-pack "
            + "\("\(file.dropLast(4)).pack".quotedForShell)' makes it again"
          : "'rm -f \(file.quotedForShell) && memo git fetch --refetch' "
            + "brings what a remote has of it"
      ]
      details = [error.message]
    case .lostBranch:
      message = error.message
      hints = error.details.map { "'memo \($0)' gives it that again" }
    case .unsupportedFormat:
      kind = .noStore
      hints = error.details
    case .splitIndex:
      hints = [
        "'memo git update-index --no-split-index' makes it one file",
        "'memo git config core.splitIndex false' keeps it that way",
      ]
    case .sparseIndex:
      hints = [
        "'memo git sparse-checkout reapply --no-sparse-index' makes it a whole one; "
          + "the same files are left out"
      ]
    case .damagedIndex:
      let file = (error.details.first ?? ".git/index").quotedForShell
      hints = [
        "'rm \(file) && memo git reset' rebuilds it: no file changes, "
          + "and what was staged is not staged any more"
      ]
    case .tooLarge:
      hints = ["memo has limits that git doesn't have: use 'memo git'"]
    case .invalid:
      hints = ["fix it, and try again"]
    case .modified:
      kind = .raced
      message = "the branch was moved by another git process meanwhile"
      hints = ["try again"]
    case .unsynchronized:
      kind = .raced
      hints = ["try again"]
    default:
      explain(error, doing: what)
    }
  }

  /// Adds hints for errors without a specific code, by libgit2's error class.
  private mutating func explain(_ error: GitError, doing what: String) {
    if GitError.tellsOfFullDisk(error.message) {
      hints = ["make room on the disk and try again"]
      return
    }
    switch error.area {
    case .objects:
      message = "can't \(what): a part of the repository is damaged"
      details = [error.message]
      hints = [
        "'memo git fsck' shows what is wrong",
        "'memo git fetch --refetch' brings what a remote has of it",
      ]
    case .references:
      message = "can't \(what): a branch or HEAD is damaged"
      details = [error.message]
      hints = ["'memo git fsck' shows what is wrong, 'memo git reflog' where each branch was"]
    case .configuration:
      message = "can't \(what): git's configuration can't be read"
      details = [error.message]
      hints = ["'memo git config --list --show-origin' shows each setting and its file"]
    case .system:
      message = "can't \(what): the system refused it"
      details = [error.message]
      // Only libgit2's message contains the path.
      let parts = error.message.split(separator: "'", omittingEmptySubsequences: false)
      if parts.count > 2 {
        let folder = Paths.parent(of: String(parts[1])).quotedForShell
        hints = ["'ls -ld \(folder)' shows who may do what there"]
      }
    case nil: break
    }
  }

  package static func lockIsHeld(_ seconds: Double) -> MemoError {
    MemoError(
      .busy, "another memo has been changing this store for over \(Int(seconds)) seconds",
      hints: ["wait for it to end; 'ps aux | grep memo' shows it"])
  }
}
