package import Git
internal import TaskFile

extension FileEdit {
  /// Merges the edits of each path, and sorts them so that each task is always in at least one
  /// file: removals last.
  ///
  /// Also finds out which removed file each new file came from, so that a moved file keeps its
  /// permissions.
  package static func inOrder(_ edits: [FileEdit]) -> [FileEdit] {
    var merged: [FileEdit] = []
    var places: [PathKey: Int] = [:]
    for var edit in edits {
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
      edit.before = merged[place].before
      edit.isExecutable = edit.isExecutable ?? merged[place].isExecutable
      edit.movedFrom = edit.movedFrom ?? merged[place].movedFrom
      merged[place] = edit
    }
    let gone = merged.filter { $0.before != nil && $0.after == nil }
    var files = merged.filter { $0.after != nil }
    guard !gone.isEmpty, files.contains(where: { $0.before == nil && $0.movedFrom == nil }) else {
      return files + gone
    }
    // Match by a name that occurs once, and renamed tasks by id.
    let named = Dictionary(grouping: gone) { PathKey(Paths.name(of: $0.path)) }
    // Lazy, since reading thousands of moved files is slow.
    lazy var tasks = Dictionary(
      gone.compactMap { edit in edit.before.flatMap(id(in:)).map { ($0, edit.path) } },
      uniquingKeysWith: { first, _ in first })
    for (index, edit) in files.enumerated() where edit.before == nil && edit.movedFrom == nil {
      let alike = named[PathKey(Paths.name(of: edit.path))] ?? []
      files[index].movedFrom =
        alike.count == 1 ? alike[0].path : edit.after.flatMap(id(in:)).flatMap { tasks[$0] }
    }
    return files + gone
  }

  private static func id(in bytes: [UInt8]) -> TaskID? {
    TaskDocument(bytes).id
  }
}
