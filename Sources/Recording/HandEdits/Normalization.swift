internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// Options of a normalization beyond the repairs that every task needs.
package struct NormalizationOptions {
  /// Also normalize files that an undo restored; otherwise they stay until they are changed.
  package var undone = false
  /// The files that a command changes, even if an undo restored them.
  var touched: Set<PathKey> = []
  /// Adopt files that were never tasks of this store.
  ///
  /// The status in the text counts, not the folder.
  var newcomers = false
  /// Add quotes that YAML needs.
  var isFix = false
  /// Convert front matter in other formats to YAML.
  var conversion = false

  package static let undone = NormalizationOptions(undone: true)

  func fixed(_ document: TaskDocument, _ item: TaskItem) -> TaskDocument? {
    guard isFix else { return nil }
    if document.isForeign { return conversion ? document.inYAML() : nil }
    return item.isUsable ? nil : document.withQuotes()
  }
}

/// Gives hand-made files an id, and the same status in folder and text.
struct Normalization {
  private let options: NormalizationOptions
  private var isAdopting = false
  private var adoptedID: TaskID?
  private(set) var notices: [String] = []
  /// Notices about older problems, shown on request.
  private(set) var oldNotices: [String] = []
  let past: CommittedHistory
  private let snapshot: Snapshot
  private lazy var tasks = Dictionary(
    snapshot.tasks.map { (PathKey($0.path), $0) }, uniquingKeysWith: { first, _ in first })
  var ids: FreeIDs
  private var paths: FreePaths
  private var closed: ClosedFolders

  /// - Parameters:
  ///   - copies: The paths of files that get a new id.
  ///   - absent: Tasks of the last commit that are absent but not deleted.
  init(
    _ snapshot: Snapshot, _ past: CommittedHistory, _ environment: Environment,
    _ options: NormalizationOptions = NormalizationOptions(), copies: Set<PathKey> = [],
    absent: Set<PathKey> = []
  ) {
    self.options = options
    self.past = past
    self.snapshot = snapshot
    let others =
      copies.isEmpty
      ? snapshot.tasks : snapshot.tasks.filter { !copies.contains(PathKey($0.path)) }
    ids = FreeIDs(besides: others, environment)
    paths = past.git.freePaths(besides: snapshot.tasks, in: past.head, absent: absent)
    closed = ClosedFolders(past.git)
  }

  /// Whether a file was never a task with an id of memo's, or its adoption was undone.
  func canAdopt(_ pair: VersionPair) throws(MemoError) -> Bool {
    guard let after = pair.after, !pair.isCopy else { return false }
    guard after.item.isUsable, !after.document.isForeign else { return pair.before == nil }
    guard let before = pair.before else {
      return try after.id.map { id throws(MemoError) in try !past.has(id) } ?? after.item.lacksID
    }
    guard after.item.lacksID else { return false }
    if before.id != nil { return false }
    if try past.lostID(at: before.path) == nil { return true }
    return try past.isUndo(of: .adopt, at: before.path)
  }

  /// The version to commit for a pair; nil if the task was deleted.
  ///
  /// A broken or read-only file is committed unchanged, so that it is never lost.
  ///
  /// - Parameter adoptedID: The id that every clone gives to a file from another program's folder.
  mutating func normalize(
    _ pair: VersionPair, adopting isAdopting: Bool = false, as adoptedID: TaskID? = nil
  ) throws(MemoError) -> TaskVersion? {
    (self.isAdopting, self.adoptedID) = (isAdopting, adoptedID)
    let said = notices.count
    guard let found = pair.after, let made = try made(of: pair) else { return nil }
    let isSame = made.isAt(found.path) && made.bytes == found.bytes
    guard !isSame,
      let obstacle =
        closed.obstacle(toWriting: found.path) ?? closed.obstacle(toWriting: made.path)
    else { return made }
    notices.removeSubrange(said...)
    // Adopted files are summarized; a committed file was reported before.
    if !isAdopting, pair.before != found {
      notices.append("\(obstacle); \(found.path) is committed unchanged")
    }
    return found
  }

