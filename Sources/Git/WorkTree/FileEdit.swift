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

extension [FileEdit] {
  /// One edit for each path, with the first content before and the last content after.
  public var merged: [FileEdit] {
    var merged: [FileEdit] = []
    var places: [PathKey: Int] = [:]
    for var edit in self {
      // A move from a path of an earlier edit comes from that edit's source: the path itself may
      // never exist.
      if let source = edit.movedFrom, let place = places[PathKey(source)] {
        edit.movedFrom = merged[place].movedFrom ?? source
      }
      guard let place = places[PathKey(edit.path)] else {
        places[PathKey(edit.path)] = merged.count
        merged.append(edit)
        continue
      }
      let first = merged[place]
      edit.before = first.before
      edit.isExecutable = edit.isExecutable ?? first.isExecutable
      edit.movedFrom = edit.movedFrom ?? first.movedFrom
      merged[place] = edit
    }
    return merged.filter { $0.before != nil || $0.after != nil }
  }
}
