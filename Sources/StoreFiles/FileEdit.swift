package import Git
internal import TaskFile

extension FileEdit {
  /// Sorts edits so that each task is always in at least one file: removals last.
  ///
  /// Also finds out which removed file each new file came from, so that a moved file keeps its
  /// permissions.
  package static func inOrder(_ edits: [FileEdit]) -> [FileEdit] {
    let gone = edits.filter { $0.after == nil }
    var files = edits.filter { $0.after != nil }
    guard !gone.isEmpty, files.contains(where: { $0.before == nil && $0.movedFrom == nil }) else {
      return files + gone
    }
    // Match by name and content first, then by a name that occurs once.
    var alike: [NamedContent: String] = [:]
    var named: [PathKey: (path: String, isOnly: Bool)] = [:]
    for edit in gone {
      let name = PathKey(Paths.name(of: edit.path))
      let content = NamedContent(name: name, bytes: edit.before)
      alike[content] = alike[content] ?? edit.path
      named[name] = (edit.path, named[name] == nil)
    }
    // Match renamed tasks by id. The dictionary is lazy, since reading thousands of moved files is
    // slow.
    lazy var tasks = Dictionary(
      gone.compactMap { edit in edit.before.flatMap(id(in:)).map { ($0, edit.path) } },
      uniquingKeysWith: { first, _ in first })
    for (index, edit) in files.enumerated() where edit.before == nil && edit.movedFrom == nil {
      let name = PathKey(Paths.name(of: edit.path))
      if let origin = alike[NamedContent(name: name, bytes: edit.after)] {
        files[index].movedFrom = origin
      } else if let only = named[name], only.isOnly {
        files[index].movedFrom = only.path
      } else {
        files[index].movedFrom = edit.after.flatMap(id(in:)).flatMap { tasks[$0] }
      }
    }
    return files + gone
  }

  private struct NamedContent: Hashable {
    var name: PathKey
    var bytes: [UInt8]?
  }

  private static func id(in bytes: [UInt8]) -> TaskID? {
    TaskDocument(bytes).id
  }
}
