package import Git
public import StoreFiles
internal import TaskFile
public import TaskHistory

/// Differences between the task files and the last commit, and facts about absent files.
///
/// An unseen file is no proof of a deletion. A file counts as deleted if all folders could be
/// listed, nothing is at its path, and git's index or memo's mark `checked-out` shows that it was
/// here as committed.
struct FileDifferences {
  /// The files that differ, including absent ones.
  var changed: Set<PathKey> = []
  /// Absent files without proof that they were here.
  var unproven: Set<PathKey> = []
  /// Unreadable files, to whose paths absent ones may have been moved.
  var unread: [String] = []
  /// New files that memo can't commit because of a git filter.
  ///
  /// Absent files may have been moved to their paths.
  var unrecorded: [String] = []
}

extension Store {
  func differences(
    _ observation: Observation, _ snapshot: Snapshot, _ git: StoreGit,
    to plan: inout RecordingPlan
  ) throws(MemoError) -> FileDifferences {
    // An unreadable file is not absent.
    var unread = Set(snapshot.tasks.filter { !$0.isRead }.map { PathKey($0.path) })
    let hidden = Set(
      (snapshot.strays.map(\.path) + snapshot.tasks.filter { $0.file == nil }.map(\.path))
        .map(PathKey.init))
    var found = FileDifferences()
    var absent: [WorkTreeChange] = []
    for change in observation.changes where git.isTask(change.path) {
      // A path that git can't check out never has a file here.
      guard let path = git.storePath(change.path), path.isCheckoutPath,
        !snapshot.isUnlisted(path)
      else { continue }
      guard !hidden.contains(PathKey(path)) || isFolder(path) else {
        unread.remove(PathKey(path))
        continue
      }
      switch change.kind {
      case .added, .modified:
        guard try git.isFiltered(change.path) else {
          found.changed.insert(PathKey(path))
          continue
        }
        plan.filtered.append(path)
        // A file that isn't in the commit may be an absent one that was moved.
        if change.before == nil { found.unrecorded.append(path) }
      case .deleted, .missing: absent.append(change)
      case .leftOut: plan.leftOut.append(path)
      }
    }
    found.unread = unread.map(\.path).sorted { $0.precedes(path: $1) }
    for change in absent {
      let path = git.storePath(change.path) ?? ""
      switch try whereabouts(of: path, snapshot) {
      case .hidden: continue
      case .here: plan.elusive.append(path)
      case .gone:
        found.changed.insert(PathKey(path))
        if change.kind == .missing, !observation.seen.contains(PathKey(path)) {
          found.unproven.insert(PathKey(path))
        }
      }
    }
    return found
  }

  /// Whether a folder is at a path, so that no file can be there; false if that can't be checked.
  private func isFolder(_ path: String) -> Bool { (try? files.status(of: path))??.kind == .folder }

  enum Whereabouts { case gone, here, hidden }

  /// Where the file of a path is that was not listed.
  func whereabouts(
    of path: String, _ snapshot: Snapshot
  ) throws(MemoError) -> Whereabouts {
    do throws(FileError) {
      guard let status = try files.status(of: path), status.kind != .folder else { return .gone }
      if status.kind != .regular || snapshot.isPassedOver(path) { return .hidden }
      var folder = Paths.parent(of: path)
      while folder.contains("/") {
        // Inside another repository, whose files memo skips.
        if try files.status(of: "\(folder)/.git") != nil { return .hidden }
        folder = Paths.parent(of: folder)
      }
      return .here
    } catch {
      // A link in place of a folder leads outside the store.
      if error.reason == .symbolicLink { return .gone }
      throw MemoError(error)
    }
  }
}

