/// A file of the work tree that a change replaces, makes or removes.
struct FileEdit: Hashable {
  /// Relative to the repository.
  var path: String
  /// What is in the file now, and may be replaced; nil when nothing may be there.
  var before: [UInt8]?
  /// What will be in it; nil when it goes.
  var after: [UInt8]?
  /// Nil leaves the permissions as they are.
  var isExecutable: Bool?
}

extension FileEdit {
  /// New files first, so that at every moment each task is in at least one.
  static func inOrder(_ edits: [FileEdit]) -> [FileEdit] {
    edits.filter { $0.after != nil } + edits.filter { $0.after == nil }
  }
}
