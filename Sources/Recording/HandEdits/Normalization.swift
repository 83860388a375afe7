internal import Git
internal import StoreFiles
internal import TaskFile
internal import TaskHistory

/// What memo does to files besides recording what people did to them and giving them what every task
/// needs.
package struct NormalizationOptions: OptionSet {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Also what an undo brought back, which else stays as it is until its file is changed.
  package static let undone = NormalizationOptions(rawValue: 1)
  /// What came from others is theirs to go on with: the next of a series is their memo's to add.
  package static let fromOthers = NormalizationOptions(rawValue: 16)
  /// Files that have never been tasks of this store are adopted: what their texts say holds, not
  /// where they lie.
  static let newcomers = NormalizationOptions(rawValue: 2)
  /// Front matters are put first in their files, and values into the quotes that YAML needs.
  static let repairs = NormalizationOptions(rawValue: 4)
  /// Front matters of other languages become YAML.
  static let conversion = NormalizationOptions(rawValue: 8)

  /// Whether somebody asked for what only memo puts right.
  var isFix: Bool { contains(.repairs) }

  /// A text as somebody wants it put right; nil where nothing of it can be.
  func fixed(_ document: TaskDocument, _ item: TaskItem) -> TaskDocument? {
    guard isFix else { return nil }
    if document.isForeign { return contains(.conversion) ? document.inYAML() : nil }
    if item.isUsable { return nil }
    guard let moved = document.withFrontMatterFirst() else { return document.withQuotes() }
    return moved.withQuotes() ?? moved
  }
}

/// Gives hand-made files what a store needs: an id, and one status in both places.
struct Normalization {
  private let options: NormalizationOptions
  /// Whether the file at hand is adopted.
  private var isAdopting = false
  /// What is said to the person about it.
  private(set) var notices: [String] = []
  /// What was so before and nobody has changed, for whoever asks.
  private(set) var standing: [String] = []
  /// Ids that the next who asks would not find: made by chance.
  private(set) var randomIDs: Set<TaskID> = []
  /// What the last commit's files were before.
  let past: CommittedHistory
  /// The tasks as they are on the disk.
  private let snapshot: Snapshot
  private lazy var tasks = Dictionary(
    snapshot.tasks.map { (PathKey($0.path), $0) }, uniquingKeysWith: { first, _ in first })
  /// Where the files lie whose ids are not theirs.
  private let copies: Set<PathKey>
  private lazy var usedIDs = Set(
    snapshot.tasks.lazy.filter { [copies] in !copies.contains(PathKey($0.path)) }.compactMap(\.id))
  private var paths: FreePaths
  private var closed: ClosedFolders
  private var random: EnvironmentRandom

  /// - Parameters:
  ///   - snapshot: The files as they are on the disk.
  ///   - copies: Where the files lie that are to get another id than they have.
  ///   - absent: Tasks of the last commit that are neither here nor gone.
  init(
    _ snapshot: Snapshot, _ past: CommittedHistory, _ environment: Environment,
    _ options: NormalizationOptions = [], copies: Set<PathKey> = [], absent: Set<PathKey> = []
  ) {
    self.options = options
    self.past = past
    self.snapshot = snapshot
    self.copies = copies
    paths = past.freePaths(besides: snapshot.tasks, absent: absent)
    closed = past.closedFolders
    random = EnvironmentRandom(environment)
  }

  /// The version to record for a pair of which the file is adopted, whatever else this is about.
  mutating func adopt(_ pair: VersionPair) throws(MemoError) -> TaskVersion? {
    isAdopting = true
    defer { isAdopting = false }
    return try normalize(pair)
  }

