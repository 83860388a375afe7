internal import Git
internal import TaskFile

/// A file in the work tree that a change replaces, creates or removes.
package struct FileEdit: Hashable {
  /// Relative to the repository.
  package var path: String
  /// The present content, which may be replaced; nil if no file may be there.
  package var before: [UInt8]?
  /// The new content; nil to remove the file.
  package var after: [UInt8]?
  /// Nil to leave the permissions unchanged.
  package var isExecutable: Bool?
  /// The file that a new one comes from, with its permissions.
  package var movedFrom: String?

  package init(
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
  /// These edits followed by others as one step: for each path the first content before and the
  /// last one after.
  package func followed(by later: [FileEdit]) -> [FileEdit] {
    guard !isEmpty, !later.isEmpty else { return isEmpty ? later : self }
    var merged = self
    var places: [PathKey: Int] = [:]
    for (place, edit) in enumerated() { places[PathKey(edit.path)] = place }
    for var edit in later {
      // A file that is created and removed never exists.
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

extension FileEdit {
  /// New files first, so that each task is in at least one file at any time.
  package static func inOrder(_ edits: [FileEdit]) -> [FileEdit] {
    withOrigins(edits.filter { $0.after != nil }, edits.filter { $0.after == nil })
      + edits.filter { $0.after == nil }
  }

  /// Finds the origin of new files among removed ones, so that a moved file keeps its permissions.
  private static func withOrigins(_ files: [FileEdit], _ gone: [FileEdit]) -> [FileEdit] {
    guard !gone.isEmpty, files.contains(where: { $0.before == nil && $0.movedFrom == nil }) else {
      return files
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
    var found = files
    for (index, edit) in files.enumerated() where edit.before == nil && edit.movedFrom == nil {
      let name = PathKey(Paths.name(of: edit.path))
      if let origin = alike[NamedContent(name: name, bytes: edit.after)] {
        found[index].movedFrom = origin
      } else if let only = named[name], only.isOnly {
        found[index].movedFrom = only.path
      } else {
        found[index].movedFrom = edit.after.flatMap(id(in:)).flatMap { tasks[$0] }
      }
    }
    return found
  }

  private struct NamedContent: Hashable {
    var name: PathKey
    var bytes: [UInt8]?
  }

  private static func id(in bytes: [UInt8]) -> TaskID? {
    TaskDocument(bytes).id
  }
}
