package import Git
internal import TaskFile

extension FileEdit {
  /// New files first, so that each task is in at least one file at any time.
  ///
  /// New files get their origins among the removed ones, so that a moved file keeps its permissions.
  package static func inOrder(_ edits: [FileEdit]) -> [FileEdit] {
    let gone = edits.filter { $0.after == nil }
    let files = edits.filter { $0.after != nil }
    guard !gone.isEmpty, files.contains(where: { $0.before == nil && $0.movedFrom == nil }) else {
      return files + gone
    }
    func id(in bytes: [UInt8]) -> TaskID? { TaskDocument(bytes).id }
    var origins: [TaskID: String] = [:]
    var named: [PathKey: [FileEdit]] = [:]
    for edit in gone {
      if let id = edit.before.flatMap(id(in:)) { origins[id] = edit.path }
      named[PathKey(Paths.name(of: edit.path)), default: []].append(edit)
    }
    let moved = files.map { edit in
      guard edit.before == nil, edit.movedFrom == nil else { return edit }
      var edit = edit
      if let id = edit.after.flatMap(id(in:)) {
        edit.movedFrom = origins[id]
      } else {
        // For a file without an id: by its name and content.
        let alike = named[PathKey(Paths.name(of: edit.path))] ?? []
        let origin = alike.first { $0.before == edit.after } ?? (alike.count == 1 ? alike[0] : nil)
        edit.movedFrom = origin?.path
      }
      return edit
    }
    return moved + gone
  }
}