extension FileDifferences {
  /// The pairs that are hand edits, without merely absent files.
  ///
  /// A file with the id of an absent one is that task, moved. Without a proven deletion, a file
  /// that only looks similar is another task.
  func proven(_ pairs: [VersionPair], to plan: inout RecordingPlan) -> [VersionPair] {
    var missing: [String] = []
    var postponed = 0
    let proven = pairs.compactMap { pair -> VersionPair? in
      guard let before = pair.before else { return pair }
      guard unproven.contains(PathKey(before.path)) else {
        // The file may have been moved to an unreadable path.
        guard pair.after == nil, !(unread + unrecorded).isEmpty else { return pair }
        postponed += 1
        return nil
      }
      if let after = pair.after, after.id != nil, after.id == before.id { return pair }
      missing.append(before.path)
      return pair.after.map { VersionPair(after: $0, isCopy: pair.isCopy) }
    }
    plan.missing = missing.sorted { $0.precedes(path: $1) }
    if !missing.isEmpty { plan.notices.append(Self.notice(ofMissing: plan.missing)) }
    if postponed > 0 {
      let why =
        unread.isEmpty
        ? "\(Self.list(unrecorded)) can't be committed" : "\(Self.list(unread)) can't be read"
      plan.hasUnreadable = true
      plan.notices.append(
        "\(why), so other missing files (\(Self.count(postponed, "task"))) are not committed as deleted yet"
      )
    }
    return proven
  }

  /// The notice for absent files without a proven deletion.
  ///
  /// - Parameter word: The noun for one file.
  static func notice(ofMissing paths: [String], called word: String = "task") -> String {
    let (verb, them) = paths.count == 1 ? ("is", "it") : ("are", "them")
    return
      "\(count(paths.count, word)) of the last commit \(verb) not here, and nothing shows that "
      + "anybody deleted \(them) (\(list(paths))): 'memo restore --missing' restores \(them); "
      + "to delete \(them), commit that with git"
  }

  static func notice(ofFiltered paths: [String]) -> String? {
    guard let first = paths.first else { return nil }
    let (are, them) = paths.count == 1 ? ("\(first) is", "it") : ("\(list(paths)) are", "them")
    return "\(are) not committed: git filters apply to \(them); 'memo git add' and "
      + "'memo git commit' commit \(them)"
  }

  /// The notice for committed files with a git filter.
  static func notice(ofKept paths: [String]) -> String? {
    guard let first = paths.first else { return nil }
    return paths.count == 1
      ? "\(first) stays unchanged: a git filter applies to it, which memo doesn't run"
      : "\(list(paths)) stay unchanged: git filters apply to them, which memo doesn't run"
  }

  private static func count(_ number: Int, _ word: String) -> String {
    number == 1 ? "1 \(word)" : "\(number) \(word)s"
  }

  private static func list(_ paths: [String]) -> String {
    paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? ", …" : "")
  }
}

extension Store {
  /// The error for a name whose task is in the last commit, but whose file is absent.
  ///
  /// - Returns: An error of kind `notFound`; nil if no such task has the name.
  public func absence(of name: String, _ snapshot: Snapshot) throws(MemoError) -> MemoError? {
    guard let task = try absentTask(named: name, snapshot) else { return nil }
    let git = try git()
    let edits = try findHandEdits(snapshot, git, since: git.head().commit)
    func isMeant(_ path: String) -> Bool { path.isSamePath(as: task.path) }
    // A name that can be typed in a command.
    let isWord = task.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    let word = isWord ? task.name : task.id?.text ?? "\"\(task.path)\""
    var hints = [
      "'memo show \(word.quotedForShell) --at HEAD' shows its last version; 'memo log \(word.quotedForShell)' lists its history"
    ]
    let isDeleted = edits.tasks.contains { task in
      task.after == nil && task.before.map { isMeant($0.path) } == true
    }
    if isDeleted {
      hints.insert("'memo restore \(word.quotedForShell)' brings it back", at: 0)
    } else if edits.missing.contains(where: isMeant) {
      let missing = edits.missing.filter(StoredTask.isTaskName)
      hints.append(FileDifferences.notice(ofMissing: missing))
    } else if edits.leftOut.contains(where: isMeant),
      WorkTree.status(at: "\(git.repository.gitDirectory)/info/sparse-checkout") != nil
    {
      hints.append(
        "a sparse checkout leaves it out: 'git sparse-checkout add' widens that, "
          + "'git sparse-checkout disable' ends it")
    }
    return MemoError(
      .notFound, "'\(task.title)' is in the last commit, but its file is missing",
      details: [task.path], hints: hints)
  }
}

