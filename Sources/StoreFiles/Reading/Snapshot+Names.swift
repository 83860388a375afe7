internal import Git
internal import TaskFile

extension Snapshot {
  /// The task that somebody means by an id, the beginning of one, a path or a file name.
  ///
  /// - Parameters:
  ///   - name: What was typed.
  ///   - directory: The folder a relative path starts from, relative to the store; nil
  ///     when the user is somewhere else.
  /// - Throws: ``MemoError`` of kind `notFound`, or `ambiguous` with the candidates.
  public func task(named name: String, from directory: String? = nil) throws(MemoError)
    -> StoredTask
  {
    if let id = TaskID(name) {
      let exact = tasks.filter { $0.id == id }
      if exact.count == 1 { return exact[0] }
    }
    let path = storePath(name, from: directory)
    let found = tasks.filter { task in
      task.path == name || task.name == name || task.path == path
        || (!name.isEmpty && task.id?.text.hasPrefix(name) == true)
    }
    // Two names that look the same, `ä` as one letter and as two, are still two.
    if let exact = found.first(where: { $0.path.isSamePath(as: path ?? name) }) { return exact }
    switch found.count {
    case 1: return found[0]
    case 0: throw notFound(name)
    default:
      throw MemoError(
        .ambiguous, "'\(name)' could mean \(found.count) tasks",
        details: found.prefix(20).map(Self.candidate) + (found.count > 20 ? ["…"] : []),
        hints: [
          TaskID(name) == nil
            ? "use more letters of the id, or the path"
            : "name one by its path; 'memo check --fix' gives a copy an id of its own"
        ])
    }
  }

  /// What somebody typed as a path, relative to the store; nil when it leads elsewhere.
  private func storePath(_ name: String, from directory: String?) -> String? {
    guard name.hasPrefix("/") || directory != nil else { return nil }
    let path = Paths.absolute(name, from: Paths.join(root, directory ?? ""), home: nil)
    let folder = WorkTree.resolved(Paths.parent(of: path)) ?? Paths.parent(of: path)
    return Paths.relative(Paths.join(folder, Paths.name(of: path)), to: root)
  }

  private func notFound(_ name: String) -> MemoError {
    let folded = name.lowercased()
    let similar = tasks.filter { !folded.isEmpty && $0.title.lowercased().contains(folded) }
    return MemoError(
      .notFound, name.isEmpty ? "an empty name means no task" : "there is no task '\(name)'",
      details: similar.prefix(5).map(Self.candidate),
      hints: similar.isEmpty
        ? ["'memo list --all' shows every task with its id"]
        : ["name a task by its id, its path or its file name"])
  }

  private static func candidate(_ task: StoredTask) -> String {
    "\(task.id?.text ?? "(no id)")  \(task.title)  (\(task.path))"
  }
}
