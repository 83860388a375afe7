internal import Platform

/// A failed file operation.
public struct FileError: Error, Hashable, Sendable {
  /// The operation, as a verb: "read", "write", "remove", "list", "lock".
  public var operation: String
  /// The path in the form that the caller used.
  public var path: String
  public var reason: Reason

  public enum Reason: Hashable, Sendable {
    /// Another program changed the file since it was read.
    case changed
    /// In place of a file or folder.
    case symbolicLink
    /// A pipe, a folder or another special file.
    case notRegular
    /// git checks out no file at this path: it leads into the repository or out of the folder.
    case forbiddenName
    case busy
    /// The file is larger than the caller's limit.
    case tooLarge
    case system(Int32)
  }

  init(_ operation: String, _ path: String, _ reason: Reason) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  /// A file's content is not the expected one.
  public static func changed(_ path: String) -> FileError { FileError("write", path, .changed) }

  /// Call it directly after the failed call.
  static func last(_ operation: String, _ path: String) -> FileError {
    let code = errno
    return FileError(operation, path, code == ELOOP ? .symbolicLink : .system(code))
  }
}

extension FileError {
  public var isMissing: Bool { reason == .system(ENOENT) || reason == .system(ENOTDIR) }
  /// A file is in place of a folder in the path.
  public var isNoFolder: Bool { reason == .system(ENOTDIR) }
  public var isTaken: Bool { reason == .system(EEXIST) }
  /// The disk or the user's quota is full.
  public var isFull: Bool { reason == .system(ENOSPC) || reason == .system(EDQUOT) }
  public var isReadOnly: Bool { reason == .system(EROFS) }
  public var isTooLong: Bool { reason == .system(ENAMETOOLONG) }
  /// The user lacks the permission, or the file system is read-only.
  public var isForbidden: Bool {
    [EACCES, EPERM, EROFS].contains { reason == .system($0) }
  }
}

extension FileError {
  /// The error of writing in a folder, found without a write; nil if allowed, or if the folder is
  /// missing.
  package static func obstacle(toWritingIn folder: String) -> FileError? {
    guard access(folder, W_OK) != 0 else { return nil }
    let error = FileError.last("write", folder)
    return error.isForbidden ? error : nil
  }

  /// The error of reading a file, found without a read; nil if allowed, or if the file is missing.
  ///
  /// - Parameter path: Relative to `folder`, which the error doesn't name.
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
