package import Git
internal import TaskFile

extension FileEdit {
  /// New files first, so that each task is in at least one file at any time.
  ///
  /// New files get their origins among the removed ones, so that a moved file keeps its permissions.
  package static func inOrder(_ edits: [FileEdit]) -> [FileEdit] {
    let gone = edits.filter { $0.after == nil }
    var files = edits.filter { $0.after != nil }
    guard !gone.isEmpty, files.contains(where: { $0.before == nil && $0.movedFrom == nil }) else {
      return files + gone
    }
    // By name and content, and by name alone where only one file has it.
    var alike: [NamedContent: String] = [:]
    var named: [PathKey: (path: String, isOnly: Bool)] = [:]
    for edit in gone {
      let name = PathKey(Paths.name(of: edit.path))
      let content = NamedContent(name: name, bytes: edit.before)
      alike[content] = alike[content] ?? edit.path
      named[name] = (edit.path, named[name] == nil)
    }
    // A renamed task. Thousands that only moved need not be read for it.
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
