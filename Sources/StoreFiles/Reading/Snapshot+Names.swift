internal import Git
internal import TaskFile

extension Snapshot {
  /// The task that somebody means by an id, the beginning of one, a path, a file name, or words
  /// of its title.
  ///
  /// Words of titles mean a task only if nothing is called so: a whole title before a part, what is
  /// open before what is done, beginnings of words before what is inside of them. What is only
  /// read is found by less of its title than what is to be changed.
  /// - Parameters:
  ///   - name: What was typed.
  ///   - directory: The folder a relative path starts from, relative to the store; nil
  ///     when the user is somewhere else.
  ///   - use: How much of a title has to be said.
  /// - Throws: ``MemoError`` of kind `notFound`, or `ambiguous` with the candidates.
  public func task(
    named name: String, from directory: String? = nil, for use: NameUse = .reading
  ) throws(MemoError) -> StoredTask {
    let found = candidates(named: name, from: directory, for: use)
    switch found.count {
    case 1: return found[0]
    case 0:
      let vague = vagueCandidates(named: name, for: use)
      throw vague.isEmpty ? notFound(name) : .vague(name, vague.namedLines())
    default: throw .ambiguous(name, found)
    }
  }

  /// The task whose id begins so, or whose path or file name this is; the first of several.
  public func task(called name: String, from directory: String?) -> StoredTask? {
    named(name, from: directory).first
  }

  /// The tasks that a name could mean; of whole ids, paths and file names only those.
  public func candidates(
    named name: String, from directory: String?, for use: NameUse = .reading
  ) -> [StoredTask] {
    let found = named(name, from: directory)
    if let open = openOne(of: found, named: name, before: use.status) { return [open] }
    return found.isEmpty ? TitleWords(name)?.best(of: tasks, for: use) ?? [] : found
  }

  /// The tasks that may have been meant by a name that says too little for a change.
  package func vagueCandidates(named name: String, for use: NameUse) -> [StoredTask] {
    use.isChange ? TitleWords(name)?.best(of: tasks, for: .reading) ?? [] : []
  }

  /// Of a series the first one has its title for a file name, and is done for long: by that name
  /// the one is meant that is open.
  private func openOne(
    of found: [StoredTask], named name: String, before status: Status
  ) -> StoredTask? {
    guard status != .done, found.count == 1, let task = found.first, task.status == .done,
      task.name == name, task.item.repetition != nil, let series = task.item.series,
      series.number == 1
    else { return nil }
    let open = tasks.filter {
      $0.status != .done && $0.hasOtherFields && $0.item.series?.first == series.first
    }
    return open.count == 1 ? open[0] : nil
  }

  /// The tasks whose id begins so, or whose path or file name this is, without any titles.
  func named(_ name: String, from directory: String?) -> [StoredTask] {
    if let id = TaskID(name) {
      let exact = tasks.filter { $0.id == id }
      if exact.count == 1 { return exact }
    }
    let path = storePath(name, from: directory)
    let found = tasks.filter { task in
      task.path == name || task.name == name || task.path == path
        || (!name.isEmpty && task.id?.text.hasPrefix(name) == true)
    }
    // Two names that look the same, `ä` as one letter and as two, are still two.
    if let exact = found.first(where: { $0.path.isSamePath(as: path ?? name) }) { return [exact] }
    return found.isEmpty ? foreign(name) : found
  }

  /// Those that another tool calls so.
  private func foreign(_ name: String) -> [StoredTask] {
    guard !name.isEmpty else { return [] }
    let folded = name.lowercased()
    let found = tasks.filter { $0.foreignID?.lowercased() == folded }
    let exact = found.filter { $0.foreignID == name }
    return exact.isEmpty ? found : exact
  }

  /// What somebody typed as a path, relative to the store; nil when it leads elsewhere.
  private func storePath(_ name: String, from directory: String?) -> String? {
    guard name.hasPrefix("/") || directory != nil else { return nil }
    let path = Paths.absolute(name, from: Paths.join(root, directory ?? ""), home: nil)
    let folder = WorkTree.resolved(Paths.parent(of: path)) ?? Paths.parent(of: path)
    return Paths.relative(Paths.join(folder, Paths.name(of: path)), to: root)
  }

  private func notFound(_ name: String) -> MemoError {
    MemoError(
      .notFound, name.isEmpty ? "an empty name means no task" : "there is no task '\(name)'",
      hints: ["'memo list --all' shows every task with its id"])
  }
}

extension MemoError {
  /// That a name says too little of a task that is to be changed; what it may mean is told.
  ///
  /// - Parameter tasks: A line each.
  package static func vague(_ name: String, _ tasks: [String]) -> MemoError {
    MemoError(
      .ambiguous, "'\(name)' says too little of what is to be changed", details: tasks,
      hints: ["use the id, the path, or a word of the title from its beginning"])
  }

  /// That a name means several tasks, which are told.
  package static func ambiguous(_ name: String, _ tasks: [StoredTask]) -> MemoError {
    let isCopy = TaskID(name) != nil
    return MemoError(
      .ambiguous, "'\(name)' could mean \(tasks.count) tasks",
      details: tasks.namedLines(),
      hints: [
        isCopy
          ? "name one by its path; 'memo check --fix' gives a copy an id of its own"
          : "use the id, more of the title, or the path"
      ])
  }
}

extension [StoredTask] {
  /// Each with its id, its title and its path, twenty at most.
  package func namedLines() -> [String] {
    prefix(20).map { "\($0.id?.text ?? "(no id)")  \($0.title)  (\($0.path))" }
      + (count > 20 ? ["… and \(count - 20) more"] : [])
  }
}
