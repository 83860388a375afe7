package import Git
package import StoreFiles
package import TaskFile

/// A version of a task's file: in a commit, on disk, or not yet written.
package struct TaskVersion: Hashable {
  /// Relative to the store.
  package var path: String
  package var document: TaskDocument
  package var item: TaskItem
  package var mode: FileMode
  /// The status from folder and text; usually the folder's.
  package var status: Status?

  package init(
    path: String, document: TaskDocument, mode: FileMode = .regular, status: Status? = nil
  ) {
    self.path = path
    self.document = document
    self.mode = mode
    item = document.item(fileName: Paths.stem(of: path))
    self.status = status ?? StoredTask.folderStatus(of: path)
  }

  package init(_ task: PlacedDocument) { self.init(path: task.path, document: task.document) }

  package init(_ task: StoredTask) {
    path = task.path
    document = task.document
    item = task.item
    mode = task.file?.gitMode ?? .regular
    status = task.status
  }

  package static func == (a: TaskVersion, b: TaskVersion) -> Bool {
    a.document == b.document && a.mode == b.mode && a.isAt(b.path)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(document)
    hasher.combine(mode)
  }

  package var bytes: [UInt8] { document.bytes }
  package var id: TaskID? { item.id }
  /// Whether the front matter is readable, even after conflict markers.
  package var isUnderstood: Bool {
    document.isUnderstood && (document.hasFrontMatter || !item.hasConflictMarkers)
  }
  package var folderStatus: Status? { StoredTask.folderStatus(of: path) }

  package func isAt(_ path: String?) -> Bool { path.map { $0.isSamePath(as: self.path) } ?? false }

  package func with(_ document: TaskDocument) -> TaskVersion {
    TaskVersion(path: path, document: document, mode: mode)
  }

  package func at(_ path: String) -> TaskVersion {
    var copy = self
    copy.path = path
    copy.status = copy.folderStatus
    return copy
  }
}

extension TaskVersion {
  /// - Throws: ``MemoError`` of kind `unreadable` if memo can't change the text safely.
  package func checkReadable() throws(MemoError) {
    guard item.isUsable else { throw .unreadable(self, item.problems) }
  }

  /// - Throws: ``MemoError`` of kind `unreadable` if the file contains conflict markers. Files with
  ///   broken front matter are movable.
  package func checkMovable() throws(MemoError) {
    guard !item.hasConflictMarkers else { throw .unreadable(self, item.problems) }
  }

  /// - Throws: ``MemoError`` of kind `unreadable` if the file contains conflict markers or isn't
  ///   text.
  package func checkTextReadable() throws(MemoError) {
    guard !item.hasConflictMarkers, document.isText else { throw .unreadable(self, item.problems) }
  }
}

extension MemoError {
  /// The error for a file that memo must not change, with its problems and their positions.
  package static func unreadable(_ version: TaskVersion, _ problems: [Problem]) -> MemoError {
    if let problem = version.document.foreignProblem, problems == [problem] {
      return foreign(version)
    }
    // Only this change of a valid file is impossible.
    let known = version.item.problems
    let isRefusal = version.item.isUsable && !problems.contains(where: known.contains)
    let quoting = version.item.isUsable ? nil : version.document.quotingHint
    var error = MemoError(
      .unreadable,
      "\(version.path) can't be changed \(isRefusal ? "this way" : "until it is fixed")",
      details: problems.map { problem in
        "\(version.path):\(problem.line):\(problem.column): \(problem.message)\n"
          + problem.excerpt(of: version.bytes)
      },
      hints: (quoting.map { [$0] } ?? problems.compactMap(\.hint))
        + ["'memo edit \(version.path.quotedForShell)' opens it"])
    error.problem = problems.first.map { StoreProblem(path: version.path, $0) }
    return error
  }

  /// The error for a file with front matter in a format that memo doesn't write.
  package static func foreign(_ version: TaskVersion) -> MemoError {
    let format = version.document.format?.remark ?? "not YAML, and is not changed"
    return MemoError(
      .unreadable,
      "the fields of \(version.path) can't be changed: its front matter is \(format)",
      hints: [
        "'memo edit \(version.path.quotedForShell)' opens it; 'memo move' moves it",
        version.document.obstacleToYAML.map {
          "'memo check --fix --to-yaml' can't convert it: \($0)"
        } ?? "'memo check --fix --to-yaml' converts it to YAML",
      ])
  }
}
