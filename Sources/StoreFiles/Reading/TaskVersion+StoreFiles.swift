package import Git
public import TaskFile

extension TaskVersion {
  /// The file of a task as it was read.
  public init(_ task: StoredTask) {
    self.init(task.path, task.document, task.item, task.status)
    isExecutable = task.file?.gitMode == .executable
  }

  package init(path: String, document: TaskDocument, mode: FileMode) {
    self.init(path: path, document: document)
    self.mode = mode
  }

  package var mode: FileMode {
    get { isExecutable ? .executable : .regular }
    set { isExecutable = newValue == .executable }
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
