internal import Git
internal import TaskFile

/// A file of the work tree that a change replaces, makes or removes.
package struct FileEdit: Hashable {
  /// Relative to the repository.
  package var path: String
  /// What is in the file now, and may be replaced; nil when nothing may be there.
  package var before: [UInt8]?
  /// What will be in it; nil when it goes.
  package var after: [UInt8]?
  /// Nil leaves the permissions as they are.
  package var isExecutable: Bool?
  /// The file that a new one comes from, and whose permissions it takes along.
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
  /// These edits and then others as one step: what a path held before the first and holds after the
  /// last.
  package func followed(by later: [FileEdit]) -> [FileEdit] {
    guard !isEmpty, !later.isEmpty else { return isEmpty ? later : self }
    var merged = self
    var places: [PathKey: Int] = [:]
    for (place, edit) in enumerated() { places[PathKey(edit.path)] = place }
    for var edit in later {
      // A file that is only passed through never exists.
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
  /// New files first, so that at every moment each task is in at least one.
  package static func inOrder(_ edits: [FileEdit]) -> [FileEdit] {
    withOrigins(edits.filter { $0.after != nil }, edits.filter { $0.after == nil })
      + edits.filter { $0.after == nil }
  }

  /// Notes of new files which of those that go they come from: a task that only its owner may
  /// read stays so, wherever it is moved and whoever moved it.
  private static func withOrigins(_ files: [FileEdit], _ gone: [FileEdit]) -> [FileEdit] {
    guard !gone.isEmpty, files.contains(where: { $0.before == nil && $0.movedFrom == nil }) else {
      return files
    }
    var origins: [TaskID: String] = [:]
    var named: [PathKey: [FileEdit]] = [:]
    for edit in gone {
      if let id = edit.before.flatMap(id(in:)) { origins[id] = edit.path }
      named[PathKey(Paths.name(of: edit.path)), default: []].append(edit)
    }
    return files.map { edit in
      guard edit.before == nil, edit.movedFrom == nil else { return edit }
      var edit = edit
      if let id = edit.after.flatMap(id(in:)) {
        edit.movedFrom = origins[id]
      } else {
        // A file without an id, or none of a task's: by its name, and what is in it.
        let alike = named[PathKey(Paths.name(of: edit.path))] ?? []
        let origin = alike.first { $0.before == edit.after } ?? (alike.count == 1 ? alike[0] : nil)
        edit.movedFrom = origin?.path
      }
      return edit
    }
  }

  private static func id(in bytes: [UInt8]) -> TaskID? {
    TaskDocument(bytes).id
  }
}