extension UnconfirmedEdits {
  /// Many tasks, or other files, that were deleted by hand; nil for few.
  init?(
    deleted found: RecordingPlan, _ snapshot: Snapshot, besides confirmed: Set<PathKey>
  ) {
    let gone = found.tasks.filter { $0.before != nil && $0.after == nil }.map(\.change)
    let goneFiles = found.others.filter { $0.kind == .delete }.map(\.change)
    let isOpen = { (change: TaskChange) in !confirmed.contains(PathKey(change.path)) }
    let (openTasks, openFiles) = (gone.filter(isOpen), goneFiles.filter(isOpen))
    let new = found.tasks.filter { $0.before == nil }.count
    /// More than a fixed number, and more than a fifth of all.
    func many(_ count: Int, of total: Int, _ word: String) -> String? {
      count > 20 && count * 5 > total ? "\(count) of \(total) \(word)" : nil
    }
    let tasks = many(openTasks.count, of: snapshot.tasks.count - new + gone.count, "tasks")
    let others = many(openFiles.count, of: found.recordedOthers, "files that are no tasks")
    let parts = [tasks, others].compactMap { $0 }
    guard !parts.isEmpty else { return nil }
    self.init(
      sentence: parts.joined(separator: " and ") + " are gone from their folders",
      question: "Commit the deletion?",
      changes: (tasks == nil ? [] : openTasks) + (others == nil ? [] : openFiles),
      hints: [
        "'memo restore --missing' brings them back",
        "the same command with --yes commits the deletion",
      ])
  }
}

/// Hand edits that may be a mistake and need confirmation.
public struct UnconfirmedEdits: Sendable {
  /// The reason, such as `45 of 60 tasks are gone from their folders`.
  public let sentence: String
  public let question: String
  /// The changes; a non-task file has its path as title.
  public let changes: [TaskChange]
  let hints: [String]

  package var notice: String {
    "\(sentence); memo commits that only if you confirm it, as with --yes"
  }

  fileprivate var error: MemoError {
    let shown = changes.prefix(5).map(\.nameAndPath)
    let rest = changes.count - shown.count
    return MemoError(
      .unconfirmed, "\(sentence), so memo commits nothing until you confirm it",
      details: shown + (rest > 0 ? ["… and \(rest) more"] : []), hints: hints)
  }
}

extension Store {
  package func unconfirmedEdits(
    _ found: RecordingPlan, _ snapshot: Snapshot, _ git: StoreGit, _ head: Head
  ) throws(MemoError) -> UnconfirmedEdits? {
    try UnconfirmedEdits(halfCheckout: found, git, head, besides: recording.confirmed)
      ?? UnconfirmedEdits(deleted: found, snapshot, besides: recording.confirmed)
  }

  /// Refuses hand edits that need confirmation.
  ///
  /// - Throws: ``MemoError`` of kind `unconfirmed`; ``isConfirmed()`` then asks for it.
  func checkMeant(
    _ found: RecordingPlan, _ snapshot: Snapshot, _ git: StoreGit, _ head: Head
  ) throws(MemoError) {
    let unconfirmed = try unconfirmedEdits(found, snapshot, git, head)
    recording.unconfirmed = unconfirmed
    if let unconfirmed { throw unconfirmed.error }
  }

  func isConfirmed() -> Bool {
    guard let unconfirmed = recording.unconfirmed, confirms?(unconfirmed) == true else {
      return false
    }
    recording.confirmed.formUnion(unconfirmed.changes.map { PathKey($0.path) })
    recording.unconfirmed = nil
    return true
  }
}

extension TaskChange {
  /// The title and path, as `Milk (todo/milk.md)`; for another file only its path.
  public var nameAndPath: String { title == path ? path : "\(title) (\(path))" }
}
