internal import Git
public import TaskFile

extension Snapshot {
  /// The task with a name: an id or its beginning, a path, a file name, or words of the title.
  ///
  /// Words of titles count only if nothing else has the name. A whole title precedes a part, an
  /// open task a done one, and the beginning of a word its inner parts.
  ///
  /// - Parameters:
  ///   - directory: The folder for relative paths, relative to the store; nil if the user is
  ///     outside.
  ///   - use: The purpose. Reading needs less of a title than changing.
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

  /// The first task with this beginning of its id, this path or this file name.
  public func task(called name: String, from directory: String?) -> StoredTask? {
    named(name, from: directory).first
  }

  /// The tasks that a name may mean.
  ///
  /// If some have it as an id, path or file name, only those.
  public func candidates(
    named name: String, from directory: String?, for use: NameUse = .reading
  ) -> [StoredTask] {
    let found = named(name, from: directory)
    let meant = namesakes(of: found, named: name, from: directory, before: use.status)
    if !meant.isEmpty { return lastRound(of: meant) }
    return lastRound(
      of: found.isEmpty ? TitleWords(name)?.best(of: tasks, for: use) ?? [] : found)
  }

  /// Tasks whose titles match for reading but not for a change.
  package func vagueCandidates(named name: String, for use: NameUse) -> [StoredTask] {
    use.isChange ? TitleWords(name)?.best(of: tasks, for: .reading) ?? [] : []
  }

  /// Open tasks that a user may mean by the file name of a done one.
  ///
  /// They have the same title or are in the same series, so each of them would have had that file
  /// name.
  ///
  /// - Parameters:
  ///   - found: The tasks with that name.
  ///   - status: The preferred status.
  /// - Returns: Empty if the name is more than a file name, or if no task matches.
  private func namesakes(
    of found: [StoredTask], named name: String, from directory: String?, before status: Status
  ) -> [StoredTask] {
    guard found.count == 1, let task = found.first, isFileName(name, of: task, from: directory)
    else { return [] }
    // A complete title may mean any task with it. Only the first one got the plain file name.
    if task.isMeant(before: status), name == task.name, let title = TitleWords(name),
      title.isWhole(task.title)
    {
      let same = tasks.filter { $0.isMeant(before: status) && title.isWhole($0.title) }
      if same.count > 1 { return same }
    }
    let slug = FileName.slug(of: task.name)
    // Later tasks of a series have a number in their file names.
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

  /// Whether a name is a task's file name, but not its id or path.
  private func isFileName(_ name: String, of task: StoredTask, from directory: String?) -> Bool {
    [name, name.withoutEnding].contains(task.name) && task.path != storePath(name, from: directory)
      && task.id?.text.hasPrefix(name) != true
  }

  /// Of several done tasks of one series, the last one; otherwise all tasks.
  private func lastRound(of found: [StoredTask]) -> [StoredTask] {
    guard found.count > 1,
      found.allSatisfy({ $0.status == .done && $0.hasOtherFields && $0.item.repetition != nil }),
      let first = found[0].item.series?.first,
      found.allSatisfy({ $0.item.series?.first == first })
    else { return found }
    return found.max { ($0.item.series?.number ?? 0) < ($1.item.series?.number ?? 0) }
      .map { [$0] } ?? found
  }

  /// The tasks with this beginning of their id, this path or this file name, regardless of titles.
  func named(_ name: String, from directory: String?) -> [StoredTask] {
    if let id = TaskID(name) {
      let exact = tasks.filter { $0.id == id }
      if exact.count == 1 { return exact }
    }
    let path = storePath(name, from: directory)
    let typed = TaskName(name, at: path)
    let found = tasks.filter { typed.fits($0) }
    // Names that look alike are different files, such as `ä` in two encodings.
    if let exact = found.first(where: { $0.path.isSamePath(as: path ?? name) }) { return [exact] }
    return found.isEmpty ? foreign(name) : found
  }

  /// The tasks with this id in another tool.
  private func foreign(_ name: String) -> [StoredTask] {
    guard !name.isEmpty else { return [] }
    let folded = name.lowercased()
    let found = tasks.filter { $0.foreignID?.lowercased() == folded }
    let exact = found.filter { $0.foreignID == name }
    return exact.isEmpty ? found : exact
  }

  /// The path of a typed name, relative to the store; nil if it is outside.
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

/// A name as users type it: the beginning of an id, a path or a file name.
package struct TaskName {
  package let text: String
  private let path: String?
  private let prefix: TaskID.Prefix?
  private let stems: [String]
  private let endings: [String]
  private let isASCII: Bool

  /// - Parameter path: What the name is as a path, relative to the store, if not its text.
  package init(_ text: String, at path: String? = nil) {
    (self.text, self.path) = (text, path)
    prefix = TaskID.Prefix(text)
    stems = [text, text.withoutEnding]
    endings = stems.map { "/\($0)\(StoredTask.ending)" }
    isASCII = text.utf8.allSatisfy { $0 < 0x80 }
  }

  package func fits(_ task: StoredTask) -> Bool {
    if let prefix, task.id?.hasPrefix(prefix) == true { return true }
    // Comparing bytes is fast enough for thousands of tasks. Equal names may differ in bytes unless
    // they are ASCII.
    let own = task.path
    return own == text || own == path || endings.contains { own.ends(inUTF8: $0) }
      || !isASCII && stems.contains(Paths.stem(of: own))
  }
}

extension String {
  fileprivate var withoutEnding: String {
    hasSuffix(StoredTask.ending) ? String(dropLast(StoredTask.ending.count)) : self
  }
}

extension MemoError {
  /// The error for a name that is too short for a change.
  ///
  /// - Parameter tasks: A line for each candidate.
  package static func vague(_ name: String, _ tasks: [String]) -> MemoError {
    MemoError(
      .ambiguous, "'\(name)' is not enough to select a task for a change", details: tasks,
      hints: ["use the id, the path, or a word of the title from its beginning"])
  }

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
  /// A line with id, title and path for each of the first twenty tasks.
  package func namedLines() -> [String] {
    prefix(20).map { "\($0.id?.text ?? "(no id)")  \($0.title)  (\($0.path))" }
      + (count > 20 ? ["… and \(count - 20) more"] : [])
  }
}

/// The purpose of a name, which decides how much of a title is needed.
///
/// For reading, any parts of the title suffice. For a change, each word must begin a word of the
/// title, and one must be a whole word or at least three letters long. Numbers and words such as
/// `all` or `low` don't suffice, since they may come from a slip or a script's variable.
public struct NameUse: Hashable, Sendable {
  public let isChange: Bool
  /// The tasks of this status are preferred.
  public let status: Status

  public static let reading = NameUse(isChange: false, status: .todo)
  public static let changing = NameUse(isChange: true, status: .todo)
  /// Only done tasks can be reopened.
  public static let reopening = NameUse(isChange: true, status: .done)
}