  private mutating func made(of pair: VersionPair) throws(MemoError) -> TaskVersion? {
    guard var after = pair.after else { return nil }
    if let fixed = options.fixed(after.document, after.item) { after = after.with(fixed) }
    guard after.item.isUsable else {
      let what = after.item.hasConflictMarkers ? "has conflict markers" : "can't be understood"
      if !isAdopting {
        notices.append("\(after.path) \(what); it is committed unchanged")
      }
      return after
    }
    // Adopted files are summarized, since there may be thousands.
    if !isAdopting,
      !after.item.unusableKeys.isSubset(of: pair.before?.item.unusableKeys ?? []),
      let problem = after.item.problems.first
    {
      notices.append(Self.notice(problem, in: after))
    }
    let (id, agreed) = (try idToGive(to: after, pair), try agreedStatus(pair.before, after))
    do throws(Problem) {
      after = try give(id, to: after, pair)
    } catch {
      notices.append(Self.notice(error, in: after))
      return after
    }
    return try withOneStatus(after, agreed, isNews: pair.before != pair.after)
  }

  private static func notice(_ problem: Problem, in version: TaskVersion) -> String {
    "\(version.path):\(problem.line):\(problem.column): \(problem.message)"
  }

  /// The id to write, and whether the file had it before; nil if the file stays.
  private mutating func idToGive(
    to version: TaskVersion, _ pair: VersionPair
  ) throws(MemoError) -> (id: TaskID, isOwn: Bool)? {
    // The path identifies a task if memo can't write an id, or the id is another tool's.
    guard version.item.lacksID || pair.isCopy, !version.document.isForeign else { return nil }
    // Restores an id that an editor removed.
    if let own = try ownID(of: version, pair.before), ids.take(own) { return (own, true) }
    if let shared = try sharedID(of: version, pair) { return (shared, false) }
    return (ids.take(), false)
  }

  private mutating func give(
    _ new: (id: TaskID, isOwn: Bool)?, to version: TaskVersion, _ pair: VersionPair
  ) throws(Problem) -> TaskVersion {
    guard let new else { return version }
    var document = version.document
    if !document.hasFrontMatter { document.addFrontMatter() }
    if pair.isCopy {
      notices.append(
        new.isOwn
          ? "\(version.path) had the id of another task and keeps its own, \(new.id)"
          : "\(version.path) is a copy and gets a new id")
    }
    try document.setID(new.id)
    // The other program has one task, and that is the original. `https://…` is the user's.
    if pair.isCopy, case .text(let source)? = document.value(of: KnownField.source.rawValue),
      let colon = source.firstIndex(of: ":"), !source[colon...].hasPrefix("://")
    {
      // If the field can't be removed, the copy keeps it.
      try? document.remove(KnownField.source.rawValue)
    }
    return version.with(document)
  }

  /// A computed id for a committed file without one, equal in all clones that have the commit.
  ///
  /// Random ids would conflict. The id derives from the beginning of the file's history, so that
  /// clones agree even if they edited or moved the file.
  private mutating func sharedID(
    of version: TaskVersion, _ pair: VersionPair
  ) throws(MemoError) -> TaskID? {
    var shared = adoptedID
    if let before = pair.before, before.id == version.id {
      shared = try past.sharedID(at: before.path)
    }
    guard let id = shared else { return nil }
    return ids.take(id) ? id : nil
  }

  /// The id that the file had in the last commit or an earlier one.
  private func ownID(
    of version: TaskVersion, _ before: TaskVersion?
  ) throws(MemoError) -> TaskID? {
    guard let before else { return nil }
    if let id = before.id, id != version.id { return id }
    return before.id == nil ? try past.lostID(at: before.path) : nil
  }

  /// The version with the same status in folder and text.
  ///
  /// - Parameter agreed: The status when folder and text last agreed.
  private mutating func withOneStatus(
    _ version: TaskVersion, _ agreed: Status?, isNews: Bool
  ) throws(MemoError) -> TaskVersion {
    guard let folder = version.folderStatus, let text = version.item.status, text != folder else {
      return version
    }
    let reconciled = Reconciliation(folder: folder, text: text, agreed: agreed)
    let isMove = isAdopting || reconciled.status == text
    let place = StoredTask.path(version.path, movedTo: text)
    // If the file can't move, its text doesn't change either.
    if isMove || reconciled.isContested, try past.git.isFiltered(past.git.repositoryPath(place)) {
      let notice =
        "\(version.path) has status \(text.rawValue) in its text, and stays where it is: a git "
        + "filter applies to \(place), and memo doesn't run it"
      if isNews || isAdopting { notices.append(notice) } else { oldNotices.append(notice) }
      return version
    }
    if isMove {
      let free = paths.take(like: place)
      if isAdopting {
        notices.append(
          "\(version.path) has status \(text.rawValue) in its text, and is \(free) now")
      }
      return version.at(free)
    }
    let status = reconciled.status.rawValue
    if reconciled.isContested {
      notices.append(
        "\(version.path) has status \(text.rawValue) in its text; the folder wins: \(status)")
    }
    var document = version.document
    do throws(Problem) {
      try document.set("status", to: .text(status))
    } catch {
      notices.append(Self.notice(error, in: version))
      return version
    }
    return version.with(document)
  }

