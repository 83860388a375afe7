package import Git
package import StoreFiles
package import TaskFile

/// A task's file at one moment: in a commit, on the disk, or as it is about to be written.
package struct TaskVersion: Hashable {
  /// Relative to the store.
  package var path: String
  package var document: TaskDocument
  package var item: TaskItem
  package var mode: FileMode
  /// What folder and text say together: most often what the folder says.
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
  /// Whether its front matter could be read at all; git's markers may stand before it.
  package var isUnderstood: Bool {
    document.isUnderstood && (document.hasFrontMatter || !item.hasConflictMarkers)
  }
  package var folderStatus: Status? { StoredTask.folderStatus(of: path) }

  /// Whether its file is the one at a path.
  package func isAt(_ path: String?) -> Bool { path.map { $0.isSamePath(as: self.path) } ?? false }

  /// The same task with another text.
  package func with(_ document: TaskDocument) -> TaskVersion {
    TaskVersion(path: path, document: document, mode: mode)
  }

  /// The same task in another file.
  package func at(_ path: String) -> TaskVersion {
    var copy = self
    copy.path = path
    copy.status = copy.folderStatus
    return copy
  }
}

extension TaskVersion {
  /// - Throws: ``MemoError`` of kind `unreadable` for a text that can't be rewritten safely.
  package func checkReadable() throws(MemoError) {
    guard item.isUsable else { throw .unreadable(self, item.problems) }
  }

  /// - Throws: ``MemoError`` of kind `unreadable` for a file that shouldn't be moved before it is
  ///   mended. A front matter that can't be understood is moved with it.
  package func checkMovable() throws(MemoError) {
    guard !item.hasConflictMarkers else { throw .unreadable(self, item.problems) }
  }

  /// - Throws: ``MemoError`` of kind `unreadable` for a file of which nobody can tell where its
  ///   text begins, or that is no text.
  package func checkTextReadable() throws(MemoError) {
    guard !item.hasConflictMarkers, document.isText else { throw .unreadable(self, item.problems) }
  }
}

extension MemoError {
  /// A file that memo must not rewrite, with what is wrong and where.
  package static func unreadable(_ version: TaskVersion, _ problems: [Problem]) -> MemoError {
    if let problem = version.document.foreignProblem, problems == [problem] {
      return foreign(version)
    }
    // Of a file in which nothing is wrong only this change can't be made.
    let known = version.item.problems
    let isRefusal = version.item.isUsable && !problems.contains(where: known.contains)
    let quoting = version.item.isUsable ? nil : version.document.quotingHint
    var error = MemoError(
      .unreadable,
      "\(version.path) can't be changed \(isRefusal ? "so" : "until it is fixed")",
      details: problems.map { problem in
        "\(version.path):\(problem.line):\(problem.column): \(problem.message)\n"
          + problem.excerpt(of: version.bytes)
      },
      hints: (quoting.map { [$0] } ?? problems.compactMap(\.hint))
        + ["'memo edit \(version.path.quotedForShell)' opens it"])
    error.problem = problems.first.map { StoreProblem(path: version.path, $0) }
    return error
  }

  /// A file whose fields are not memo's to change.
  package static func foreign(_ version: TaskVersion) -> MemoError {
    let format = version.document.format?.remark ?? "not YAML, and left as it is"
    return MemoError(
      .unreadable,
      "the fields of \(version.path) can't be changed: its front matter is \(format)",
      hints: [
        "'memo edit \(version.path.quotedForShell)' opens it; 'memo move' moves it",
        version.document.obstacleToYAML.map { "'memo check --fix --to-yaml' leaves it: \($0)" }
          ?? "'memo check --fix --to-yaml' turns such front matters into YAML",
      ])
  }
}