  /// Whether a file has never been a task with an id of memo's, but for an adoption that somebody
  /// has taken back.
  func canAdopt(_ pair: VersionPair) throws(MemoError) -> Bool {
    guard let after = pair.after, !pair.isCopy else { return false }
    guard after.item.isUsable, !after.document.isForeign else { return pair.before == nil }
    guard let before = pair.before else {
      return try after.id.map { id throws(MemoError) in try !past.has(id) } ?? after.item.lacksID
    }
    guard after.item.lacksID else { return false }
    if before.id != nil { return false }
    if try past.lostID(at: before.path) == nil { return true }
    return try past.isOfUndoneAdoption(at: before.path)
  }

  /// The version to record for a pair; nil when the task was deleted.
  ///
  /// A file that can't be understood, or can't be written, is recorded as it is, so that it is never
  /// lost.
  mutating func normalize(_ pair: VersionPair) throws(MemoError) -> TaskVersion? {
    let said = notices.count
    guard let found = pair.after, let made = try made(of: pair) else { return nil }
    let isSame = made.isAt(found.path) && made.bytes == found.bytes
    guard !isSame,
      let obstacle =
        closed.obstacle(toWriting: found.path) ?? closed.obstacle(toWriting: made.path)
    else { return made }
    notices.removeSubrange(said...)
    // What is taken in is summed up, and what is recorded so was told then.
    if !isAdopting, pair.before != found {
      notices.append("\(obstacle); \(found.path) is recorded as it is")
    }
    return found
  }

  private mutating func made(of pair: VersionPair) throws(MemoError) -> TaskVersion? {
    guard var after = pair.after else { return nil }
    if let fixed = options.fixed(after.document, after.item) { after = after.with(fixed) }
    guard after.item.isUsable else {
      let what = after.item.hasConflictMarkers ? "has conflict markers" : "can't be understood"
      if !isAdopting {
        notices.append("\(after.path) \(what); it is recorded as it is")
      }
      return after
    }
    // What is taken in is summed up, for it may be thousands.
    if !isAdopting,
      !after.item.unusableKeys.isSubset(of: pair.before?.item.unusableKeys ?? []),
      let problem = after.item.problems.first
    {
      notices.append(Self.notice(problem, in: after))
    }
    let id = try idToGive(to: after, pair)
    let step = try stepToOneStatus(for: after, try agreedStatus(pair.before, after))
    do throws(Problem) {
      return try take(step, try give(id, to: after, pair), isNews: pair.before != pair.after)
    } catch {
      notices.append(Self.notice(error, in: after))
      return after
    }
  }

  private static func notice(_ problem: Problem, in version: TaskVersion) -> String {
    "\(version.path):\(problem.line):\(problem.column): \(problem.message)"
  }

  /// The id that a file is to get, and whether it had it before; nil when it keeps what it has.
  private mutating func idToGive(
    to version: TaskVersion, _ pair: VersionPair
  ) throws(MemoError) -> (id: TaskID, isOwn: Bool)? {
    // Where memo can't write an id, or another tool has written its own, the path says which
    // task it is.
    guard version.item.lacksID || pair.isCopy, !version.document.isForeign else { return nil }
    // An id that was lost in the editor is given back; it is given once and never changed.
    if let own = try ownID(of: version, pair.before), claim(own) { return (own, true) }
    if let shared = try sharedID(of: version, pair) { return (shared, false) }
    return (newID(), false)
  }

  /// An id that no task has.
  mutating func newID() -> TaskID {
    while true {
      let id = TaskID.random(using: &random)
      guard claim(id) else { continue }
      randomIDs.insert(id)
      return id
    }
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
    return version.with(document)
  }

  /// An id that every clone finds alike, for a file that the last commit has without one of its
  /// own: all who have that commit give it one, and random ones would have to be merged.
  ///
  /// It comes from where the task began, so that clones which have edited or moved the file since
  /// still find the same.
  private mutating func sharedID(
    of version: TaskVersion, _ pair: VersionPair
  ) throws(MemoError) -> TaskID? {
    var shared = pair.sharedID
    if let before = pair.before, before.id == version.id {
      shared = try past.sharedID(at: before.path)
    }
    guard let id = shared else { return nil }
    return claim(id) ? id : nil
  }