  /// The status when folder and text last agreed.
  ///
  /// The history is read only if they disagree in the last commit.
  private mutating func agreedStatus(
    _ before: TaskVersion?, _ version: TaskVersion
  ) throws(MemoError) -> Status? {
    guard !isAdopting, let folder = version.folderStatus,
      version.item.status ?? folder != folder
    else { return nil }
    if let folder = before?.folderStatus, before?.item.status ?? folder == folder { return folder }
    return try tasks[PathKey(version.path)].map { task throws(MemoError) in
      try before == nil ? past.agreement(onNew: task) : past.lastAgreement(on: task)
    } ?? nil
  }
}

extension Store {
  /// The paths of copies, committed by plain git, that have another file's id.
  ///
  /// The file that had the id first keeps it, also after an edit or a move.
  ///
  /// - Parameter changed: Files that differ from the last commit.
  func recordedCopies(
    _ snapshot: Snapshot, _ git: StoreGit, since head: ObjectID?, _ past: CommittedHistory,
    _ changed: Set<PathKey>
  ) throws(MemoError) -> [String] {
    let edited =
      changed.isEmpty ? [] : snapshot.tasks.filter { changed.contains(PathKey($0.path)) }
    let lost = try lostIDs(snapshot, past)
    // Usually there are none.
    let doubles = snapshot.doubleIDs
    let wanted = doubles.union(edited.compactMap(\.id)).union(lost.map(\.id))
    guard !wanted.isEmpty else { return [] }
    var holders: [TaskID: [String]] = [:]
    for task in snapshot.tasks {
      guard let id = task.id, wanted.contains(id), !changed.contains(PathKey(task.path)) else {
        continue
      }
      holders[id, default: []].append(task.path)
    }
    if edited.contains(where: { $0.id.map { holders[$0] != nil } ?? false }) {
      for (id, path) in try firstHolders(of: edited, git, since: head, changed) {
        holders[id]?.append(path)
      }
    }
    for (id, path) in lost { holders[id]?.append(path) }
    let lostPaths = Set(lost.map { PathKey($0.path) })
    var copies: [String] = []
    for paths in holders.values where paths.count > 1 {
      let first = try past.original(paths) ?? paths[0]
      copies += paths.filter { path in
        !path.isSamePath(as: first) && !lostPaths.contains(PathKey(path))
      }
    }
    return copies
  }

  /// Files that lost the line with their id, which another file may have now.
  private func lostIDs(
    _ snapshot: Snapshot, _ past: CommittedHistory
  ) throws(MemoError) -> [(id: TaskID, path: String)] {
    guard snapshot.tasks.contains(where: { $0.id != nil }) else { return [] }
    var found: [(TaskID, String)] = []
    for task in snapshot.tasks
    where task.id == nil && task.file != nil && task.isRead && task.item.lacksID
      && !task.document.isForeign
    {
      if let id = try past.lostID(at: task.path) { found.append((id, task.path)) }
    }
    return found
  }

  /// The paths in the last commit of edited and moved files, by id.
  private func firstHolders(
    of edited: [StoredTask], _ git: StoreGit, since head: ObjectID?, _ changed: Set<PathKey>
  ) throws(MemoError) -> [(TaskID, String)] {
    var ids: [PathKey: TaskID] = [:]
    for task in edited { ids[PathKey(task.path)] = task.id }
    var moved = Set(ids.values)
    var found: [(TaskID, String)] = []
    var gone: [(TaskID, String)] = []
    for key in changed.sorted(by: { $0.path.precedes(path: $1.path) }) {
      guard let id = try git.version(at: key.path, in: head)?.id else { continue }
      if ids[key] == id {
        found.append((id, key.path))
        moved.remove(id)
      } else {
        gone.append((id, key.path))
      }
    }
    // A deleted file has no precedence over its copy.
    return found + gone.filter { moved.contains($0.0) }
  }
}
