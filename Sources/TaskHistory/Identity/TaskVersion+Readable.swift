package import StoreFiles
package import TaskFile

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
      "\(version.path) can't be changed \(isRefusal ? "so" : "until it is mended")",
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
