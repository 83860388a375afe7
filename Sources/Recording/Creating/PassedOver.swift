internal import Git
internal import StoreFiles
internal import TaskFile

extension Store {
  /// The Markdown files in the task folders that are no tasks and no mistakes either, each with the
  /// reason, in the order of their paths.
  ///
  /// Only told of, so that what can't be listed is left out.
  /// - Parameter ignored: The files that git ignores.
  func passedOver(_ ignored: Set<PathKey>) -> [StoreProblem] {
    var found = ignored.map { StoreProblem(path: $0.path, message: "ignored by git, so no task") }
    for status in Status.allCases {
      var dotNames: [String] = []
      let entries = try? files.list(
        status.rawValue, upTo: Limits.listDepth, onDotName: { dotNames.append($0) })
      for entry in entries ?? [] where entry.isUTF8 {
        if entry.isRepository {
          found += markdown(at: entry.path, "in a repository of its own, so no task")
        } else if entry.kind == .regular, !entry.path.ends(inUTF8: StoredTask.ending) {
          if isMarkdown(entry.path) { found.append(Self.otherEnding(entry.path)) }
        } else if entry.kind == .symbolicLink, !entry.path.ends(inUTF8: StoredTask.ending),
          WorkTree.names(in: Paths.join(root, entry.path)) != nil
        {
          found.append(
            StoreProblem(
              path: entry.path, message: "a symbolic link to a folder, which memo never follows"))
        }
      }
      found += dotNames.flatMap { markdown(at: $0, "hidden by a dot, so no task") }
    }
    return found.sorted { $0.path.precedes(path: $1.path) }
  }

  private static func otherEnding(_ path: String) -> StoreProblem {
    StoreProblem(
      path: path, message: "does not end in \(StoredTask.ending), in small letters, so no task")
  }

  /// A Markdown file, or all that are in a folder, each with one reason.
  private func markdown(at path: String, _ message: String) -> [StoreProblem] {
    var paths: [String] = []
    switch (try? files.status(of: path))?.map(\.kind) {
    case .regular: paths = [path]
    case .folder:
      let entries = try? files.list(
        path, upTo: Limits.listDepth, onDotName: { paths.append($0) })
      paths += (entries ?? []).filter { $0.kind == .regular && $0.isUTF8 }.map(\.path)
    default: break
    }
    return paths.filter(isMarkdown).map { StoreProblem(path: $0, message: message) }
  }

  private func isMarkdown(_ path: String) -> Bool {
    let name = path.lowercased()
    return [StoredTask.ending, ".markdown", ".mdown", ".mkd"].contains { name.hasSuffix($0) }
  }
}
