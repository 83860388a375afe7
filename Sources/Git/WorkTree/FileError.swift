internal import Platform

/// The operating system's refusal to do something with a file.
public struct FileError: Error, Hashable, Sendable {
  /// What was being done, as a verb: "read", "write", "remove", "list", "lock".
  public var operation: String
  /// The file or folder, as the caller named it.
  public var path: String
  /// What stood in the way.
  public var reason: Reason

  /// Why the operating system, or a check made before asking it, said no.
  public enum Reason: Hashable, Sendable {
    /// Another program changed the file since it was read.
    case changed
    /// A symbolic link stands where a file or folder should be.
    case symbolicLink
    /// A pipe, a folder or the like stands where a file should be.
    case notRegular
    /// git checks no file out at such a path: it leads into the repository, or out of the folder.
    case forbiddenName
    /// Somebody else holds the lock.
    case busy
    /// More bytes than asked for.
    case tooLarge
    /// An error number of the operating system.
    case system(Int32)
  }

  init(_ operation: String, _ path: String, _ reason: Reason) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  /// A file that holds something else than what was read from it.
  public static func changed(_ path: String) -> FileError { FileError("write", path, .changed) }

  /// Reads `errno`; must follow the failed call directly.
  static func last(_ operation: String, _ path: String) -> FileError {
    let code = errno
    return FileError(operation, path, code == ELOOP ? .symbolicLink : .system(code))
  }
}

extension FileError {
  /// There is no such file or folder.
  public var isMissing: Bool { reason == .system(ENOENT) || reason == .system(ENOTDIR) }
  /// A file stands where a folder should be, or on the way there.
  public var isNoFolder: Bool { reason == .system(ENOTDIR) }
  /// Something of that name is there already.
  public var isTaken: Bool { reason == .system(EEXIST) }
  /// The disk, or the user's share of it, is full.
  public var isFull: Bool { reason == .system(ENOSPC) || reason == .system(EDQUOT) }
  /// The process, or the system, has as many files open as it may.
  public var isOutOfFiles: Bool { reason == .system(EMFILE) || reason == .system(ENFILE) }
  /// Nobody may write there, whoever it is.
  public var isReadOnly: Bool { reason == .system(EROFS) }
  /// The name is longer than the file system allows.
  public var isTooLong: Bool { reason == .system(ENAMETOOLONG) }
  /// The user may not do this here.
  public var isForbidden: Bool {
    [EACCES, EPERM, EROFS].contains { reason == .system($0) }
  }
}

extension FileError {
  /// Why this process may not write in a folder, as the system says without a try; nil where it may,
  /// or where there is none.
  package static func obstacle(toWritingIn folder: String) -> FileError? {
    guard access(folder, W_OK) != 0 else { return nil }
    let error = FileError.last("write", folder)
    return error.isForbidden ? error : nil
  }

  /// Why this process may not read a file, without a try; nil where it may, or where there is none.
  ///
  /// - Parameter path: In a folder, of which the error tells nothing.
  package static func obstacle(toReading path: String, in folder: String) -> FileError? {
    guard access("\(folder)/\(path)", R_OK) != 0 else { return nil }
    let error = FileError.last("read", path)
    return error.isForbidden ? error : nil
  }
}

extension FileError: CustomStringConvertible {
  public var description: String {
    "can't \(operation) \(path): \(why)"
  }

  /// What stood in the way, in words.
  package var why: String {
    switch reason {
    case .changed: "another program changed it meanwhile"
    case .symbolicLink: "it is a symbolic link, and memo never follows one"
    case .notRegular: "it is no regular file"
    case .forbiddenName: "git allows no such path"
    case .busy: "another process holds it"
    case .tooLarge: "it is too large"
    case .system(let code): String(cString: strerror(code))
    }
  }
}
