internal import CGit2
internal import Platform

/// An error reported by libgit2, or by a check made before calling it.
public struct GitError: Error, Hashable, Sendable {
  /// What went wrong, in a form a caller can act on.
  public var code: Code
  /// The libgit2 function that failed.
  public var operation: String
  /// The human-readable reason.
  public var message: String
  /// What the other side, or a program on the way there, said about it, line by line.
  public var details: [String]
  /// The part of the repository that it is about, where libgit2's class of errors says it.
  public var area: Area?

  public enum Area: Hashable, Sendable {
    /// Commits, folders, texts.
    case objects
    /// Branches and HEAD.
    case references
    case configuration
    /// A call of the operating system.
    case system
  }

  public init(
    code: Code, operation: StaticString, message: String, details: [String] = []
  ) {
    self.code = code
    self.operation = "\(operation)"
    self.message = message
    self.details = details
  }
}

extension GitError {
  /// A libgit2 return code, or one of memo's own above 1000.
  ///
  /// A struct and not an enum, so that a code added by a newer libgit2 survives the trip.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let generic = Code(rawValue: GIT_ERROR.rawValue)
    public static let notFound = Code(rawValue: GIT_ENOTFOUND.rawValue)
    /// Few digits, which several objects' names begin with, or too few for any.
    public static let ambiguous = Code(rawValue: GIT_EAMBIGUOUS.rawValue)
    public static let exists = Code(rawValue: GIT_EEXISTS.rawValue)
    public static let cancelled = Code(rawValue: GIT_EUSER.rawValue)
    public static let invalidSpecification = Code(rawValue: GIT_EINVALIDSPEC.rawValue)
    public static let locked = Code(rawValue: GIT_ELOCKED.rawValue)
    public static let modified = Code(rawValue: GIT_EMODIFIED.rawValue)
    public static let wrongOwner = Code(rawValue: GIT_EOWNER.rawValue)
    /// Something in the environment or the configuration can't be understood.
    public static let invalid = Code(rawValue: 1003)
    /// A filter that memo can't run stands between a file and its blob.
    public static let filtered = Code(rawValue: 1004)
    /// An object is elsewhere: this is a partial clone, and libgit2 fetches nothing by itself.
    public static let partialClone = Code(rawValue: 1021)
    /// An object is not here, and nobody has promised it: the repository is damaged.
    public static let missingObject = Code(rawValue: 1023)
    /// The repository is of a kind that libgit2 can't read.
    public static let unsupportedFormat = Code(rawValue: 1022)
    /// Git's index shares its entries with another file.
    public static let splitIndex = Code(rawValue: 1024)
    /// Git's index has folders in place of the files that a sparse checkout leaves out.
    public static let sparseIndex = Code(rawValue: 1025)
    /// Git's index can't be read by git, either; the only detail is where it lies.
    public static let damagedIndex = Code(rawValue: 1026)
    /// An object's file, the only detail, was cut off, or holds something else; libgit2 hands the
    /// number on.
    public static let damagedObject = Code(rawValue: -1027)
    /// A branch that has a log, and no commit; the only detail is a command that gives it the last
    /// one of the log again.
    public static let lostBranch = Code(rawValue: 1030)
    /// More than memo looks at.
    public static let tooLarge = Code(rawValue: 1013)
    /// A commit has a file where git checks none out.
    public static let forbiddenPath = Code(rawValue: 1031)
    /// Something of the repository's may not be read.
    public static let unreadable = Code(rawValue: 1014)
    /// Git doesn't know the user's name or address.
    public static let identityMissing = Code(rawValue: 1002)
    /// git could not talk to a remote; the message is the first thing that it said about that.
    public static let remote = Code(rawValue: 1001)
    /// A transfer got no further for too long.
    public static let timedOut = Code(rawValue: 1006)
    /// A program that is needed, as git, is not installed.
    public static let programMissing = Code(rawValue: 1007)
    /// Something could not be forced to the disk; to do it all again may work.
    public static let unsynchronized = Code(rawValue: 1011)
    /// A commit that no git makes, and libgit2 can't read.
    public static let brokenCommit = Code(rawValue: 1012)
  }
}

extension GitError {
  /// Whether an error's words say that the disk, or the user's share of it, is full.
  public static func tellsOfFullDisk(_ message: String) -> Bool {
    [ENOSPC, EDQUOT].contains { message.contains(String(cString: strerror($0))) }
  }
}

