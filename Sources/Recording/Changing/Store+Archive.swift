internal import Git
public import StoreFiles
public import TaskFile
internal import TaskHistory

public struct ArchiveReport: Sendable {
  public var report: ChangeReport
  /// The day before which tasks had to be done; nil if tasks were named.
  public var before: CalendarDate?
  /// The number of tasks that were considered, including archived ones.
  public var count: Int
}

extension Store {
  /// Moves done tasks to `done/YYYY/MM/`, by the month in which they were done.
  ///
  /// Subfolders stay below: `done/home/a.md` becomes `done/2026/11/home/a.md`. Archived tasks stay.
  ///
  /// - Parameters:
  ///   - names: Ids, beginnings of ids, paths or file names; nil for every done task.
  ///   - directory: The folder for relative paths, relative to the store.
  ///   - before: Only tasks done before this day; nil for the first day of this month, or for any
  ///     day if tasks are named.
  ///   - isTrial: Whether to write nothing.
  /// - Throws: ``MemoError`` of kind `refused` if no named task is done, or, without
  ///   ``Store/changesWhatCanBe``, if one isn't.
  public func archive(
    _ names: [String]? = nil, from directory: String? = nil, before: CalendarDate? = nil,
    isTrial: Bool = false
  ) throws(MemoError) -> ArchiveReport {
    let now = environment.localTime
    let monthStart = CalendarDate(year: now.date.year, month: now.date.month, day: 1)
    let limit = before ?? (names == nil ? monthStart : nil)
    let plan = ArchivePlan(
      names: names, directory: directory, before: limit, isStrict: !changesWhatCanBe)
    return try write(isTrial: isTrial) { session throws(MemoError) in
      let (edits, leftOut, count) = try plan.edits(session)
      if !isTrial { try session.commit(edits, as: .archive, subject: plan.subject(of: edits)) }
      var report = ChangeReport(
        session, edits, paths: isTrial ? edits.compactMap { $0.before?.path } : nil)
      report.leftOut = leftOut
      return ArchiveReport(report: report, before: limit, count: count)
    }
  }
}

private struct ArchivePlan {
  var names: [String]?
  var directory: String?
  var before: CalendarDate?
  var isStrict: Bool

  func edits(
    _ session: borrowing WriteSession
  ) throws(MemoError) -> (edits: [TaskEdit], leftOut: [StoreProblem], count: Int) {
    var failures = BulkFailures(isStrict: isStrict)
    let candidates = try candidates(in: session.snapshot, &failures)
    let filtered = try session.git.filtered(candidates.map(\.path))
    let tasks = candidates.filter { !$0.isShelved && !filtered.contains(PathKey($0.path)) }
    let dates = try dates(of: tasks, session)
    var edits: [TaskEdit] = []
    var free = session.freePaths
    var count = candidates.count
    var closed = ClosedFolders(session.git)
    for task in tasks {
      let date = dates[task.path] ?? session.store.environment.localTime.date
      if let before, date >= before { continue }
      // A broken file stays visible, and is reported.
      if names == nil, !task.item.isUsable {
        try failures.add(task.isRead ? .broken(task) : .unread(task), task, of: .max)
        count -= 1
        continue
      }
      let version = TaskVersion(task)
      let below = task.path.dropFirst(task.folderStatus.rawValue.count + 1)
      let place = "\(Status.done.rawValue)/\(ArchiveFolder.folder(date))/\(below)"
      do throws(MemoError) {
        if let obstacle = free.obstacle(to: Paths.parent(of: place)) {
          throw .inTheWay(obstacle, "move that file away, and try again")
        }
        let path = free.take(like: place)
        try closed.check(task, movedTo: path)
        if let edit = TaskEdit(from: version, to: version.at(path)) { edits.append(edit) }
      } catch {
        try failures.add(error, task, of: names?.count ?? .max)
        count -= 1
      }
    }
    if names == nil { edits.sort { $0.change.path.precedes(path: $1.change.path) } }
    return (edits, failures.problems, count + failures.problems.count)
  }

  /// The named done tasks; without names, all that are not archived.
  private func candidates(
    in snapshot: Snapshot, _ failures: inout BulkFailures
  ) throws(MemoError) -> [StoredTask] {
    guard let names else {
      return snapshot.tasks.filter {
        $0.status == .done && !$0.isShelved
          // A file without an id gets one before it is moved.
          && ($0.id != nil || $0.isToBeNormalized || !$0.item.isUsable)
      }
    }
    let tasks = try snapshot.tasks(named: names, from: directory, for: .reopening)
    var found: [StoredTask] = []
    for task in tasks {
      do throws(MemoError) {
        try checkShelvable(task)
        found.append(task)
      } catch {
        try failures.add(error, task, of: tasks.count)
      }
    }
    return found
  }

  private func checkShelvable(_ task: StoredTask) throws(MemoError) {
    guard task.isRead else { throw .unread(task) }
    guard task.status == .done else {
      throw MemoError(
        .refused, "'\(task.title)' is not done, and only done tasks can be archived",
        details: [task.path], hints: ["'memo done \(task.name.quotedForShell)' finishes it"])
    }
    try TaskVersion(task).checkMovable()
  }

  /// The days on which tasks were done.
  ///
  /// If no commit has a task as done, the day of its file's last save counts, else today.
  private func dates(
    of tasks: [StoredTask], _ session: borrowing WriteSession
  ) throws(MemoError) -> PathMap<CalendarDate> {
    let (git, head, environment) = (session.git, session.head.commit, session.store.environment)
    guard let history = try session.store.history(git, of: head) else { return PathMap() }
    try history.expect(tasks.count)
    let last = try head.map { id throws(MemoError) in try git.commit(id).author.seconds }
    var dates = PathMap<CalendarDate>()
    for task in tasks {
      switch try history.completion(of: task) {
      case .now:
        guard let before = try git.version(at: task.path, in: head),
          before.bytes != task.document.bytes,
          let saved = git.saveTime(of: task.path, since: last, environment)
        else { continue }
        dates[task.path] = environment.localTime.at(saved).date
      case .at(let time): dates[task.path] = time.date
      case .before(let time): dates[task.path] = time?.date
      }
    }
    return dates
  }

  func subject(of edits: [TaskEdit]) -> String? {
    guard let first = edits.first?.after else { return nil }
    guard edits.count > 1 else {
      return "archive: \(first.item.title.journalTitle) (\(Paths.parent(of: first.path)))"
    }
    let limit = before.map { " (done before \($0))" } ?? ""
    return "archive: \(edits.count) tasks\(limit)"
  }
}

extension MemoError {
  fileprivate static func broken(_ task: StoredTask) -> MemoError {
    .unreadable(TaskVersion(task), task.item.problems)
  }
}

extension StoredTask {
  /// Whether it is below a month's folder.
  var isShelved: Bool {
    let below = String(path.dropFirst(folderStatus.rawValue.count + 1))
    return folderStatus == .done && ArchiveFolder.removed(from: below) != below
  }
}
