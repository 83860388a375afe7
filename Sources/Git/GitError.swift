internal import CGit2
internal import Platform

/// An error of libgit2, of git, or of memo's own checks.
public struct GitError: Error, Hashable, Sendable {
  public var code: Code
  /// The failed libgit2 function or program.
  public var operation: String
  public var message: String
  /// Lines of output from git, a server or a helper program.
  ///
  /// For some codes the only detail is a path, or a command that helps.
  public var details: [String]
  /// The affected part, from libgit2's error class.
  public var area: Area?

  public enum Area: Hashable, Sendable {
    /// Commits, trees and blobs.
    case objects
    /// Branches and HEAD.
    case references
    case configuration
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
  /// A libgit2 return code, or one of memo's own.
  ///
  /// A struct, not an enum, so that codes of a newer libgit2 are kept.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let generic = Code(rawValue: GIT_ERROR.rawValue)
    public static let notFound = Code(rawValue: GIT_ENOTFOUND.rawValue)
    /// An id prefix that matches several objects, or is too short.
    public static let ambiguous = Code(rawValue: GIT_EAMBIGUOUS.rawValue)
    public static let cancelled = Code(rawValue: GIT_EUSER.rawValue)
    public static let invalidSpecification = Code(rawValue: GIT_EINVALIDSPEC.rawValue)
    public static let locked = Code(rawValue: GIT_ELOCKED.rawValue)
    public static let modified = Code(rawValue: GIT_EMODIFIED.rawValue)
    public static let wrongOwner = Code(rawValue: GIT_EOWNER.rawValue)
    /// An invalid value in the environment or the configuration.
    public static let invalid = Code(rawValue: 1003)
    /// A file has a filter that memo can't run.
    public static let filtered = Code(rawValue: 1004)
    /// An object is missing in a partial clone; libgit2 doesn't fetch it.
    public static let partialClone = Code(rawValue: 1021)
    /// An object is missing although this is not a partial clone: the repository is damaged.
    public static let missingObject = Code(rawValue: 1023)
    /// libgit2 can't read this repository format.
    public static let unsupportedFormat = Code(rawValue: 1022)
    /// The index is a split index, which shares entries with another file.
    public static let splitIndex = Code(rawValue: 1024)
    /// The index is sparse: it has folders in place of files that a sparse checkout excludes.
    public static let sparseIndex = Code(rawValue: 1025)
    /// git can't read the index either; the only detail is its path.
    public static let damagedIndex = Code(rawValue: 1026)
    /// An object's file is truncated or invalid; the only detail is its path.
    ///
    /// Negative, because libgit2 passes it through.
    public static let damagedObject = Code(rawValue: -1027)
    /// A branch has a reflog but no commit; the only detail is a command that restores the last
    /// commit.
    public static let lostBranch = Code(rawValue: 1030)
    /// More files or folders than memo's limit.
    public static let tooLarge = Code(rawValue: 1013)
    /// A commit has a file at a path that git doesn't check out.
    public static let forbiddenPath = Code(rawValue: 1031)
    public static let unreadable = Code(rawValue: 1014)
    /// git has no name or email address for the user.
    public static let identityMissing = Code(rawValue: 1002)
    /// git failed to talk to a remote; the message is git's first line about the failure.
    public static let remote = Code(rawValue: 1001)
    public static let timedOut = Code(rawValue: 1006)
    /// A required program, as git, is not installed.
    public static let programMissing = Code(rawValue: 1007)
    /// Data could not be flushed to disk; a retry may succeed.
    public static let unsynchronized = Code(rawValue: 1011)
  }
}

extension GitError {
  /// Whether the disk or the user's quota is full.
  public static func tellsOfFullDisk(_ message: String) -> Bool {
    [ENOSPC, EDQUOT].contains { message.contains(String(cString: strerror($0))) }
  }
}

extension GitError: CustomStringConvertible {
  public var description: String { "\(message) (\(operation), \(code.rawValue))" }
}

extension GitError {
  /// Reads and clears libgit2's error for the current thread.
  ///
  /// Call it on the thread of the failed call, before any other libgit2 call.
  static func last(_ status: Int32, _ operation: StaticString) -> GitError {
    defer { git_error_clear() }
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
    return error.ofClosedFile
  }

  /// - Parameter wayOut: A hint, or nil.
  static func unsupported(_ reason: String, _ wayOut: String? = nil) -> GitError {
    GitError(
      code: .unsupportedFormat, operation: "git_repository_open_ext", message: reason,
      details: wayOut.map { [$0] } ?? [])
  }

  init(_ error: FileError, _ operation: StaticString, in folder: String? = nil) {
    self.init(
      code: .unreadable, operation: operation, message: error.description,
      details: [folder.map { "\($0)/\(error.path)" } ?? error.path])
  }

  /// Converts the errors of a file system call.
  static func rethrowing<Value: ~Copyable>(
    _ operation: StaticString, _ call: @autoclosure () throws(FileError) -> Value
  ) throws(GitError) -> Value {
    do throws(FileError) {
      return try call()
    } catch {
      throw GitError(error, operation)
    }
  }

  /// Whether only flushing to disk failed; turns flushing off if the file system doesn't support
  /// it.
  ///
  /// Some file systems can't flush, especially folders; git then continues. libgit2 1.5 to 1.9
  /// reports a failed flush only in its message. Tests make each fsync fail, and would fail with
  /// another message.
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

  /// Replaces libgit2's error for an unreadable file, which it reports as locked.
  ///
  /// Only the message names the file. `access` decides whether it is unreadable; otherwise the
  /// error stays a lock. `ClosedRepositoryTests` fails if the message has no file name.
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
}

/// Throws a ``GitError`` for a negative libgit2 status.
@discardableResult
func check(_ operation: StaticString, _ status: Int32) throws(GitError) -> Int32 {
  guard status >= 0 else { throw .last(status, operation) }
  return status
}

/// Like ``check(_:_:)``, but returns false for "not found".
func checkFound(_ operation: StaticString, _ status: Int32) throws(GitError) -> Bool {
  guard status != GIT_ENOTFOUND.rawValue else {
    git_error_clear()
    return false
  }
  try check(operation, status)
  return true
}
