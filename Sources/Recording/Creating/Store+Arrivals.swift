internal import Git
package import StoreFiles
internal import TaskFile
package import TaskHistory

extension Store {
  /// How many folders are looked into.
  private static let mostFolders = 10

  /// Says that a folder has tasks of another program which all came with these changes, as where
  /// the folder was taken in and somebody goes on with that program; nil where none does.
  ///
  /// One that had others already was told of when the store began, and is left as it is.
  /// - Parameter changes: With the repository's paths for what is no task.
  package func arrivalNotice(_ changes: [TaskChange]) throws(MemoError) -> String? {
    let git = try git()
    var arrivals: [String: Set<String>] = [:]
    for change in changes where change.kind == .add && change.id == nil {
      guard let path = git.storePath(change.path), StoredTask.folderStatus(of: path) == nil,
        path.contains("/"), StoredTask.isTaskName(Paths.name(of: path)),
        !path.hasPrefix("\(NonTaskFiles.settingsFolder)/"), !OtherFolder.isReadMe(path)
      else { continue }
      arrivals[Paths.parent(of: path), default: []].insert(path)
    }
    let folders = arrivals.sorted { $0.key.precedes(path: $1.key) }.prefix(Self.mostFolders)
    for (folder, paths) in folders {
      // Only told of, so that what can't be listed is left out.
      let there = ((try? files.list(folder, upTo: 1)) ?? []).filter { $0.kind == .regular }
        .map(\.path)
        .filter { StoredTask.isTaskName(Paths.name(of: $0)) && !OtherFolder.isReadMe($0) }
      guard !there.isEmpty, paths.isSuperset(of: there), holdsTasks(folder, there) else { continue }
      let (tasks, them) = there.count == 1 ? ("task", "it") : ("tasks", "them")
      return
        "\(folder)/ has \(there.count) new \(tasks) of another program, which keeps all in one "
        + "folder; 'memo init --from \(folder.quotedForShell)' takes \(them) in"
    }
    return nil
  }
}