extension GitError: CustomStringConvertible {
  public var description: String { "\(message) (\(operation), \(code.rawValue))" }
}

extension GitError {
  /// Reads, and clears, the error libgit2 keeps for the current thread.
  ///
  /// Must run on the thread of the failed call, before any other libgit2 call: keep call and
  /// check in one synchronous function.
  static func last(_ status: Int32, _ operation: StaticString) -> GitError {
    defer { git_error_clear() }
    // libgit2 may fail without recording a message.
    let told = git_error_last()?.pointee
    let message = told?.message.map { String(cString: $0) }
    var error = GitError(
      code: isAboutWaiting(message) ? .unsynchronized : Code(rawValue: status),
      operation: operation, message: message ?? "libgit2 gave no reason")
    if error.code == .damagedObject {
      error.details = [error.message]
      error.message += " is damaged"
    }
    error.area =
      switch UInt32(truncatingIfNeeded: told?.klass ?? 0) {
      case GIT_ERROR_ODB.rawValue, GIT_ERROR_ZLIB.rawValue: .objects
      case GIT_ERROR_REFERENCE.rawValue: .references
      case GIT_ERROR_CONFIG.rawValue: .configuration
      case GIT_ERROR_OS.rawValue: .system
      default: nil
      }
    return error.ofBrokenCommit.ofClosedFile
  }

  /// A repository that libgit2 can't read.
  ///
  /// - Parameter wayOut: A hint, if there is one.
  static func unsupported(_ reason: String, _ wayOut: String? = nil) -> GitError {
    GitError(
      code: .unsupportedFormat, operation: "git_repository_open_ext", message: reason,
      details: wayOut.map { [$0] } ?? [])
  }

  /// - Parameter error: Why something of the repository can't be seen.
  init(_ error: FileError, _ operation: StaticString) {
    self.init(
      code: .unreadable, operation: operation, message: error.description, details: [error.path])
  }

  /// Whether it only failed because the disk could not be asked to wait.
  ///
  /// Not every file system can do that, least of all with folders; git then goes on, and from
  /// now on so does libgit2. That, and which of its calls it was, libgit2 1.5 to 1.9 only tells
  /// in words; tests make each fsync fail, and would not get through with others.
  private static func isAboutWaiting(_ message: String?) -> Bool {
    guard let message, ["failed to fsync", "could not fsync"].contains(where: message.hasPrefix)
    else { return false }
    func ends(_ code: Int32) -> Bool { message.hasSuffix(String(cString: strerror(code))) }
    if [EINVAL, ENOSYS, ENOTSUP, EPERM].contains(where: ends) {
      memo_git2_set_durable(0)
      return true
    }
    return ends(EINTR)
  }

  /// What libgit2 says of a file that may not be read: that somebody has locked it.
  ///
  /// Only its words name the file; whether it is closed, the system is asked, and without a file it
  /// stays a lock. `ClosedRepositoryTests` closes such files, and fails when none is found there.
  private var ofClosedFile: GitError {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    guard code == .locked, parts.count > 2, access(String(parts[1]), R_OK | W_OK) != 0,
      errno == EACCES
    else { return self }
    var error = self
    error.code = .unreadable
    error.message = "\(parts[1]) may not be read or written"
    error.details = [String(parts[1])]
    return error
  }

  /// What libgit2 says of a commit that no git makes, in words; other errors as they are.
  ///
  /// Its code is the general one, and its class that of many other errors. `StrangeDateTests` makes
  /// such commits, and fails when the words are others.
  private var ofBrokenCommit: GitError {
    guard message.contains("failed to parse signature") || message.contains("to parse bad commit")
    else { return self }
    var error = self
    error.code = .brokenCommit
    error.details = [message]
    error.message =
      message.contains("timestamp") ? "a commit's date is invalid" : "a commit's header is broken"
    return error
  }
}

/// Turns a negative libgit2 status into a thrown ``GitError``.
@discardableResult
func check(_ operation: StaticString, _ status: Int32) throws(GitError) -> Int32 {
  guard status >= 0 else { throw .last(status, operation) }
  return status
}

/// Like ``check(_:_:)``, but "not found" is an answer: false.
func checkFound(_ operation: StaticString, _ status: Int32) throws(GitError) -> Bool {
  guard status != GIT_ENOTFOUND.rawValue else {
    git_error_clear()
    return false
  }
  try check(operation, status)
  return true
}
