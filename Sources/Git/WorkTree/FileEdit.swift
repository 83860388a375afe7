/// A replacement, creation or removal of a file in the work tree.
public struct FileEdit: Hashable, Sendable {
  /// Relative to the work tree.
  public var path: String
  /// The expected current content; nil if no file may exist.
  public var before: [UInt8]?
  /// The new content; nil to remove the file.
  public var after: [UInt8]?
  /// Nil to leave the permissions unchanged.
  public var isExecutable: Bool?
  /// The path that a new file is moved from; it keeps that file's permissions.
  public var movedFrom: String?

  public init(
    path: String, before: [UInt8]? = nil, after: [UInt8]? = nil, isExecutable: Bool? = nil,
    movedFrom: String? = nil
  ) {
    self.path = path
    self.before = before
    self.after = after
    self.isExecutable = isExecutable
    self.movedFrom = movedFrom
  }
}
