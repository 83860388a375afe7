internal import Git
internal import StoreFiles
internal import TaskFile

extension Store {
  /// How many Markdown files lie beside the task folders, at any depth.
  ///
  /// What is hidden, ignored, or in another repository is nobody's note. Only told of, so that
  /// what can't be listed is left out.
  func looseFiles(_ git: StoreGit) -> Int {
    let folders = Set(Status.allCases.map(\.rawValue))
    var known: [String: Bool] = [:]
    func isIgnored(_ path: String) -> Bool {
      if let known = known[path] { return known }
      let isIgnored = (try? git.repository.isIgnored(git.repositoryPath(path))) ?? false
      known[path] = isIgnored
      return isIgnored
    }
    var count = 0
    for name in WorkTree.names(in: root) ?? [] where !name.hasPrefix(".") {
      guard !folders.contains(name), !isIgnored(name), let status = try? files.status(of: name)
      else { continue }
      if status.kind == .folder {
        count += ((try? files.list(name, upTo: Limits.listDepth)) ?? []).count { entry in
          entry.kind == .regular && StoredTask.isTaskName(entry.path)
            && !isIgnored(Paths.parent(of: entry.path))
        }
      } else if status.kind == .regular, StoredTask.isTaskName(name), name != "README.md" {
        count += 1
      }
    }
    return count
  }
}
