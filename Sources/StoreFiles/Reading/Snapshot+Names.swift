internal import Git
public import TaskFile

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
    let meant = namesakes(of: found, named: name, from: directory, before: use.status)
    if !meant.isEmpty { return lastRound(of: meant) }
    return lastRound(
      of: found.isEmpty ? TitleWords(name)?.best(of: tasks, for: use) ?? [] : found)
  }

  /// The tasks that may have been meant by a name that says too little for a change.
  package func vagueCandidates(named name: String, for use: NameUse) -> [StoredTask] {
    use.isChange ? TitleWords(name)?.best(of: tasks, for: .reading) ?? [] : []
  }

  /// The tasks that are meant by a file name whose file is none of those that somebody means who
  /// names it, as when it is done for long: those of the same title, and of the same series, since
  /// the first that is there takes the name that they all would have.
  ///
  /// - Parameters:
  ///   - found: What the name names.
  ///   - status: Whose tasks are meant before others.
  /// - Returns: None where the name is more than a file's, or nothing else is called so.
  private func namesakes(
    of found: [StoredTask], named name: String, from directory: String?, before status: Status
  ) -> [StoredTask] {
    guard found.count == 1, let task = found.first, isFileName(name, of: task, from: directory)
    else { return [] }
    // Whoever says the whole title of several may mean any of them, also the one that was the first
    // and got the file name that they all would have.
    if task.isMeant(before: status), name == task.name, let title = TitleWords(name),
      title.isWhole(task.title)
    {
      let same = tasks.filter { $0.isMeant(before: status) && title.isWhole($0.title) }
      if same.count > 1 { return same }
    }
    let slug = FileName.slug(of: task.name)
    // Each round of a series but the first has its number in its name.
    let series =
      task.item.repetition == nil || task.item.series?.number != 1
      ? nil : task.item.series?.first
    let isLeft = task.isMeant(before: status)
    guard !isLeft || status == .done && series != nil else { return [] }
    return tasks.filter { other in
      guard other.isMeant(before: status) else { return false }
      if let series, other.hasOtherFields, other.item.series?.first == series { return true }
      return !isLeft && FileName.slug(of: other.title) == slug
    }
  }

  /// Whether a name is a task's file name alone, and neither its id nor its path.
  private func isFileName(_ name: String, of task: StoredTask, from directory: String?) -> Bool {
    [name, name.withoutEnding].contains(task.name) && task.path != storePath(name, from: directory)
      && task.id?.text.hasPrefix(name) != true
  }

  /// Of the rounds of one series that are done, the last one; else all of them.
  private func lastRound(of found: [StoredTask]) -> [StoredTask] {
    guard found.count > 1,
      found.allSatisfy({ $0.status == .done && $0.hasOtherFields && $0.item.repetition != nil }),
      let first = found[0].item.series?.first,
      found.allSatisfy({ $0.item.series?.first == first })
    else { return found }
    return found.max { ($0.item.series?.number ?? 0) < ($1.item.series?.number ?? 0) }
      .map { [$0] } ?? found
  }

  /// The tasks whose id begins so, or whose path or file name this is, without any titles.
  func named(_ name: String, from directory: String?) -> [StoredTask] {
    if let id = TaskID(name) {
      let exact = tasks.filter { $0.id == id }
      if exact.count == 1 { return exact }
    }
    let path = storePath(name, from: directory)
    let stem = name.withoutEnding
    let prefix = TaskID.Prefix(name)
    let names = FileNames([name, stem])
    let found = tasks.filter { task in
      if let prefix, task.id?.hasPrefix(prefix) == true { return true }
      let own = task.path
      return own == name || own == path || names.contain(own)
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

/// What a task's ``StoredTask/name`` may be; asked of thousands, of which nearly none is called so.
private struct FileNames {
  private let names: [String]
  /// With what stands around them in a path; nil where texts that look alike are written with
  /// other bytes.
  private let endings: [String]?

  init(_ names: [String]) {
    self.names = names
    let isASCII = names.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
    endings = isASCII ? names.map { "/\($0)\(StoredTask.ending)" } : nil
  }

  func contain(_ path: String) -> Bool {
    endings?.contains { path.ends(inUTF8: $0) } ?? names.contains(Paths.stem(of: path))
  }
}

extension String {
  /// A file's name without the ending that every task's has.
  fileprivate var withoutEnding: String {
    hasSuffix(StoredTask.ending) ? String(dropLast(StoredTask.ending.count)) : self
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

/// What a task is named for, which decides how much of its title has to be said.
///
/// To read a task, any words of its title will do. To change one, each has to be the beginning of
/// a word there, and one of them has to be a whole word or three letters long, and neither a
/// number nor a word that says something else in a command line, as `all` or `low`: what a slip
/// or a script's variable leaves must not be taken for a task.
public struct NameUse: Hashable, Sendable {
  /// Whether the task is to be changed.
  public let isChange: Bool
  /// The status whose tasks a title means before those of others.
  public let status: Status

  public static let reading = NameUse(isChange: false, status: .todo)
  public static let changing = NameUse(isChange: true, status: .todo)
  /// What is opened again was done.
  public static let reopening = NameUse(isChange: true, status: .done)
}
