internal import Git
public import TaskFile

extension Snapshot {
  /// The task with a name: an id, the beginning of one, a path, a file name, or words of the title.
  ///
  /// Words of titles count only if nothing else has that name: a whole title before a part, open
  /// tasks before done ones, beginnings of words before inner parts. Reading needs less of a title
  /// than changing.
  /// - Parameters:
  ///   - name: The typed name.
  ///   - directory: The folder for relative paths, relative to the store; nil if the user is
  ///     outside.
  ///   - use: How much of a title is needed.
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

  /// The first task whose id begins so, or that has this path or file name.
  public func task(called name: String, from directory: String?) -> StoredTask? {
    named(name, from: directory).first
  }

  /// The tasks that a name could mean.
  ///
  /// If there are complete ids, paths and file names, only those.
  public func candidates(
    named name: String, from directory: String?, for use: NameUse = .reading
  ) -> [StoredTask] {
    let found = named(name, from: directory)
    let meant = namesakes(of: found, named: name, from: directory, before: use.status)
    if !meant.isEmpty { return lastRound(of: meant) }
    return lastRound(
      of: found.isEmpty ? TitleWords(name)?.best(of: tasks, for: use) ?? [] : found)
  }

  /// The tasks that may have been meant by a name that is too short for a change.
  package func vagueCandidates(named name: String, for use: NameUse) -> [StoredTask] {
    use.isChange ? TitleWords(name)?.best(of: tasks, for: .reading) ?? [] : []
  }

  /// Open tasks that may be meant by the file name of a done one: with the same title, or in the
  /// same series, since all of them would have had that file name.
  ///
  /// - Parameters:
  ///   - found: The tasks with that name.
  ///   - status: The preferred status.
  /// - Returns: Empty if the name is more than a file name, or there are none.
  private func namesakes(
    of found: [StoredTask], named name: String, from directory: String?, before status: Status
  ) -> [StoredTask] {
    guard found.count == 1, let task = found.first, isFileName(name, of: task, from: directory)
    else { return [] }
    // A complete title may mean any task with it, also the first one, which got the file name.
    if task.isMeant(before: status), name == task.name, let title = TitleWords(name),
      title.isWhole(task.title)
    {
      let same = tasks.filter { $0.isMeant(before: status) && title.isWhole($0.title) }
      if same.count > 1 { return same }
    }
    let slug = FileName.slug(of: task.name)
    // Each later task of a series has a number in its file name.
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

  /// Whether a name is only a task's file name, and neither its id nor its path.
  private func isFileName(_ name: String, of task: StoredTask, from directory: String?) -> Bool {
    [name, name.withoutEnding].contains(task.name) && task.path != storePath(name, from: directory)
      && task.id?.text.hasPrefix(name) != true
  }

  /// Of several done tasks of one series, the last one; otherwise all.
  private func lastRound(of found: [StoredTask]) -> [StoredTask] {
    guard found.count > 1,
      found.allSatisfy({ $0.status == .done && $0.hasOtherFields && $0.item.repetition != nil }),
      let first = found[0].item.series?.first,
      found.allSatisfy({ $0.item.series?.first == first })
    else { return found }
    return found.max { ($0.item.series?.number ?? 0) < ($1.item.series?.number ?? 0) }
      .map { [$0] } ?? found
  }

  /// The tasks whose id begins so, or that have this path or file name; titles don't count.
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
    // Names that look the same, such as `ä` in two encodings, are different.
    if let exact = found.first(where: { $0.path.isSamePath(as: path ?? name) }) { return [exact] }
    return found.isEmpty ? foreign(name) : found
  }

  /// The tasks with this id of another tool.
  private func foreign(_ name: String) -> [StoredTask] {
    guard !name.isEmpty else { return [] }
    let folded = name.lowercased()
    let found = tasks.filter { $0.foreignID?.lowercased() == folded }
    let exact = found.filter { $0.foreignID == name }
    return exact.isEmpty ? found : exact
  }

  /// A typed path relative to the store; nil if it is outside.
  private func storePath(_ name: String, from directory: String?) -> String? {
    guard name.hasPrefix("/") || directory != nil else { return nil }
    let path = Paths.absolute(name, from: Paths.join(root, directory ?? ""), home: nil)
    let folder = WorkTree.resolved(Paths.parent(of: path)) ?? Paths.parent(of: path)
    return Paths.relative(Paths.join(folder, Paths.name(of: path)), to: root)
  }

  private func notFound(_ name: String) -> MemoError {
    MemoError(
      .notFound, name.isEmpty ? "empty argument" : "there is no task '\(name)'",
      hints: ["'memo list --all' shows every task with its id"])
  }
}

/// Finds tasks by ``StoredTask/name``, for thousands of tasks.
private struct FileNames {
  private let names: [String]
  /// The endings of matching paths; nil if equal-looking texts can have other bytes.
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
  /// A file name without the ending of tasks.
  fileprivate var withoutEnding: String {
    hasSuffix(StoredTask.ending) ? String(dropLast(StoredTask.ending.count)) : self
  }
}

extension MemoError {
  /// The error for a name that is too short for a change, with the candidates.
  ///
  /// - Parameter tasks: A line each.
  package static func vague(_ name: String, _ tasks: [String]) -> MemoError {
    MemoError(
      .ambiguous, "'\(name)' is not enough to select a task for a change", details: tasks,
      hints: ["use the id, the path, or a word of the title from its beginning"])
  }

  /// The error for an ambiguous name, with the candidates.
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
  /// Each with id, title and path, twenty at most.
  package func namedLines() -> [String] {
    prefix(20).map { "\($0.id?.text ?? "(no id)")  \($0.title)  (\($0.path))" }
      + (count > 20 ? ["… and \(count - 20) more"] : [])
  }
}

/// What a name is used for, which decides how much of a title is needed.
///
/// For reading, any words of the title will do. For a change, each must begin a word there, and one
/// must be a whole word or three letters long. Numbers and words such as `all` or `low` are not
/// enough, since they may come from a slip or a script's variable.
public struct NameUse: Hashable, Sendable {
  /// Whether the task will be changed.
  public let isChange: Bool
  /// The status whose tasks come first.
  public let status: Status

  public static let reading = NameUse(isChange: false, status: .todo)
  public static let changing = NameUse(isChange: true, status: .todo)
  /// A reopened task is a done one.
  public static let reopening = NameUse(isChange: true, status: .done)
}
