internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

extension TreeMerge {
  /// Where tasks stay that came from another program's folder, since somebody changed them, their
  /// files don't come back there: one task would lie in two places.
  ///
  /// - Parameter changes: What taking in did, the other way round.
  mutating func keepAdopted(
    _ changes: [SideChange], _ git: StoreGit, at head: ObjectID
  ) throws(MemoError) {
    let changed = Set(merged.compactMap(\.id))
    var files = changes.filter { !$0.isTask && $0.before == nil && $0.after != nil }
    guard !files.isEmpty, !changed.isEmpty else { return }
    for change in changes where change.isTask && change.after == nil {
      guard let id = change.change.id, changed.contains(id), let task = change.before,
        try isThere(id, git, at: head)
      else { continue }
      let body = try git.document(of: task).body
      var former: [Int] = []
      for (index, file) in files.enumerated() {
        guard let entry = file.after else { continue }
        // Whatever the front matter got, the text stayed.
        if try git.document(of: entry).body == body { former.append(index) }
      }
      let name = Paths.name(of: task.path)
      guard
        let index = former.first(where: { Paths.name(of: files[$0].path) == name }) ?? former.first
      else { continue }
      let file = files.remove(at: index)
      edits.removeAll { $0.path.isSamePath(as: file.path) && $0.ours == nil }
    }
  }

  /// Whether the result has a task that our side has.
  private func isThere(
    _ id: String, _ git: StoreGit, at head: ObjectID
  ) throws(MemoError) -> Bool {
    guard let (entry, _) = try git.file(of: id, in: head) else { return false }
    guard edits.contains(where: { $0.path.isSamePath(as: entry.path) && $0.result == nil }) else {
      return true
    }
    for result in edits.compactMap(\.result) where try git.idText(of: result) == id { return true }
    return false
  }
}