  /// The id that the file was recorded with, were it some commits ago.
  private func ownID(
    of version: TaskVersion, _ before: TaskVersion?
  ) throws(MemoError) -> TaskID? {
    guard let before else { return nil }
    if let id = before.id, id != version.id { return id }
    return before.id == nil ? try past.lostID(at: before.path) : nil
  }

  /// What makes folder and text of a file say the same.
  private enum StatusStep {
    case move(to: String)
    /// A filter of git's belongs to where it would go.
    case stay(insteadOf: String)
    case write(Status, isContested: Bool)
  }

  /// - Returns: Nil where they do already.
  private mutating func stepToOneStatus(
    for version: TaskVersion, _ agreed: Status?
  ) throws(MemoError) -> StatusStep? {
    guard let folder = version.folderStatus, let text = version.item.status, text != folder else {
      return nil
    }
    let reconciled = Reconciliation(folder: folder, text: text, agreed: agreed)
    let isMove = isAdopting || reconciled.status == text
    let place = StoredTask.path(version.path, movedTo: text)
    // Where the text can't be followed, it isn't written over, either.
    if isMove || reconciled.isContested, try past.isFiltered(place) {
      return .stay(insteadOf: place)
    }
    return isMove
      ? .move(to: paths.take(like: place))
      : .write(reconciled.status, isContested: reconciled.isContested)
  }

  private mutating func take(
    _ step: StatusStep?, _ version: TaskVersion, isNews: Bool
  ) throws(Problem) -> TaskVersion {
    guard let step, let text = version.item.status else { return version }
    switch step {
    case .move(let place):
      if isAdopting {
        notices.append("\(version.path) says \(text.rawValue) in its text, and is \(place) now")
      }
      return version.at(place)
    case .stay(let place):
      let notice =
        "\(version.path) says \(text.rawValue) in its text, and stays where it is: a filter of "
        + "git's belongs to \(place), and memo doesn't run it"
      if isNews || isAdopting { notices.append(notice) } else { standing.append(notice) }
      return version
    case .write(let status, let isContested):
      if isContested {
        notices.append(
          "\(version.path) said \(text.rawValue) in its text; the folder wins: \(status.rawValue)")
      }
      var document = version.document
      try document.set("status", to: .text(status.rawValue))
      return version.with(document)
    }
  }

  /// Takes an id for a file; false when another file has it.
  mutating func claim(_ id: TaskID) -> Bool {
    usedIDs.insert(id).inserted
  }

  /// What folder and text both said before; asks history only when the last commit's disagree.
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
  /// Files that somebody committed with plain git as copies, the id included.
  ///
  /// Of several files with one id the one that was there first keeps it, also when it was
  /// edited or moved since.
  /// - Parameter changed: Files that differ from the last commit.
  /// - Returns: The paths of the copies.
  func recordedCopies(
    _ snapshot: Snapshot, _ git: StoreGit, since head: ObjectID?, _ past: CommittedHistory,
    _ changed: Set<PathKey>
  ) throws(MemoError) -> [String] {
    let edited =
      changed.isEmpty ? [] : snapshot.tasks.filter { changed.contains(PathKey($0.path)) }
    let lost = try lostIDs(snapshot, past)
    // Nearly always there are none, and nearly no edited task has an id that others may have.
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
    for (id, paths) in holders where paths.count > 1 {
      let first = try past.eldest(paths, of: id) ?? paths[0]
      copies += paths.filter { path in
        !path.isSamePath(as: first) && !lostPaths.contains(PathKey(path))
      }
    }
    return copies
  }

  /// Files that have lost the line with their id, which another file may have.
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

  /// Where the last commit has the ids of files that were edited or moved since.
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
    // What was deleted has no more claim to its id than the copy that is left.
    return found + gone.filter { moved.contains($0.0) }
  }
}
